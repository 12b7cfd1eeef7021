/** Decoded metrics become reading rows, by the catalogue. Pure. */
import { enums, groups, kindByCode, rows, rtu } from '../../catalogue/index.ts';
import type { Channel, KindDefinition, ParameterField, RowId } from '../../catalogue/model.ts';
import { storedValue, unknownBits } from '../../derive/metric-values.ts';
import { type ElementsMetric, kindMetric, metrics as metricsOf } from '../../derive/metrics.ts';
import type { DataSet, Metric, MetricValue } from '../../protocol/payload.ts';
import { decodeWaveform } from '../../protocol/waveform.ts';
import type { NotGood, Reading, StoredValue } from '../storage/storage.ts';

interface ChannelPlace {
  readonly row: RowId;
  readonly channel: Channel;
  /** Plausible values, where the kind has bounds. */
  readonly bounds?: { readonly min: number | null; readonly max: number | null } | undefined;
}
/** Where the metrics of a kind (or of the RTU) go. */
export interface MetricMap {
  readonly channels: ReadonlyMap<string, ChannelPlace>;
  readonly elements: ElementsMetric | null;
  readonly elementColumns: ReadonlyMap<string, Channel>;
  readonly waveform: string | null;
  /** Some of its channels have bounds. */
  readonly bounded: boolean;
}

function mapOf(owner: Parameters<typeof metricsOf>[0] & Pick<KindDefinition, 'bounds'>): MetricMap {
  const { readings, elements, waveform } = metricsOf(owner);
  return {
    channels: new Map(
      readings.map(({ name, row, channel }) => [
        name,
        { row, channel, bounds: owner.bounds?.[`${row}/${channel.id}`] },
      ]),
    ),
    elements,
    elementColumns: new Map(elements?.columns.map(({ name, channel }) => [name, channel]) ?? []),
    waveform: waveform?.name ?? null,
    bounded: owner.bounds !== undefined,
  };
}

export const rtuMap: MetricMap = mapOf(rtu);
const kindMaps = new WeakMap<KindDefinition, MetricMap>();

/** The map of a sensor type code; null for a code that is not known, that measures nothing, or that is computed. */
export function kindMap(code: number): MetricMap | null {
  const kind = kindByCode(code);
  if (kind === undefined || kind.rows.length === 0 || kind.computed) return null;
  // By the kind itself: one that a company changes is another one.
  const known = kindMaps.get(kind);
  if (known !== undefined) return known;
  const map = mapOf(kind);
  kindMaps.set(kind, map);
  return map;
}

const elementMaps = new Map<MetricMap, MetricMap | null>();

/** What single metrics of a node or layer stand for, where edges distinguish them; null for a kind that has none. */
export function elementMap(map: MetricMap): MetricMap | null {
  const known = elementMaps.get(map);
  if (known !== undefined) return known;
  const { elements } = map;
  const found: MetricMap | null =
    elements === null
      ? null
      : {
          channels: new Map(
            elements.columns.map(({ name, channel }) => [name, { row: elements.row, channel }]),
          ),
          ...{ elements: null, elementColumns: new Map(), waveform: null, bounded: false },
        };
  elementMaps.set(map, found);
  return found;
}

/** Names that are no readings: control, properties, parameters, actions, the tracked envelope. */
const reserved = /^(bdSeq$|(Node|Device) (Control|Info)\/|Properties\/|param\/|cmd\/|Command\/)/;

/** True for a name that is no reading: the protocol's own, and the catalogue's parameters and actions. */
export const isReserved = (name: string): boolean => name === kindMetric || reserved.test(name);

/** Most nodes or layers of a profile (src/catalogue/README.md#formulas). */
export const maxElements = 128;
/** A time further ahead of the server's than this, or before 2000, is a device clock that is not set. */
const maxAhead = 24 * 3_600_000;
const earliest = Date.UTC(2000, 0, 1);
export const isPlausible = (t: number, receivedAt: number): boolean =>
  t >= earliest && t <= receivedAt + maxAhead;

export type RowProblem = 'unknownMetric' | 'unfitValue' | 'unknownBits' | 'implausibleTime' | 'notGood';

