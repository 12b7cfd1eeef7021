import { parameters as parameterCommands } from '../../../../../commands/parameters/index.ts';
import { fieldMessage } from '../../../../derive/messages.ts';
import { type Draft, isSameValue } from '../../../../domain/parameters/parameter-edits.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { PanelGroup } from '../use-panel.ts';

/** Somebody else's set went in between: what moved, and the way on. */
export function Moved(props: {
  readonly group: PanelGroup;
  readonly before: Draft;
  /** The server's sentence: who it was. */
  readonly sentence: string;
}) {
  const { group, before } = props;
  const text = useText();
  const valueText = useValueText();
  const moved = group.definition.fields.filter(
    ({ id, type }) => type !== 'secret' && !isSameValue(group.known[id], before[id]),
  );
  return (
    <div className="moved refused grid gap-6 text-12" role="alert">
      <p>
        <Icon name="circle-alert" />
        {props.sentence}
      </p>
      <ul>
        {moved.map((field) => (
          <li key={field.id} className="num">
            <b>{text(fieldMessage(group.definition.id, field.id))}</b>{' '}
            {valueText(field, before[field.id] ?? null)} → {valueText(field, group.known[field.id] ?? null)}
          </li>
        ))}
      </ul>
      <CommandButton command={parameterCommands.takeOver} label={text('command.parameters.takeOver')} />
    </div>
  );
}
