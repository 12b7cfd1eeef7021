import type { ReactNode } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { useEditor } from './context.ts';

/** Tags that are drawn of one part; the rest is counted. */
const mostTags = 60;

/** A part of a scope: what is chosen, each taken out by a press, what was chosen before struck out, and more. */
export function ScopePart<Key extends string | number>(props: {
  readonly field: string;
  readonly label: string;
  readonly chosen: readonly Key[];
  /** Undefined = there is no version before. */
  readonly before: readonly Key[] | undefined;
  /** What holds where nothing is chosen. */
  readonly none: string;
  readonly name: (key: Key) => string;
  readonly onTakeOut: (key: Key) => void;
  /** What is said below what is chosen. */
  readonly note?: ReactNode;
  /** The dialog in which more is chosen, while it is open. */
  readonly children: ReactNode;
}) {
  const { field, label, chosen, before, none, name, onTakeOut, note, children } = props;
  const text = useText();
  const commands = useCommands();
  const { mayEdit } = useEditor();
  const gone = before?.filter((key) => !chosen.includes(key)) ?? [];
  return (
    <div className="rules__part">
      <dt>{label}</dt>
      <dd>
        {chosen.length === 0 && <span className="faint">{none}</span>}
        {chosen.slice(0, mostTags).map((key) => (
          <button
            key={key}
            type="button"
            className={`rules__tag ${before !== undefined && !before.includes(key) ? 'is-new' : ''}`}
            title={text('rules.takeOut', { name: name(key) })}
            onClick={() => onTakeOut(key)}
          >
            {name(key)}
            {mayEdit && <Icon name="x" />}
          </button>
        ))}
        {chosen.length > mostTags && (
          <span className="faint text-11">
            {text('rules.moreChosen', { count: chosen.length - mostTags })}
          </span>
        )}
        {gone.map((key) => (
          <s key={key} className="faint text-11">
            {name(key)}
          </s>
        ))}
        {mayEdit && (
          <button
            type="button"
            className="rules__tag rules__tag--add"
            aria-haspopup="dialog"
            aria-label={text('rules.chooseFor', { part: label })}
            title={text('rules.chooseFor', { part: label })}
            onClick={() => commands.run(rules.choose, { field })}
          >
            +
          </button>
        )}
        {note}
      </dd>
      {children}
    </div>
  );
}
