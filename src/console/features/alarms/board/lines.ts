/** The board's lines: stations with their alarms, the worst first; and how their order is kept. Pure. */
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { compareAlarms } from '../../../state/alarms/order.ts';

/** Alarms of a station in their order, the worst first. */
export interface StationAlarms {
  readonly stationId: number;
  readonly alarms: readonly AlarmView[];
}
export type BoardLine =
  | {
      readonly type: 'station';
      readonly stationId: number;
      readonly alarms: readonly AlarmView[];
      readonly isFolded: boolean;
    }
  | { readonly type: 'alarm'; readonly alarm: AlarmView };

/** By station; a station stands where its worst alarm would. */
export function byStation(alarms: readonly AlarmView[]): readonly StationAlarms[] {
  const groups = new Map<number, AlarmView[]>();
  for (const alarm of alarms.toSorted(compareAlarms)) {
    const own = groups.get(alarm.stationId);
    if (own === undefined) groups.set(alarm.stationId, [alarm]);
    else own.push(alarm);
  }
  return [...groups].map(([stationId, own]) => ({ stationId, alarms: own }));
}

/** The order in which alarms stood, by station. */
export type KeptOrder = readonly { readonly stationId: number; readonly alarmIds: readonly number[] }[];

export const orderOf = (groups: readonly StationAlarms[]): KeptOrder =>
  groups.map(({ stationId, alarms }) => ({ stationId, alarmIds: alarms.map(({ id }) => id) }));

/**
 * The alarms in the order in which they stood: what moved stays where it was, as it is now, and what came since is
 * counted. `find`: an alarm that is listed no more, such as one that was closed meanwhile; undefined = it is gone.
 */
export function inKeptOrder(
  kept: KeptOrder,
  alarms: readonly AlarmView[],
  find: (id: number) => AlarmView | undefined,
): { readonly groups: readonly StationAlarms[]; readonly newer: number } {
  const listed = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  let stood = 0;
  const groups = kept.flatMap(({ stationId, alarmIds }) => {
    const own = alarmIds.flatMap((id) => {
      const alarm = listed.get(id);
      if (alarm !== undefined) stood += 1;
      const shown = alarm ?? find(id);
      return shown === undefined ? [] : [shown];
    });
    return own.length === 0 ? [] : [{ stationId, alarms: own }];
  });
  return { groups, newer: listed.size - stood };
}

export function linesOf(groups: readonly StationAlarms[], folded: readonly number[]): readonly BoardLine[] {
  return groups.flatMap(({ stationId, alarms }) => {
    const isFolded = folded.includes(stationId);
    return [
      { type: 'station' as const, stationId, alarms, isFolded },
      ...(isFolded ? [] : alarms.map((alarm) => ({ type: 'alarm' as const, alarm }))),
    ];
  });
}

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
