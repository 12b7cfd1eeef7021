/** What a panel shows of each group of a station: on device, pending, edited, and what is wrong with the edits. */
import { useMemo } from 'react';
import { groups, kindByCode, rtu } from '../../../catalogue/index.ts';
import type { GroupDefinition, GroupId, ParameterField, ParameterValue } from '../../../catalogue/model.ts';
import type { ParameterDevice, ParameterState } from '../../../contract/devices/parameters.ts';
import { groupMessage, kindMessage } from '../../../derive/messages.ts';
import { parameterFields } from '../../../derive/parameter-fields.ts';
import { groupPath } from '../../../domain/device-path.ts';
import { type Draft, draftEdits } from '../../../domain/parameters/parameter-edits.ts';
import { checkGroup, type ParameterProblem } from '../../../domain/parameters/parameter-rules.ts';
import { isStranding, lastLifeline } from '../../../domain/parameters/set-rules.ts';
import { type Text, useText } from '../../components/i18n.ts';
import { type GroupDraft, useDrafts } from '../../state/devices/drafts.ts';
import { type StationParameters, useParameters } from '../../state/devices/parameters.ts';

export interface PanelGroup {
  /** Names it (domain/device-path). */
  readonly path: string;
  readonly slot: number | null;
  readonly kind: number | null;
  readonly definition: GroupDefinition;
  readonly device: string;
  readonly title: string;
  readonly version: number;
  readonly states: Readonly<Record<string, ParameterState>>;
  /** What the device has, or will have once what is under way has landed. */
  readonly known: Draft;
  readonly draft: GroupDraft | undefined;
  readonly edits: Draft;
  readonly problems: readonly ParameterProblem[];
}

const none: Readonly<Record<string, ParameterState>> = {};
const wantedOf = (state: ParameterState): ParameterValue => state.pending?.value ?? state.value;

/** Name of a device on screen: RTU, or its slot with its own name or its kind's. */
export function deviceName(device: Pick<ParameterDevice, 'target' | 'kind' | 'name'>, text: Text): string {
  const { slot } = device.target;
  if (slot === null) return text('group.rtu');
  const kind = device.kind === null ? undefined : kindByCode(device.kind);
  return `${slot} · ${device.name ?? text(kindMessage(kind?.id ?? 'none'))}`;
}

/** What is wrong with edits; the last way to reach the device cannot be turned off. */
function problemsOf(definition: GroupDefinition, edits: Draft, known: Draft): readonly ParameterProblem[] {
  const found = checkGroup(definition, edits, known);
  const lifeline = lastLifeline(definition, edits, known);
  const all: readonly ParameterProblem[] =
    lifeline === null ? found : [...found, { field: lifeline, reason: 'lifeline', params: {} }];
  // One problem a field: the next is shown when the first is corrected.
  return all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index);
}

function panelGroup(
  device: ParameterDevice,
  id: GroupId,
  drafts: Readonly<Record<string, GroupDraft>>,
  text: Text,
): PanelGroup {
  const { slot } = device.target;
  const path = groupPath(slot, id);
  const kind = device.kind === null ? undefined : kindByCode(device.kind);
  const fields: readonly ParameterField[] = parameterFields(id, kind);
  const definition = { ...groups[id], fields };
  const reported = device.groups.find(({ group }) => group === id);
  const states = reported?.fields ?? none;
  const known = Object.fromEntries(Object.entries(states).map(([field, state]) => [field, wantedOf(state)]));
  const draft = drafts[path];
  const edits = draftEdits(fields, draft?.draft ?? {}, known);
  return {
    path,
    slot,
    kind: device.kind,
    definition,
    device: deviceName(device, text),
    title: text(groupMessage(id)),
    version: reported?.version ?? 0,
    states,
    known,
    draft,
    edits,
    problems: problemsOf(definition, edits, known),
  };
}

export interface Panels {
  readonly data: StationParameters | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
  readonly groups: readonly PanelGroup[];
}

/** Every group of a station's devices, the RTU's first; none while it is not asked for. */
export function usePanels(stationId: number, enabled = true): Panels {
  const text = useText();
  const { data, error, refetch } = useParameters(stationId, enabled);
  const drafts = useDrafts(stationId);
  const drafted = JSON.stringify(drafts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drafts are new objects at each paint; their text is not
  const found = useMemo(
    () =>
      (data?.devices ?? []).flatMap((device) =>
        ((device.kind === null ? rtu : kindByCode(device.kind))?.groups ?? []).map((id) =>
          panelGroup(device, id, drafts, text),
        ),
      ),
    [data, drafted, text],
  );
  return { data, error, refetch: () => void refetch(), groups: found };
}

/** Edits in the sets that they go in: what may cut the device off goes by itself. */
export function splitEdits({ definition, edits }: PanelGroup): {
  readonly plain: Draft;
  readonly alone: Draft;
} {
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(edits).filter(([id]) => isStranding(definition, [id]) === wanted));
  return { plain: pick(false), alone: pick(true) };
}

/** When the newest of a group was read; null = never. */
export const readAt = (group: PanelGroup): number | null =>
  Object.values(group.states).reduce<number | null>(
    (newest, { at }) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  );