export interface RowsInput {
  readonly map: MetricMap;
  readonly sourceId: number;
  /** Node or layer that the metrics are of; default 0 = the source itself. */
  readonly element?: number;
  readonly metrics: readonly Metric[];
  /** Payload time. */
  readonly timestamp: number | null;
  readonly receivedAt: number;
  /** A birth reports present values: only those with a time of their own are readings. */
  readonly birth: boolean;
  readonly flag: (reason: RowProblem, detail: string) => void;
}

type Draft = { -readonly [Key in keyof Omit<Reading, 'values' | 'notGood'>]: Reading[Key] } & {
  values: Record<string, StoredValue>;
  notGood?: Record<string, NotGood>;
};

/** Sparkplug's `Quality` of a value that the device vouches for. */
const good = 192;
/** What stands for it where a value lies outside the kind's bounds. */
const bad = 0;

const isBeyond = ({ bounds }: ChannelPlace, value: StoredValue): boolean =>
  typeof value === 'number' &&
  ((bounds?.min != null && value < bounds.min) || (bounds?.max != null && value > bounds.max));

/** Rows that hold amounts of an interval: what fell in it is reported once, and a birth reports it again. */
const amounts: ReadonlySet<RowId> = new Set(
  Object.values(rows)
    .filter(({ channels }) =>
      channels.some((channel) => channel.type === 'number' && channel.sum !== undefined),
    )
    .map(({ id }) => id),
);

const placeOf = ({ row, t }: Pick<Draft, 'row' | 't'>) => `${row}@${t}`;

/** The rows of one message as they fill; nearly always there is only one. */
class Drafts {
  readonly #input: RowsInput;
  readonly all: Draft[] = [];
  /** Places of all, once there are several. */
  #byPlace: Map<string, Draft> | null = null;
  #last: Draft | null = null;

  constructor(input: RowsInput) {
    this.#input = input;
  }

  of(row: RowId, t: number, historical: boolean): Draft {
    let draft = this.#last;
    if (draft === null || draft.row !== row || draft.t !== t) {
      draft = this.#at(row, t);
      this.#last = draft;
    }
    draft.historical ||= historical;
    return draft;
  }

  #at(row: RowId, t: number): Draft {
    if (this.all.length > 0) this.#byPlace ??= new Map(this.all.map((draft) => [placeOf(draft), draft]));
    const known = this.#byPlace?.get(placeOf({ row, t }));
    if (known !== undefined) return known;
    const draft = empty(this.#input, row, this.#input.element ?? 0, t);
    this.all.push(draft);
    this.#byPlace?.set(placeOf(draft), draft);
    return draft;
  }
}

/** One row for the metrics of one reading row and one time; historical values each keep their own time. */
export function toReadings(input: RowsInput): Reading[] {
  const { map, metrics, birth, flag } = input;
  const drafts = new Drafts(input);
  const found: Reading[] = [];
  let withElements: Set<number> | null = null;
  for (const metric of metrics) {
    const { name, value } = metric;
    if (name === null || metric.isTransient || (birth && metric.timestamp === null)) continue;
    const place = map.channels.get(name);
    if (place === undefined && name !== map.elements?.name && name !== map.waveform) {
      if (!birth && !isReserved(name)) flag('unknownMetric', name);
      continue;
    }
    const t = metric.timestamp ?? input.timestamp ?? input.receivedAt;
    if (!isPlausible(t, input.receivedAt)) {
      flag('implausibleTime', `${name} ${t}`);
      continue;
    }
    if (place !== undefined) {
      if (birth && amounts.has(place.row)) continue;
      const stored =
        typeof value === 'object' && value !== null ? undefined : storedValue(place.channel, value);
      const unknown = place.channel.type === 'flagSet' ? unknownBits(place.channel.flags.length, stored) : 0;
      if (unknown > 0) flag('unknownBits', reportedBits(name, unknown));
      if (stored === undefined) flag('unfitValue', name);
      else {
        const quality = isGood(metric.quality) && isBeyond(place, stored) ? bad : metric.quality;
        put(drafts.of(place.row, t, metric.isHistorical), place.channel.id, stored, quality);
      }
    } else if (name === map.waveform) {
      const samples = waveform(value);
      if (samples === undefined) flag('unfitValue', name);
      else if (!isGood(metric.quality)) flag('notGood', `${name} ${metric.quality}`);
      else if (samples !== null) Object.assign(drafts.of('waveform', t, metric.isHistorical).values, samples);
    } else if (map.elements !== null && isDataSet(value)) {
      drafts.of(map.elements.row, t, metric.isHistorical);
      for (const reading of elements(input, map.elements.row, value, t, metric.quality)) {
        found.push({ ...reading, historical: metric.isHistorical });
      }
      withElements ??= new Set();
      withElements.add(t);
    } else if (value !== null) flag('unfitValue', name);
  }
  for (const reading of drafts.all) {
    const isReading =
      reading.row === 'waveform'
        ? reading.values['x'] !== undefined
        : !birth || tellsSomething(reading, withElements?.has(reading.t) === true);
    if (isReading) found.push(reading);
  }
  return found;
}

