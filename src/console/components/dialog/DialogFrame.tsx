import { type ReactNode, useRef } from 'react';
import { dialog as dialogCommands } from '../../../../commands/dialog.ts';
import { useCommands } from '../commands.tsx';
import { useOffer } from '../screen.ts';
import { useModal } from './use-modal.ts';

/** A dialog over the page, named by its title. Esc declines it, by the same command as its button. */
export function DialogFrame(props: {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, className = '', onClose, children } = props;
  const commands = useCommands();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useOffer(dialogCommands.decline, onClose);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        commands.run(dialogCommands.decline, {}, 'key');
      }}
    >
      {children}
    </dialog>
  );
}
