/** What was done, put together as the lines of a script say it. Pure. */
import { kindByCode } from '../../../catalogue/index.ts';
import type { ScriptStep } from '../../../command/script.ts';
import type { Draft } from '../../../domain/parameters/parameter-edits.ts';
import type { Recorded } from './recorder.ts';

/** A station as the script names it. */
export interface KnownStation {
  readonly code: string;
  /** Sensor type codes by slot. */
  readonly kinds: ReadonlyMap<number, number>;
}

export interface RecordedAct {
  readonly type: 'station' | 'set' | 'send' | 'read' | 'remark';
  readonly stationId: number;
  readonly slot: number | null;
  /** Group, action, or the text of a remark. */
  readonly of: string;
  /** Edits, or arguments. */
  readonly values: Draft;
  readonly reason: string;
  /** UTC ms; of a remark. */
  readonly at: number;
  /** By field: the values that it was set to before the last. */
  readonly earlier: Readonly<Record<string, readonly Draft[string][]>>;
}

const blank = { slot: null, of: '', values: {}, reason: '', at: 0, earlier: {} } as const;

/** The acts of a step; reading all of a station is one act for each of its devices. */
export function actsOfStep(
  step: ScriptStep,
  known: ReadonlyMap<number, KnownStation>,
): readonly RecordedAct[] {
  const { stationId } = step;
  if (step.type === 'station') return [{ ...blank, type: 'station', stationId }];
  if (step.type === 'remark') return [{ ...blank, type: 'remark', stationId, of: step.text, at: step.at }];
  if (step.type === 'send') {
    const { slot, action, args, reason } = step;
    return [{ ...blank, type: 'send', stationId, slot, of: action, values: args, reason }];
  }
  if (step.type === 'set') {
    const { slot, group, edits, reason } = step;
    if (Object.keys(edits).length === 0) return [];
    return [{ ...blank, type: 'set', stationId, slot, of: group, values: edits, reason }];
  }
  const kinds = known.get(stationId)?.kinds;
  const slots = step.slot === 'all' ? [null, ...(kinds?.keys() ?? [])] : [step.slot];
  return slots.flatMap((slot) => {
    const group = slot === null ? 'rtu' : kindByCode(kinds?.get(slot) ?? -1)?.groups[0];
    return group === undefined ? [] : [{ ...blank, type: 'read' as const, stationId, slot, of: group }];
  });
}

/** A set behind one of the same group: of a field that both set the later value holds. */
function joined(first: RecordedAct, second: RecordedAct): RecordedAct {
  const earlier: Record<string, readonly Draft[string][]> = { ...first.earlier };
  for (const [field, value] of Object.entries(second.values)) {
    const before = first.values[field];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value))
      earlier[field] = [...(earlier[field] ?? []), before];
  }
  const reasons = [first.reason, second.reason].filter(Boolean);
  return {
    ...first,
    values: { ...first.values, ...second.values },
    reason: [...new Set(reasons)].join('; '),
    earlier,
  };
}

/**
 * In the order in which they were begun. A plan sets a field once: of one that was set several times the last value
 * stays, and the act lists the earlier ones. A station that was only looked at is left where more was done there.
 */
export function actsOf(
  entries: readonly Recorded[],
  known: ReadonlyMap<number, KnownStation>,
): readonly RecordedAct[] {
  const acts: RecordedAct[] = [];
  for (const act of entries.flatMap(({ steps }) => steps.flatMap((step) => actsOfStep(step, known)))) {
    const at = acts.findIndex(
      (one) =>
        one.type === act.type &&
        one.stationId === act.stationId &&
        one.slot === act.slot &&
        one.of === act.of &&
        act.type !== 'send' &&
        act.type !== 'remark',
    );
    const same = acts[at];
    if (same === undefined) acts.push(act);
    else acts[at] = joined(same, act);
  }
  const worked = new Set(
    acts.flatMap(({ type, stationId }) => (type === 'station' || type === 'remark' ? [] : [stationId])),
  );
  return acts.filter(({ type, stationId }) => type !== 'station' || !worked.has(stationId));
}
