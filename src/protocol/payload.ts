/** Sparkplug B payloads as the product sees them. Times are UTC milliseconds. */
import type { DataType } from './datatype.ts';

/** A cell of a DataSet: numbers up to 32 bits and floats as number, 64-bit integers as bigint. */
export type DataSetCell = number | bigint | boolean | string | null;

export interface DataSet {
  readonly columns: readonly string[];
  readonly types: readonly DataType[];
  readonly rows: readonly (readonly DataSetCell[])[];
}

/**
 * Value of a metric by its data type: integers up to 32 bits, Float, Double and DateTime (ms) are number; Int64 and
 * UInt64 bigint; String, Text and UUID string; Bytes, File and arrays bytes; null is Sparkplug's `is_null`.
 */
export type MetricValue = number | bigint | boolean | string | Uint8Array | DataSet | null;

/** A metric with a known meaning: what is encoded, and what a session hands on. */
export interface Metric {
  readonly name: string | null;
  readonly alias: number | bigint | null;
  readonly timestamp: number | null;
  readonly datatype: DataType | null;
  readonly isHistorical: boolean;
  readonly isTransient: boolean;
  readonly value: MetricValue;
  /** Sparkplug's property `Quality` as sent: 192 good, 0 bad, 500 stale; null or left out = none, which is good. */
  readonly quality?: number | null;
}

/** What the encoder takes: everything but the value may be left out; a value without a data type is refused. */
export interface MetricInput {
  readonly name?: string | null;
  readonly alias?: number | bigint | null;
  readonly timestamp?: number | null;
  readonly datatype: DataType;
  readonly isHistorical?: boolean;
  readonly isTransient?: boolean;
  readonly value: MetricValue;
  readonly quality?: number | null;
}

export interface PayloadInput {
  readonly timestamp?: number | null;
  /** 0–255; left out in NDEATH and commands. */
  readonly seq?: number | null;
  readonly metrics: readonly MetricInput[];
  readonly uuid?: string | null;
  readonly body?: Uint8Array | null;
}

/** Fields of the metric's value on the wire (protobuf field numbers); 0 = none. */
export const WireField = {
  none: 0,
  int: 10,
  long: 11,
  float: 12,
  double: 13,
  boolean: 14,
  string: 15,
  bytes: 16,
  dataset: 17,
  template: 18,
  extension: 19,
} as const;
export type WireField = (typeof WireField)[keyof typeof WireField];

/**
 * A decoded metric. The value stays as it was on the wire until a data type is known, because DATA messages carry
 * none: `resolve` (value.ts) reads it. `value` is undefined until then, and where the wire does not fit the type.
 * One mutable class, so that decoding allocates one object a metric.
 */
export class WireMetric {
  name: string | null = null;
  alias: number | bigint | null = null;
  timestamp: number | null = null;
  datatype: DataType | null = null;
  /** Number on the wire where it is no data type of Sparkplug; else 0. */
  unknownDatatype = 0;
  isHistorical = false;
  isTransient = false;
  isNull = false;
  quality: number | null = null;
  field: WireField = 0;
  /** int: the word; long: its low word; float, double: the number; boolean: 0 or 1. Words are unsigned. */
  low = 0;
  /** long: the high word, unsigned. */
  high = 0;
  /** string, bytes (a view into the message) or dataset. */
  reference: string | Uint8Array | DataSet | null = null;
  value: MetricValue | undefined = undefined;

  /** As new. */
  clear(): void {
    this.name = null;
    this.alias = null;
    this.timestamp = null;
    this.datatype = null;
    this.unknownDatatype = 0;
    this.isHistorical = false;
    this.isTransient = false;
    this.isNull = false;
    this.quality = null;
    this.field = WireField.none;
    this.low = 0;
    this.high = 0;
    this.reference = null;
    this.value = undefined;
  }
}

export interface Payload {
  timestamp: number | null;
  /** As sent; null when absent. The session checks that it is 0–255. */
  seq: number | null;
  metrics: WireMetric[];
  uuid: string | null;
  body: Uint8Array | null;
  /** Size of what was inflated, of a payload that came compressed. */
  inflatedBytes?: number;
}

export type PayloadProblem =
  | 'tooLarge'
  | 'truncated'
  | 'wireType'
  | 'utf8'
  | 'number'
  | 'tooManyMetrics'
  | 'nameTooLong'
  | 'forbiddenName'
  | 'dataset'
  | 'compressed'
  | 'duplicateName'
  | 'duplicateAlias'
  | 'missingName'
  | 'missingSeq';

/** A payload that is refused as a whole, with the reason. The only thing the decoder throws. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
  constructor(
    readonly reason: PayloadProblem,
    /** What was found, for the log: device text, render as text. */
    readonly detail: string = '',
  ) {
    super(detail === '' ? reason : `${reason}: ${detail}`);
  }
}

/**
 * Bounds of a payload (src/protocol/README.md#bounds; all *assumed*, well above what a full resend of 200 samples needs): a hostile
 * one is refused before it costs memory.
 */
export const limits = {
  bytes: 256 * 1024,
  /** Of a compressed payload, after it was inflated. */
  inflatedBytes: 1024 * 1024,
  metrics: 20_000,
  nameBytes: 512,
  datasetColumns: 128,
  datasetCells: 50_000,
} as const;
