import type { EnumValue } from '../../catalogue/index.ts';
import { day, hour } from '../signals/calendar.ts';
import type { Movement } from '../signals/movement.ts';
import type { SiteType } from './areas.ts';

/** What befalls one station of the plan beyond the ordinary. Moments are relative to the fleet's anchor, ms. */
export interface Fate {
  readonly site?: SiteType;
  /** Sensor type codes by slot. */
  readonly kit?: readonly number[];
  /** Collects every minute and has a year of it. */
  readonly everyMinute?: true;
  /** Movement of its lead sensor creeps. */
  readonly creeps?: true;
  readonly episode?: NonNullable<Movement['episode']>;
  /** Seconds at which it collects and reports all the time. */
  readonly cycle?: number;
  /** Seconds; fast collect is on. */
  readonly fastCycle?: number;
  readonly awake?: true;
  readonly pace?: number;
  readonly silentSince?: number;
  readonly weakSince?: number;
  readonly installState?: EnumValue<'installState'>;
  /** Slot of a sensor that is broken since a moment. */
  readonly broken?: { readonly slot: number; readonly since: number };
  readonly flag?: { readonly name: string; readonly since: number };
  readonly removed?: { readonly from: number; readonly to: number };
  /** Settings of the lead sensor or of others by slot. */
  readonly settings?: Readonly<Record<number, Readonly<Record<string, number>>>>;
}

/**
 * Fates by the station's number in the plan: about 2 % in alarm, a few late or silent, a few faults; all others are
 * ordinary. The numbers choose the area (number mod 14), so that stories stand where the rain was placed.
 */
export const fates: Readonly<Record<number, Fate>> = {
  0: { site: 'slope', kit: [4, 8, 12], everyMinute: true, creeps: true },
  1: {
    site: 'slope',
    kit: [9, 17, 10],
    fastCycle: 120,
    awake: true,
    episode: { start: -5 * day, length: 5.5 * day, peak: 0.95 },
  },
  2: {
    site: 'slope',
    kit: [4, 7],
    fastCycle: 300,
    episode: { start: -7 * day, length: 8 * day, peak: 0.38 },
  },
  3: {
    site: 'slope',
    kit: [8, 12],
    fastCycle: 300,
    episode: { start: -11 * day, length: 11 * day, peak: 4.2 },
  },
  4: {
    site: 'slope',
    kit: [2, 12],
    episode: { start: -24 * day, length: 24 * day, peak: 3.6 },
  },
  8: { site: 'slope', kit: [4, 6, 17], fastCycle: 180, settings: { 1: { 'moisture/highAlarm': 30 } } },
  9: { site: 'slope', kit: [4, 8], episode: { start: -24 * day, length: 12 * day, peak: 0.42 } },
  10: {
    site: 'slope',
    kit: [9, 17, 6],
    fastCycle: 60,
    awake: true,
    episode: { start: -30 * day, length: 9 * day, peak: 0.33 },
  },
  // Moves since last evening, and is at its worst as the demo begins.
  16: {
    site: 'slope',
    kit: [11, 7, 17],
    cycle: 300,
    awake: true,
    episode: { start: -9.5 * hour, length: 10 * hour, peak: 2.67 },
  },
  18: { removed: { from: -44 * day, to: -33 * day } },
  20: { pace: 2.4 },
  25: { silentSince: -9 * hour },
  29: { broken: { slot: 0, since: -2.2 * day } },
  // Came down in the rain of three weeks ago, and has been quiet since.
  32: { site: 'slope', episode: { start: -24 * day, length: 4 * day, peak: 0.42 } },
  33: { pace: 2.2 },
  36: { weakSince: -27 * day },
  40: { removed: { from: -70 * day, to: -61 * day } },
  47: { silentSince: -3.1 * day },
  52: { broken: { slot: 0, since: -5 * day } },
  57: { weakSince: -24 * day },
  61: { silentSince: -26 * hour },
  66: { removed: { from: -21 * day, to: -16 * day } },
  71: { flag: { name: 'center2', since: -30 * hour } },
  83: { installState: 'removed', silentSince: -12 * day },
  97: { installState: 'notInstalled', silentSince: -400 * day },
};

/** Rain that the stories need, by area number; `start` relative to the anchor. */
export const placedRain: Readonly<
  Record<number, readonly { readonly start: number; readonly length: number; readonly amount: number }[]>
> = {
  0: [{ start: -52 * hour, length: 14 * hour, amount: 38 }],
  1: [
    { start: -5.2 * day, length: 20 * hour, amount: 74 },
    { start: -30 * hour, length: 11 * hour, amount: 46 },
  ],
  2: [{ start: -7 * day, length: 18 * hour, amount: 58 }],
  3: [{ start: -11 * day, length: 22 * hour, amount: 66 }],
  8: [{ start: -22 * hour, length: 16 * hour, amount: 82 }],
  10: [{ start: -2.5 * hour, length: 10 * hour, amount: 44 }],
  11: [{ start: -1 * hour, length: 7 * hour, amount: 21 }],
  12: [{ start: -5 * day, length: 26 * hour, amount: 148 }],
};
