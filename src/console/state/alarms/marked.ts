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

/** What alarms at a station where that is not the value that stands for the station. */
export interface AlarmValue {
  /** The number, without its unit. */
  readonly value: string;
  readonly unit: string;
  /** What it is of, in words. */
  readonly channel: string;
  /** When it was measured, UTC ms; null = time alone decided. */
  readonly t: number | null;
  /** Its last 24 h, evenly spaced; empty = not known. */
  readonly spark: readonly (number | null)[];
}

const noValues: ReadonlyMap<number, AlarmValue> = new Map();
const none: ReadonlyMap<number, StationAlarm> = new Map();
/** Alarms of stations by station id, filled by what fetches them: that comes after the first screen. */
export const marked = proxy<{
  byStation: ReadonlyMap<number, StationAlarm>;
  byRank: readonly number[];
  /** By station id, of those in sight. */
  values: ReadonlyMap<number, AlarmValue>;
}>({
  byStation: ref(none),
  values: ref(noValues),
  byRank: ref([]),
});

/** The worst alarm of each station that has one. */
export const useStationAlarms = (): ReadonlyMap<number, StationAlarm> =>
  useSnapshot(marked).byStation as ReadonlyMap<number, StationAlarm>;

/** What alarms at stations in sight, where it is not the value that stands for the station. */
export const useAlarmValues = (): ReadonlyMap<number, AlarmValue> =>
  useSnapshot(marked).values as ReadonlyMap<number, AlarmValue>;

/** The worst alarm of a station; undefined = it has none. */
export const useStationAlarm = (stationId: number): StationAlarm | undefined =>
  useStationAlarms().get(stationId);
