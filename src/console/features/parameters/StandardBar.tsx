import { standards as standardCommands } from '../../../../commands/standards.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { chooseStandard, sheetOf } from '../../state/devices/standards.ts';
import { notify } from '../../state/notices.ts';
import type { PanelGroup } from './use-panel.ts';
import { useStandard } from './use-standard.ts';
import './standard.css';

/** Holds the panel against a standard set, and takes its values as edits; nothing where the company has none. */
export function StandardBar(props: {
  readonly group: PanelGroup;
  readonly canEdit: boolean;
  readonly onType: (field: string, value: ParameterValue) => void;
}) {
  const { group } = props;
  const { slot, kind, definition } = group;
  const text = useText();
  const commands = useCommands();
  const { own, standard, differing } = useStandard(group);
  const sheet = sheetOf(slot === null ? null : kind, definition.id);
  const choices = [
    { value: '', label: text('matrix.noStandard') },
    ...own.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  useOffer(
    standardCommands.compare,
    ({ standard: id }) => chooseStandard(sheet, id === '' ? null : Number(id)),
    { available: own.length > 0 ? true : 'standards.none', choices: () => choices },
  );
  useOffer(
    standardCommands.take,
    () => {
      for (const [id, value] of differing)
        props.onType(id, typeof value === 'number' ? String(value) : value);
      notify('success', text('standards.taken.edits', { count: differing.size }));
    },
    {
      available: !props.canEdit
        ? false
        : standard === null
          ? 'matrix.noStandardYet'
          : differing.size === 0
            ? 'standards.agrees'
            : true,
    },
  );
  if (own.length === 0) return null;
  return (
    <div className="pstandard row wrap rigid underlined text-12 dim">
      <Icon name="equal-not" className="icon--small" />
      <span>{text('matrix.standard')}</span>
      <Select
        label={text('matrix.standard')}
        value={standard === null ? '' : String(standard.id)}
        options={choices}
        onChange={(id) => commands.run(standardCommands.compare, { standard: id }, 'button')}
      />
      {standard !== null && (
        <span className="num" role="status">
          {differing.size === 0
            ? text('standards.agrees')
            : text('standards.differing', { count: differing.size })}
        </span>
      )}
      {standard !== null && differing.size > 0 && props.canEdit && (
        <CommandButton command={standardCommands.take} label={text('standards.takeValues')} />
      )}
    </div>
  );
}
