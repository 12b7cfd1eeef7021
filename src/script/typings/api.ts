/** What does not depend on the catalogue of the declarations that scripts are checked against. */
export const api = `  export type GroupId = keyof GroupParameters;
  export type SensorKind = Exclude<keyof HistoryChannels, 'rtu'>;
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
  export interface Latest<K extends keyof KindValues = keyof KindValues> {
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
    latest<K extends keyof KindValues>(kind: K): Promise<readonly Latest<K>[]>;
    /** Reads from the device and waits until it has answered, days if need be; throws where it could not be read. */
    read<G extends GroupId>(group: G): Promise<GroupParameters[G]>;
    /** As last reported: nothing is asked of the device. */
    reported<G extends GroupId>(group: G): Promise<Reported<G> | Failed>;
  }
  export type StationState =
    | 'deviceAlarm' | 'silent' | 'late' | 'fault' | 'offline' | 'ok' | 'asleep';
  /** A station (its RTU, or its only sensor that fits), a sensor, or a slot of a station. */
  export type Device = Station | Sensor | { readonly station: Station; readonly slot: number | null };

  /** Compared with what the device last reported; what is not known fits no condition. */
  export type Condition = {
    [G in GroupId]: {
      [F in keyof GroupParameters[G] & string]: {
        readonly group: G;
        readonly field: F;
        readonly is?: GroupParameters[G][F];
        readonly not?: GroupParameters[G][F];
        readonly above?: number;
        readonly below?: number;
      };
    }[keyof GroupParameters[G] & string];
  }[GroupId];
  export interface StationFilter {
    /** Code or name. */
    readonly project?: string | readonly string[];
    readonly kind?: SensorKind | readonly SensorKind[];
    readonly state?: StationState | readonly StationState[];
    /** Part of the code, the name or the serial number. */
    readonly text?: string;
    readonly codes?: readonly string[];
    /** All of them must hold. */
    readonly where?: Condition | readonly Condition[];
  }

  export const fleet: {
    /** Stations that you may see, by code. */
    stations(filter?: StationFilter): Promise<readonly Station[]>;
    latest(stations: Station | readonly Station[]): Promise<readonly { readonly station: Station; readonly readings: readonly Latest[] }[]>;
    latest<K extends keyof KindValues>(
      stations: Station | readonly Station[],
      kind: K,
    ): Promise<readonly { readonly station: Station; readonly readings: readonly Latest<K>[] }[]>;
    /** Reads from all of the devices at once and waits until each has answered or cannot any more; one call. */
    read<G extends GroupId>(devices: Device | readonly Device[], group: G): Promise<readonly (Reported<G> | Failed)[]>;
    /** As last reported, with its age: nothing is asked of the devices. */
    reported<G extends GroupId>(devices: Device | readonly Device[], group: G): Promise<readonly (Reported<G> | Failed)[]>;
    /** A statistic over a time, of every sensor of a kind; 'rtu' = of the RTUs themselves (slot null). */
    history<K extends keyof HistoryChannels, C extends HistoryChannels[K]>(
      stations: Station | readonly Station[],
      kind: K,
      channels: C | readonly C[],
      over: { readonly from: Moment | Date | string; readonly to?: Moment | Date | string; readonly statistic?: Statistic },
    ): Promise<
      readonly (
        | { readonly station: Station; readonly slot: K extends 'rtu' ? null : number; readonly ok: true; readonly values: { readonly [P in C]: number | null } }
        | Failed
      )[]
    >;
  };

  export interface StepOptions {
    /** Once the step before it on the same device is verified, or so many seconds after it. */
    readonly after?: 'verified' | { readonly delay: number };
    /** Stands beside it in the plan. */
    readonly reason?: string;
  }
  export interface SetOptions<G extends GroupId> extends StepOptions {
    /** Fields that belong to one device and are meant to be set on several. */
    readonly own?: readonly (keyof GroupEdits[G] & string)[];
  }
  /** What a group's parameters are, by the catalogue. */
  export interface Parameter<G extends GroupId> {
    readonly id: (keyof GroupParameters[G] | keyof GroupEdits[G]) & string;
    /** Belongs to one device, and as what; null = may be the same on many. */
    readonly own: 'calibration' | 'installation' | 'identity' | null;
    /** A wrong value can cut the device off: it is set alone. */
    readonly stranding: boolean;
    /** Devices report it: it is no secret. */
    readonly reported: boolean;
    readonly settable: boolean;
  }
  export function parameters<G extends GroupId>(group: G): readonly Parameter<G>[];
  export interface Rollout {
    /** Devices of each batch, or their share: [1, 5, '20%']; the last is repeated. */
    readonly batches?: readonly (number | \`\${number}%\`)[];
    /** Devices at the same time. */
    readonly concurrency?: number;
    /** [4, 10]: stop when 4 or more of the last 10 fail. */
    readonly stopAt?: readonly [failed: number, of: number];
    /** By next contact, as given, or by code. */
    readonly order?: 'wake' | 'given' | 'code';
    /** Seconds that a device is waited for. */
    readonly timeout?: number;
    /** Seconds between the end of a device and the begin of the next: they go one at a time. */
    readonly gap?: number;
  }
  /** Nothing is set by a script: it proposes a plan, which you review and approve. */
  export const plan: {
    /**
     * A field that is set again keeps its last value alone, unless a step between them, or the later one, waits (after).
     * A field that belongs to one device (calibration, installation, identity) and is set on several is left out by name,
     * unless \`own\` names it.
     */
    set<G extends GroupId>(device: Device, group: G, edits: GroupEdits[G], options?: SetOptions<G>): Promise<void>;
    send<A extends keyof Actions>(device: Device, action: A, args?: Actions[A], options?: StepOptions): Promise<void>;
    /** Leaves a device out, by name. */
    skip(device: Device, why: string): Promise<void>;
    rollout(options: Rollout): Promise<void>;
    title(text: string): Promise<void>;
  };

  export function log(...values: readonly unknown[]): void;
  /** Rows as a table of the run, and what its columns are called. */
  export function table(rows: readonly Readonly<Record<string, unknown>>[], heads?: Readonly<Record<string, Words>>): void;
  export function progress(done: number, total: number, text?: string): void;

  /** In the languages of the console. */
  export interface Words {
    readonly 'zh-chs'?: string;
    readonly en?: string;
    readonly ja?: string;
  }
  /**
   * The text in the language of the user who started the run, English where it is missing: for reasons, log lines,
   * names of columns and titles.
   */
  export function words(texts: Words): string;
  interface Described {
    readonly title?: Words;
    readonly description?: Words;
  }
  /** An argument whose value is a T. */
  export interface Argument<T> {
    readonly type: string;
    readonly value?: T;
  }
  export function number(
    is?: Described & { readonly min?: number; readonly max?: number; readonly step?: number; readonly unit?: string; readonly default?: number },
  ): Argument<number>;
  export function text(is?: Described & { readonly maxLength?: number; readonly default?: string }): Argument<string>;
  export function flag(is?: Described & { readonly default?: boolean }): Argument<boolean>;
  export function choice<const V extends string>(
    is: Described & { readonly choices: readonly (V | { readonly value: V; readonly title?: Words })[]; readonly default?: NoInfer<V> },
  ): Argument<V>;
  /** Code of a project. */
  export function project(is?: Described & { readonly default?: string }): Argument<string>;
  /** Codes of stations. */
  export function stations(is?: Described & { readonly default?: readonly string[] }): Argument<readonly string[]>;
  /**
   * Declares the script's arguments and answers what was given. Call it once, first of all: a form is drawn of it
   * without the rest of the script being run.
   */
  export function args<const A extends Readonly<Record<string, Argument<unknown>>>>(
    declared: A,
    about?: Described,
  ): { readonly [N in keyof A]: A[N] extends Argument<infer T> ? T : never };

  /** Thrown by a call that is refused, and by station.read where the device could not be read. */
  export class ScriptError extends Error {
    readonly id: string;
    readonly params: Readonly<Record<string, string | number>>;
  }
  global {
    /** As log(). */
    const console: {
      log(...values: readonly unknown[]): void;
      info(...values: readonly unknown[]): void;
      warn(...values: readonly unknown[]): void;
      error(...values: readonly unknown[]): void;
      table(rows: readonly Readonly<Record<string, unknown>>[]): void;
    };
  }
`;
