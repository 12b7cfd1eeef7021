/** What a device *is*, as data: the shapes of the catalogue's entries. No wording, no I/O. */
import type { Unit } from '../base/units.ts';

interface ChannelBase {
  /** Unique in its row; also the Sparkplug metric name and the storage column. */
  readonly id: string;
  /** Computed by the server when the device does not send it. */
  readonly derived?: true;
}
export interface NumberChannel extends ChannelBase {
  readonly type: 'number';
  readonly unit: Unit | null;
  /** Digits after the point as shown and stored on the wire to the chart. */
  readonly digits: number;
  /** May be drawn as a curve: has rollups. */
  readonly chart?: true;
  /**
   * May be shown relative to an initial value: a displacement, an angle, a level, as the device's zero action makes
   * it 0. `from`: it is made of the relative values of these channels of its row, `as` the total tilt of two angles or
   * the length of a vector; else it is its difference to the initial value.
   */
  readonly relative?: { readonly from: readonly string[]; readonly as: 'tilt' | 'length' } | true;
  /** Wraps at 360 °: has no min, max or mean. */
  readonly circular?: true;
  /**
   * An amount of the interval that ends at the row's time (rain): summed, not averaged, over hours and days, and split
   * by time where the interval crosses a border. Names the channel that holds the interval's length in seconds.
   */
  readonly sum?: { readonly interval: string };
}
export interface EnumChannel extends ChannelBase {
  readonly type: 'enum';
  readonly values: EnumId;
}
export interface FlagChannel extends ChannelBase {
  readonly type: 'flag';
  /** Two-valued enumeration whose words name false and true, where "no" and "yes" would not do. */
  readonly words?: EnumId;
}
/** Bits of an unsigned integer in the listed order; 1 = fault. */
export interface FlagSetChannel extends ChannelBase {
  readonly type: 'flagSet';
  readonly flags: readonly string[];
}
export interface TextChannel extends ChannelBase {
  readonly type: 'text';
  readonly maxLength: number;
}
/** A moment, UTC milliseconds. */
export interface TimeChannel extends ChannelBase {
  readonly type: 'time';
}
/** A list of samples of one capture, little-endian float32 in storage. */
export interface SamplesChannel extends ChannelBase {
  readonly type: 'samples';
  readonly unit: Unit | null;
  readonly digits: number;
}
export type Channel =
  | NumberChannel
  | EnumChannel
  | FlagChannel
  | FlagSetChannel
  | TextChannel
  | TimeChannel
  | SamplesChannel;

export type RowId =
  | 'status'
  | 'tilt'
  | 'waveform'
  | 'crack'
  | 'moisture'
  | 'rain'
  | 'profile'
  | 'level'
  | 'settlement'
  | 'sound'
  | 'blast'
  | 'horn'
  | 'gnss'
  | 'strain'
  | 'force'
  | 'stress'
  | 'pore'
  | 'temperature'
  | 'ground'
  | 'wind'
  | 'air'
  | 'own'
  | 'steel';

/**
 * A reading row: what one report of one sensor holds. A row with `elements` (nodes of a profile, layers of a
 * settlement) holds its own channels in element 0 and each node's or layer's channels in elements 1, 2, …,
 * counted from the top down whatever order the device sends.
 */
export interface RowDefinition {
  readonly id: RowId;
  readonly channels: readonly Channel[];
  readonly elements?: { readonly id: 'node' | 'layer'; readonly channels: readonly Channel[] };
}

export type EnumId =
  | 'installState'
  | 'reportType'
  | 'communicationStandard'
  | 'operator'
  | 'chargeState'
  | 'zeroMode'
  | 'memsZeroMode'
  | 'triggerSwitch'
  | 'tiltAlarmState'
  | 'alarmState'
  | 'moistureAlarmState'
  | 'profileAlarmState'
  | 'runState'
  | 'crackCycle'
  | 'mountMode'
  | 'hornModuleType'
  | 'loraBandwidth'
  | 'loraCodingRate'
  | 'hornProtocol'
  | 'hornLink'
  | 'hornLight'
  | 'moistureMode'
  | 'rainDataType'
  | 'trendMode'
  | 'centerProtocol'
  | 'standardPreference'
  | 'thresholdCondition'
  | 'axis'
  | 'crackSign'
  | 'nodeOrder'
  | 'upAxis'
  | 'triggerCause'
  | 'fixQuality';

/** Values in code order: the index of a value is its Int32 on the wire and in storage. */
export interface EnumDefinition {
  readonly id: EnumId;
  readonly values: readonly string[];
  /**
   * States of an alarm that the device itself reports; the first is normal. They are reports of the device, not
   * levels: those come from rules of the server.
   */
  readonly deviceAlarm?: true;
}

export type GroupId =
  | 'rtu'
  | 'mems'
  | 'rt3000'
  | 'crack'
  | 'horn'
  | 'rt1010'
  | 'moisture'
  | 'rain'
  | 'mount'
  | 'basic';

/**
 * Whose a parameter is, where it is one device's alone: `calibration` of this instrument, `installation` where and how
 * this one was mounted, `identity` by what it is known. Such a value is right for no other device.
 */
export const ownClasses = ['calibration', 'installation', 'identity'] as const;
export type OwnClass = (typeof ownClasses)[number];

