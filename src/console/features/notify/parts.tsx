import { notify as commands } from '../../../../commands/notify.ts';
import type { Command } from '../../../command/command.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';

/** A person, or nobody. */
export function PersonSelect(props: {
  readonly label: string;
  readonly people: readonly { readonly userId: number; readonly accountName: string }[];
  readonly value: number | null;
  readonly onChange: (userId: number | null) => void;
}) {
  const text = useText();
  return (
    <div className="field">
      <select
        aria-label={props.label}
        value={props.value ?? ''}
        onChange={({ target }) => props.onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{text('notify.nobody')}</option>
        {props.people.map(({ userId, accountName }) => (
          <option key={userId} value={userId}>
            {accountName}
          </option>
        ))}
      </select>
    </div>
  );
}

/** At the left of an editor's foot: what deletes it, and what keeps an edit that is behind. */
export function EditorAside(props: {
  readonly isNew: boolean;
  readonly isBehind: boolean;
  readonly remove: Command;
}) {
  const text = useText();
  return (
    <span className="row gap-8 grow">
      {!props.isNew && <CommandButton command={props.remove} args={{}} label={text('notify.deleteIt')} />}
      {props.isBehind && <CommandButton command={commands.keepMine} label={text('notify.keepMine')} />}
    </span>
  );
}
