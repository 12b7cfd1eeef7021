import { useRef } from 'react';
import { form } from '../../../../commands/form.ts';
import { parameters } from '../../../../commands/parameters/index.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { fieldMessage } from '../../../derive/messages.ts';
import { draftValue } from '../../../domain/parameters/parameter-edits.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { clearDraft, setDraft } from '../../state/devices/drafts.ts';
import { useUnderWay } from '../../state/devices/orders.ts';
import type { StationParameters } from '../../state/devices/parameters.ts';
import { askOrder } from '../../state/overlays.ts';
import { editChoices } from './edit-choices.ts';
import { FieldTable } from './FieldTable.tsx';
import { GroupNav } from './GroupNav.tsx';
import { type DrawImpact, Rail } from './Rail.tsx';
import { SetBar } from './SetBar.tsx';
import { StandardBar } from './StandardBar.tsx';
import { type PanelGroup, splitEdits } from './use-panel.ts';
import { useStandardHints } from './use-standard.ts';

/** One group of parameters of a device: read, edit, set, back. */
export function Panel(props: {
  readonly stationId: number;
  readonly groups: readonly PanelGroup[];
  readonly group: PanelGroup;
  readonly data: StationParameters;
  readonly zone: string;
  readonly now: number;
  readonly onGroup: (path: string) => void;
  readonly impact: DrawImpact;
}) {
  const { stationId, groups, group, data, zone, now } = props;
  const text = useText();
  const commands = useCommands();
  const canEdit = usePermitted()('device:parameter:edit');
  const { data: underWay } = useUnderWay();
  const hints = useStandardHints(group);
  const body = useRef<HTMLDivElement>(null);
  const { path, slot, definition, version, known, draft, edits, problems } = group;
  const base = { version, values: known };
  const type = (field: string, value: ParameterValue) => setDraft(stationId, path, base, field, value);
  const count = Object.keys(edits).length;
  const ready = problems.length > 0 ? 'parameters.fixFirst' : count === 0 ? 'parameters.nothing' : true;

  const chosenBy = (alone: boolean | undefined) => {
    const split = splitEdits(group);
    return alone === true || Object.keys(split.plain).length === 0 ? split.alone : split.plain;
  };
  useOffer(
    parameters.apply,
    ({ alone }) => {
      askOrder({
        proposal: { stationId, slot, content: { type: 'set', group: definition.id, edits: chosenBy(alone) } },
        surface: 'button',
        base: { version: draft?.version ?? version, values: draft?.values ?? known },
      });
    },
    { available: canEdit ? ready : false },
  );
  useOffer(form.save, () => commands.run(parameters.apply, {}, 'key'), {
    available: canEdit ? ready : false,
  });
  useOffer(
    parameters.back,
    ({ field }) => clearDraft(stationId, path, field === undefined ? undefined : [field]),
    { available: draft === undefined ? 'parameters.nothing' : true },
  );
  useOffer(
    parameters.edit,
    ({ field, value }) => {
      const found = definition.fields.find(({ id }) => id === field);
      if (found !== undefined) type(field, found.type === 'number' ? value : draftValue(found, value));
    },
    {
      of: path,
      available: canEdit,
      choices: (argument, { field }) =>
        argument === 'field'
          ? definition.fields
              .filter((candidate) => editChoices(candidate, text).length > 0)
              .map(({ id }) => ({ value: id, label: text(fieldMessage(definition.id, id)) }))
          : editChoices(
              definition.fields.find(({ id }) => id === field),
              text,
            ),
    },
  );
  useOffer(
    parameters.group,
    ({ group: wanted, section }) => {
      if (wanted !== path) props.onGroup(wanted);
      const target =
        section === undefined
          ? body.current?.querySelector('tbody')
          : body.current?.querySelector(`[data-section="${CSS.escape(section)}"]`);
      target?.scrollIntoView({ block: 'start' });
    },
    {
      choices: () =>
        groups.map((entry) => ({ value: entry.path, label: `${entry.device} · ${entry.title}` })),
    },
  );
  return (
    <div className="panelv fill grid" ref={body}>
      <GroupNav groups={groups} chosen={group} />
      <div className="panelv__main column yields paper">
        <StandardBar group={group} canEdit={canEdit} onType={type} />
        <FieldTable
          group={group}
          underWay={underWay?.orders ?? []}
          zone={zone}
          now={now}
          canEdit={canEdit}
          onType={type}
          hints={hints}
        />
        {canEdit && <SetBar group={group} />}
      </div>
      <Rail stationId={stationId} group={group} data={data} zone={zone} now={now} impact={props.impact} />
    </div>
  );
}