/**
 * Adds the row of the sensor itself where only nodes or layers of it were reported: tables and curves begin at that.
 */
export function withHeads(readings: readonly Reading[]): readonly Reading[] {
  const placeOf = ({ sourceId, row, t }: Reading) => `${sourceId} ${row} ${t}`;
  const heads = new Set(readings.filter(({ element }) => element === 0).map(placeOf));
  const missing = readings.filter((reading) => {
    const isMissing = reading.element !== 0 && !heads.has(placeOf(reading));
    if (isMissing) heads.add(placeOf(reading));
    return isMissing;
  });
  return [
    ...readings,
    ...missing.map(({ notGood: _, ...reading }) => ({ ...reading, element: 0, values: {} })),
  ];
}

const setFields = new Map<string, Extract<ParameterField, { readonly type: 'set' }>>(
  Object.values(groups).flatMap((group) =>
    group.fields.flatMap((field) =>
      field.type === 'set' ? [[`param/${group.id}/${field.id}`, field] as const] : [],
    ),
  ),
);

/** Flags the bits of parameters that the catalogue does not know. */
export function flagParameterBits(metrics: readonly Metric[], flag: RowsInput['flag']): void {
  for (const { name, value } of metrics) {
    const field = name?.startsWith('param/') === true ? setFields.get(name) : undefined;
    if (name === null || field === undefined || typeof value === 'object') continue;
    const unknown = unknownBits(enums[field.values].values.length, value);
    if (unknown > 0) flag('unknownBits', reportedBits(name, unknown));
  }
}

const reportedBits = (name: string, bits: number) => `${name} 0x${bits.toString(16)}`;

/** False for a birth's row of nothing but nulls, unless elements came with it. */
function tellsSomething({ row, values, notGood }: Draft, withElements: boolean): boolean {
  return (
    (withElements && rows[row].elements !== undefined) ||
    Object.values(values).some((value) => value !== null) ||
    Object.values(notGood ?? {}).some(({ value }) => value !== null)
  );
}

export const isGood = (quality: number | null | undefined) => quality == null || quality === good;

/** Puts a value into its row: apart from the others where the device does not vouch for it. */
function put(draft: Draft, channel: string, value: StoredValue, quality: number | null | undefined): void {
  if (quality == null || isGood(quality)) draft.values[channel] = value;
  else {
    draft.notGood ??= {};
    draft.notGood[channel] = { quality, value };
  }
}

function empty({ sourceId, receivedAt }: RowsInput, row: RowId, element: number, t: number): Draft {
  return { sourceId, row, element, t, receivedAt, historical: false, values: {} };
}

function isDataSet(value: MetricValue): value is DataSet {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

function elements(
  input: RowsInput,
  row: RowId,
  set: DataSet,
  t: number,
  quality: number | null | undefined,
): Draft[] {
  if (set.rows.length > maxElements) {
    input.flag('unfitValue', `${set.rows.length} elements`);
    return [];
  }
  return set.rows.map((cells, index) => {
    const reading = empty(input, row, index + 1, t);
    for (const [column, name] of set.columns.entries()) {
      const channel = input.map.elementColumns.get(name);
      const stored = channel === undefined ? undefined : storedValue(channel, cells[column] ?? null);
      if (channel === undefined || stored === undefined) input.flag('unfitValue', name);
      else put(reading, channel.id, stored, quality);
    }
    return reading;
  });
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The stored values of a capture; null for none, undefined for bytes that are no waveform. */
function waveform(value: MetricValue): Record<string, StoredValue> | null | undefined {
  if (value === null) return null;
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    const { cause, samplingRate, x, y, z } = decodeWaveform(value);
    return { samplingRate, triggerCause: cause, x: bytesOf(x), y: bytesOf(y), z: bytesOf(z) };
  } catch {
    return undefined;
  }
}
