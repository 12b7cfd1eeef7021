import { proxy, ref, useSnapshot } from 'valtio';

/** The worst alarm of a station, as its marks on the map, in lists and heads say it. */
export interface StationAlarm {
  readonly alarmId: number;
  /** 1 blue to 4 red: the present level, of one that has returned its highest. */
  readonly rank: number;
  /** Its condition holds: the glyph is filled, else hollow. */
  readonly holds: boolean;
  /** Nobody has answered it. */
  readonly asks: boolean;
  /** Alarms of the station that are marked. */
  readonly count: number;
  /** What decided it: value of which channel of which sensor. Null = of no channel. */
  readonly channel: { readonly sensorId: number | null; readonly row: string; readonly id: string } | null;
}

const none: ReadonlyMap<number, StationAlarm> = new Map();
/** Alarms of stations by station id, filled by what fetches them: that comes after the first screen. */
export const marked = proxy<{ byStation: ReadonlyMap<number, StationAlarm>; byRank: readonly number[] }>({
  byStation: ref(none),
  byRank: ref([]),
});

/** The worst alarm of each station that has one. */
export const useStationAlarms = (): ReadonlyMap<number, StationAlarm> =>
  useSnapshot(marked).byStation as ReadonlyMap<number, StationAlarm>;

/** The worst alarm of a station; undefined = it has none. */
export const useStationAlarm = (stationId: number): StationAlarm | undefined =>
  useStationAlarms().get(stationId);
