/** What a script knows of stations, their sensors, and what these said. */
import type { GroupParameters, HistoryChannels, KindValues } from './catalogue.ts';

export type GroupId = keyof GroupParameters;
export type SensorKind = Exclude<keyof HistoryChannels & string, 'rtu'>;
/** UTC milliseconds. */
export type Moment = number;

/** Why one device was left out, in words. */
export interface Reason {
  readonly id: string;
  readonly text: string;
}
export interface Failed {
  readonly station: Station;
  readonly slot: number | null;
  readonly ok: false;
  readonly reason: Reason;
}
/** What a device reported of a group. */
export interface Reported<G extends GroupId> {
  readonly station: Station;
  /** null = the RTU itself. */
  readonly slot: number | null;
  readonly ok: true;
  readonly values: GroupParameters[G];
  /** When the device reported each. */
  readonly at: { readonly [F in keyof GroupParameters[G]]?: Moment };
  /** Seconds since. */
  readonly ages: { readonly [F in keyof GroupParameters[G]]?: number };
}
export interface Latest<K extends keyof KindValues & string = keyof KindValues & string> {
  /** null = the RTU itself. */
  readonly slot: number | null;
  readonly kind: K;
  readonly row: string;
  /** Node or layer from 1; 0 = the row's own values. */
  readonly element: number;
  readonly at: Moment;
  readonly receivedAt: Moment;
  readonly values: KindValues[K];
}

export interface Sensor {
  readonly station: Station;
  readonly id: number;
  readonly slot: number;
  readonly kind: SensorKind;
  readonly name: string | null;
  /** Reads from the device; throws where it could not be read. */
  read<G extends GroupId>(group: G): Promise<GroupParameters[G]>;
  /** As last reported: nothing is asked of the device. */
  reported<G extends GroupId>(group: G): Promise<Reported<G> | Failed>;
}
export interface Station {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Code of its project. */
  readonly project: string;
  readonly site: string;
  /** Serial number of its RTU. */
  readonly sn: string | null;
  readonly state: StationState;
  readonly link: 'connected' | 'asleep' | 'overdue' | 'silent' | 'unknown';
  /**
   * True while the device of one of its sensors reports an alarm: nobody should thin its watch, or raise its
   * limits.
   */
  readonly deviceAlarm: boolean;
  readonly fault: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** Minutes that its clocks are east of UTC now. */
  readonly utcOffset: number;
  /** Seconds. */
  readonly sendCycle: number;
  readonly lastContactAt: Moment | null;
  readonly expectedContact: { readonly at: Moment; readonly plusMinus: number } | null;
  /** V. */
  readonly batteryVoltage: number | null;
  /** %. */
  readonly batteryCharge: number | null;
  readonly sensors: readonly Sensor[];
  /** The first sensor of a kind, or the one in a slot. */
  sensor(which: SensorKind | number): Sensor | undefined;
  /** Its newest readings; 'rtu' = of the RTU itself. */
  latest(): Promise<readonly Latest[]>;
  latest<K extends keyof KindValues & string>(kind: K): Promise<readonly Latest<K>[]>;
  /** Reads from the device and waits until it has answered, days if need be; throws where it could not be read. */
  read<G extends GroupId>(group: G): Promise<GroupParameters[G]>;
  /** As last reported: nothing is asked of the device. */
  reported<G extends GroupId>(group: G): Promise<Reported<G> | Failed>;
}
export type StationState = 'deviceAlarm' | 'silent' | 'late' | 'fault' | 'offline' | 'ok' | 'asleep';
/** A station (its RTU, or its only sensor that fits), a sensor, or a slot of a station. */
export type Device = Station | Sensor | { readonly station: Station; readonly slot: number | null };

/** What a condition can compare: sets are not among it. */
type Comparable<T> = Extract<T, number | string | boolean | null>;
/** Compared with what the device last reported; what is not known fits no condition. */
export type Condition = {
  [G in GroupId]: {
    [F in keyof GroupParameters[G] & string]: {
      readonly group: G;
      readonly field: F;
      readonly is?: Comparable<GroupParameters[G][F]>;
      readonly not?: Comparable<GroupParameters[G][F]>;
      readonly above?: number;
      readonly below?: number;
    };
  }[keyof GroupParameters[G] & string];
}[GroupId];
export interface StationFilter {
  /** Code or name. */
  readonly project?: string | readonly string[];
  /** Name or path (`River / Bank`) of a folder that the company shares: in it, or in one of those in it. */
  readonly folder?: string | readonly string[];
  readonly kind?: SensorKind | readonly SensorKind[];
  readonly state?: StationState | readonly StationState[];
  /** Part of the code, the name or the serial number. */
  readonly text?: string;
  readonly codes?: readonly string[];
  /** All of them must hold. */
  readonly where?: Condition | readonly Condition[];
}
