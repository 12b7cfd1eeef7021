/** The board's lines: stations and floods with their alarms; and how their order is kept. Pure. */
import { type AlarmFlood, type FloodCause, floodKey } from '../../../../domain/alarms/flood.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';

/** Where an alarm stands on the board: its station; below 0 the company of one of the alarm system itself. */
export const placeOf = ({ companyId, stationId }: Pick<AlarmView, 'companyId' | 'stationId'>): number =>
  companyId === null ? stationId : -companyId;

/** What a group of the board is: a station (or what `placeOf` says), or a flood. */
export type GroupOf =
  | { readonly type: 'station'; readonly stationId: number }
  | { readonly type: 'flood'; readonly cause: FloodCause; readonly peak: number };
/** Alarms of a station, or of a flood, in their order. */
export interface AlarmGroup {
  readonly of: GroupOf;
  readonly alarms: readonly AlarmView[];
}
export type BoardLine =
  | {
      readonly type: 'station';
      readonly stationId: number;
      readonly alarms: readonly AlarmView[];
      readonly isFolded: boolean;
    }
  | {
      readonly type: 'flood';
      readonly key: string;
      readonly cause: FloodCause;
      readonly peak: number;
      readonly alarms: readonly AlarmView[];
      readonly isFolded: boolean;
    }
  /** `alone`: no line above it says of which station it is. */
  | { readonly type: 'alarm'; readonly alarm: AlarmView; readonly alone: boolean };

/** By station, those of a flood together; a group stands where its first alarm would. */
export function groupsOf(
  alarms: readonly AlarmView[],
  floods: readonly AlarmFlood[] = [],
  compare: (a: AlarmView, b: AlarmView) => number = compareAlarms,
): readonly AlarmGroup[] {
  const floodOf = new Map(floods.flatMap((flood) => flood.alarmIds.map((id) => [id, flood] as const)));
  const groups = new Map<string, { readonly of: GroupOf; readonly alarms: AlarmView[] }>();
  for (const alarm of alarms.toSorted(compare)) {
    const flood = floodOf.get(alarm.id);
    const key = flood === undefined ? `s${placeOf(alarm)}` : floodKey(flood.cause);
    const own = groups.get(key);
    if (own !== undefined) own.alarms.push(alarm);
    else if (flood === undefined)
      groups.set(key, { of: { type: 'station', stationId: placeOf(alarm) }, alarms: [alarm] });
    else groups.set(key, { of: { type: 'flood', cause: flood.cause, peak: flood.peak }, alarms: [alarm] });
  }
  return [...groups.values()];
}

/** The order in which alarms stood, by group. */
export type KeptOrder = readonly { readonly of: GroupOf; readonly alarmIds: readonly number[] }[];

export const orderOf = (groups: readonly AlarmGroup[]): KeptOrder =>
  groups.map(({ of, alarms }) => ({ of, alarmIds: alarms.map(({ id }) => id) }));

/**
 * The alarms in the order in which they stood: what moved stays where it was, as it is now, and what came since is
 * counted. `find`: an alarm that is listed no more, such as one that was closed meanwhile; undefined = it is gone.
 */
export function inKeptOrder(
  kept: KeptOrder,
  alarms: readonly AlarmView[],
  find: (id: number) => AlarmView | undefined,
): { readonly groups: readonly AlarmGroup[]; readonly newer: number } {
  const listed = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  let stood = 0;
  const groups = kept.flatMap(({ of, alarmIds }) => {
    const own = alarmIds.flatMap((id) => {
      const alarm = listed.get(id);
      if (alarm !== undefined) stood += 1;
      const shown = alarm ?? find(id);
      return shown === undefined ? [] : [shown];
    });
    return own.length === 0 ? [] : [{ of, alarms: own }];
  });
  return { groups, newer: listed.size - stood };
}

/** @param folded stations of which the head alone is shown @param opened keys of floods whose alarms are shown */
export function linesOf(
  groups: readonly AlarmGroup[],
  folded: readonly number[],
  opened: readonly string[] = [],
): readonly BoardLine[] {
  return groups.flatMap(({ of, alarms }): readonly BoardLine[] => {
    const rows = (alone: boolean) => alarms.map((alarm) => ({ type: 'alarm' as const, alarm, alone }));
    if (of.type === 'flood') {
      const key = floodKey(of.cause);
      const isFolded = !opened.includes(key);
      return [{ ...of, key, alarms, isFolded }, ...(isFolded ? [] : rows(true))];
    }
    const isFolded = folded.includes(of.stationId);
    return [
      { type: 'station' as const, stationId: of.stationId, alarms, isFolded },
      ...(isFolded ? [] : rows(false)),
    ];
  });
}

/** What keys walk over: the alarms that have a row, and of a folded flood its first one. */
export const walked = (lines: readonly BoardLine[]): readonly AlarmView[] =>
  lines.flatMap((line) => {
    if (line.type === 'alarm') return [line.alarm];
    return line.type === 'flood' && line.isFolded ? line.alarms.slice(0, 1) : [];
  });

/** The line that stands for an alarm: its own, or that of the folded flood that it is in; −1 = none. */
export function lineAt(lines: readonly BoardLine[], id: number | null): number {
  const own = lines.findIndex((line) => line.type === 'alarm' && line.alarm.id === id);
  if (own >= 0) return own;
  return lines.findIndex(
    (line) => line.type === 'flood' && line.isFolded && line.alarms.some((alarm) => alarm.id === id),
  );
}

/** The flood on the board that an alarm is in; undefined = none. */
export const floodLineOf = (lines: readonly BoardLine[], id: number | null) =>
  lines.find(
    (line): line is BoardLine & { readonly type: 'flood' } =>
      line.type === 'flood' && line.alarms.some((alarm) => alarm.id === id),
  );

/** The alarm `steps` from another one; past an end the last one there. Undefined where there is none. */
export function stepFrom(
  alarms: readonly AlarmView[],
  id: number | null,
  steps: number,
): AlarmView | undefined {
  const at = alarms.findIndex((alarm) => alarm.id === id);
  const to = at < 0 ? (steps > 0 ? 0 : alarms.length - 1) : at + steps;
  return alarms[Math.max(0, Math.min(alarms.length - 1, to))];
}

/** The next alarm for which `asking` holds, after another one and round the end. */
export function nextAsking(
  alarms: readonly AlarmView[],
  id: number,
  asking: (alarm: AlarmView) => boolean,
): AlarmView | undefined {
  const at = alarms.findIndex((alarm) => alarm.id === id);
  return [...alarms.slice(at + 1), ...alarms.slice(0, Math.max(0, at))].find(asking);
}
