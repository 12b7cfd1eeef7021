/** What the view of a row's devices shows: channels by their ids, and what is worked out of several readings. Data alone. */
import type { RowId } from '../../catalogue/model.ts';

export type DeclaredColumn =
  | string
  /** Its newest value less the one so many hours before, by the catalogue's rule of changes. */
  | { readonly change: string; readonly hours: number }
  /** Rain of the hours before the newest reading. */
  | { readonly rain: number }
  /** A figure of a string of nodes. */
  | { readonly profile: ProfileFigure };

export const profileFigures = ['movingDepth', 'movingRate', 'checksum'] as const;
export type ProfileFigure = (typeof profileFigures)[number];

export interface DeclaredView {
  readonly columns: readonly DeclaredColumn[];
  /** Channel of the little curves, where it is not the kind's first. */
  readonly curve?: string;
}

/** By row; one that is not here shows what it measures, the change of its first channel in a day, and its states. */
export const declared: Partial<Readonly<Record<RowId, DeclaredView>>> = {
  status: {
    columns: [
      'batteryVoltage',
      'batteryCharge',
      'chargeState',
      'signalStrength',
      'ambientTemperature',
      'communicationStandard',
      'operator',
      'sendCycle',
      'collectionCycle',
      'runStatus',
      'softwareVersion',
      'imei',
      'iccid',
    ],
    curve: 'batteryVoltage',
  },
  tilt: {
    columns: [
      'x',
      'y',
      'z',
      'tilt',
      { change: 'tilt', hours: 1 },
      { change: 'tilt', hours: 24 },
      'x1h',
      'y1h',
      'azimuth',
      'temperature',
      'alarmState',
      'firmware',
    ],
    curve: 'tilt',
  },
  crack: {
    columns: [
      'opening',
      { change: 'opening', hours: 1 },
      { change: 'opening', hours: 24 },
      'length',
      'temperature',
      'range',
      'alarmState',
      'runState',
      'firmware',
    ],
  },
  rain: {
    columns: [{ rain: 1 }, { rain: 24 }, 'daily', 'amount', 'resolution', 'alarmState', 'runState'],
    curve: 'amount',
  },
  profile: {
    columns: [
      { profile: 'movingDepth' },
      { profile: 'movingRate' },
      'cumulativeA',
      'cumulativeB',
      { profile: 'checksum' },
      'temperature',
      'alarmState',
      'runState',
    ],
  },
  level: {
    columns: [
      'level',
      { change: 'level', hours: 1 },
      { change: 'level', hours: 24 },
      'pressure',
      'temperature',
      'alarmState',
      'runState',
    ],
  },
};