interface FieldBase {
  readonly id: string;
  /** Absent: common, may be the same on many devices. Otherwise it is proposed for several only where it is named. */
  readonly own?: OwnClass;
  /** Where the bounds come from: a published source, or 'assumed'. */
  readonly source: string;
  /** A wrong value can cut the device off: set alone, tried then committed (src/server/delivery/README.md). */
  readonly stranding?: true;
  readonly readOnly?: true;
  /** Part of its group that it stands in where the group is long; fields of one section follow each other. */
  readonly section?: string;
}
export interface NumberField extends FieldBase {
  readonly type: 'number';
  readonly unit: Unit | null;
  /** The unit (and digits) are those of the kind's primary channel; `unit` is then null. */
  readonly unitOf?: 'primary';
  readonly digits: number;
  /** Allowed intervals, ascending; most fields have one. */
  readonly ranges: readonly (readonly [min: number, max: number])[];
  readonly step?: number;
  /** A closed list instead of free values (e.g. crack range in mm). */
  readonly choices?: readonly number[];
  /** This value means "off" and is allowed beside the ranges. */
  readonly off?: 0;
  /** null = born without a value (captured by the device or off). */
  readonly default: number | null;
  /** Null is a legal value and means off. */
  readonly nullable?: true;
}
export interface EnumField extends FieldBase {
  readonly type: 'enum';
  readonly values: EnumId;
  readonly default: string;
}
export interface FlagField extends FieldBase {
  readonly type: 'flag';
  readonly default: boolean;
  /** One at least of the group's lifelines stays on: without any the device reaches nobody. */
  readonly lifeline?: true;
}
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly maxLength: number;
  readonly format?: 'host';
  readonly default: string;
}
/** Write-only; born null. */
export interface SecretField extends FieldBase {
  readonly type: 'secret';
  readonly maxLength: number;
}
/** Any subset of an enumeration's values. */
export interface SetField extends FieldBase {
  readonly type: 'set';
  readonly values: EnumId;
  readonly default: readonly string[];
}
export interface DateField extends FieldBase {
  readonly type: 'date';
}
export type ParameterField =
  | NumberField
  | EnumField
  | FlagField
  | TextField
  | SecretField
  | SetField
  | DateField;

/** A rule between two fields of one group, or a field and another group's (`group/field`). */
export interface FieldRule {
  readonly type: 'less' | 'lessOrEqual' | 'divides' | 'different';
  readonly left: string;
  readonly right: string;
}
export interface GroupDefinition {
  readonly id: GroupId;
  readonly fields: readonly ParameterField[];
  readonly rules: readonly FieldRule[];
}

export type Guard = 'none' | 'confirm' | 'password';
export interface DeviceActionDefinition {
  readonly id: string;
  readonly target: 'rtu' | 'sensor';
  readonly guard: Guard;
  /** Seconds a queued order stays worth sending. */
  readonly timeToLive: number;
  /** A siren's: a slow node's cycle does not lengthen its time to live. */
  readonly siren?: true;
  /** Goes before everything that waits, and is taken by a full queue too. */
  readonly jumpsQueue?: true;
  /** The server's time goes with it, filled in when it is sent. */
  readonly carriesTime?: true;
  /** Who may order it, where `device:command:send` is not enough. */
  readonly permission?: 'device:command:sound' | 'device:command:freeText';
  readonly arguments: readonly ParameterField[];
}

/** How a simulated sensor of a kind behaves: parameters of the simulator's signals, per channel or row. */
export interface SignalDefinition {
  readonly noise: number;
  readonly dailySwing: number;
  readonly driftPerDay: number;
  readonly start: number;
}

export interface KindDefinition {
  /** Sensor type code, of src/catalogue/README.md#kinds-and-rows. */
  readonly code: number;
  readonly id: string;
  readonly rows: readonly RowId[];
  /** Channels of the rows that this kind does not measure, as `<row>/<channel>`. */
  readonly without?: readonly string[];
  /** Units that differ from the row's, by `<row>/<channel>` (blasting's waveform is a velocity). */
  readonly units?: Readonly<Record<string, Unit | null>>;
  /** Digits that differ from the row's, likewise. */
  readonly digits?: Readonly<Record<string, number>>;
  /** Plausible values, likewise: what lies outside is kept apart, in question. */
  readonly bounds?: Readonly<Record<string, { readonly min: number | null; readonly max: number | null }>>;
  /** Whose words the listed channels have, where they are not the row's: those of `channel.<prefix>.<channel>`. */
  readonly words?: { readonly prefix: string; readonly channels: readonly string[] };
  /** The server computes its readings (a derived channel): no device sends it, and none is made by hand. */
  readonly computed?: true;
  readonly groups: readonly GroupId[];
  /** Ids of the actions that a sensor of this kind takes. */
  readonly actions: readonly string[];
  /** The alarm enumeration of `<row>.alarmState` for this kind, where the row has one. */
  readonly alarmStates?: EnumId;
  /** The channel a list or a map label shows: row, channel, and element for rows with elements. */
  readonly primary?: { readonly row: RowId; readonly channel: string; readonly element?: number };
  /** Simulator signals by channel id, or `<row>/<channel>` where an earlier row has a channel of that id. */
  readonly signals: Readonly<Record<string, SignalDefinition>>;
}

/** The RTU itself, which has no sensor type code: its row, groups, actions and the signals of its status row. */
export type RtuDefinition = Pick<KindDefinition, 'rows' | 'groups' | 'actions' | 'signals'>;

/**
 * Value of a parameter field as plans, scripts and forms hold it: number, switch, text or secret, value id of an
 * enumeration, value ids of a set, a date as UTC milliseconds; null = not set (off, unknown).
 */
export type ParameterValue = number | boolean | string | readonly string[] | null;
