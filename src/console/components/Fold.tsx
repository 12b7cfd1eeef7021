import { type ReactNode, useId, useState } from 'react';
import { page as pageCommands } from '../../../commands/page.ts';
import { useCommands } from './commands.tsx';
import { useOffer } from './screen.ts';

/** Something that is folded to its head until it is asked for. */
export function Fold(props: {
  readonly className: string;
  readonly head: ReactNode;
  /** True where it has to be seen now, whatever was chosen. */
  readonly isForced?: boolean;
  readonly children: ReactNode;
}) {
  const { className, head, isForced = false, children } = props;
  const of = useId();
  const commands = useCommands();
  const [chosen, setChosen] = useState(false);
  const isOpen = chosen || isForced;
  useOffer(pageCommands.unfold, () => setChosen(!isOpen), { of });
  return (
    <div className={className} data-open={isOpen}>
      <button
        type="button"
        className="fold__head"
        aria-expanded={isOpen}
        onClick={() => commands.run(pageCommands.unfold, { of }, 'button')}
      >
        {head}
      </button>
      {isOpen && children}
    </div>
  );
}
