/** What is written of a message besides its bytes: its metrics by name, with the places where they go. Pure. */
import { groups } from '../../catalogue/index.ts';
import type { Channel } from '../../catalogue/model.ts';
import type { DecodedMetric } from '../../contract/messages.ts';
import { storedValue } from '../../derive/metric-values.ts';
import { decodePayload } from '../../protocol/decode.ts';
import type { MetricTable } from '../../protocol/metric-table.ts';
import type { MetricValue, WireMetric } from '../../protocol/payload.ts';
import type { ForeignValue } from '../drivers/driver.ts';
import type { RtuEntry } from '../gateway/directory.ts';
import { elementMap, kindMap, type MetricMap, rtuMap } from '../gateway/metric-rows.ts';

/** Metrics of one message that are kept, and characters of one value. */
export const mostMetrics = 200;
const longestValue = 300;
const longestName = 200;

export interface Decoded {
  readonly metrics: readonly DecodedMetric[];
  /** One of them is a secret: its value is left out, and the bytes must not be kept. */
  readonly isSecret: boolean;
}

const secrets: ReadonlySet<string> = new Set(
  Object.values(groups).flatMap((group) =>
    group.fields.flatMap((field) => (field.type === 'secret' ? [`param/${group.id}/${field.id}`] : [])),
  ),
);

const plain = (value: MetricValue | undefined): DecodedMetric['value'] => {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.slice(0, longestValue);
  if (typeof value === 'bigint') {
    const number = Number(value);
    return BigInt(number) === value && Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array)
    return `0x${Buffer.from(value.subarray(0, 32)).toString('hex')}${value.length > 32 ? `… (${value.length})` : ''}`;
  const rows = value.rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell)));
  return JSON.stringify({ columns: value.columns, rows }).slice(0, longestValue);
};

const valueIn = (channel: Channel, value: MetricValue): DecodedMetric['value'] => {
  const stored = typeof value === 'object' && value !== null ? undefined : storedValue(channel, value);
  return plain(stored === undefined ? value : stored);
};

interface Place {
  readonly slot: string | null;
  readonly element: number;
  readonly kind: number | null;
  readonly map: MetricMap | null;
}

function placeAt(entry: RtuEntry, slot: string | null, element: number): Place {
  const kind = slot === null ? null : (entry.sensors.get(slot)?.kind ?? null);
  const own = slot === null ? rtuMap : kind === null ? null : kindMap(kind);
  return { slot, element, kind, map: own === null || element === 0 ? own : elementMap(own) };
}

/** One metric where it goes; without an entry it goes nowhere. */
function metricOf(
  entry: RtuEntry | undefined,
  device: string | null,
  name: string,
  value: MetricValue | undefined,
  t: number | null,
): DecodedMetric {
  const nowhere = { slot: device, element: 0, kind: null, row: null, channel: null };
  const found = { name: name.slice(0, longestName), t, value: plain(value) };
  if (secrets.has(name)) return { ...found, ...nowhere, value: null };
  if (entry === undefined) return { ...found, ...nowhere };
  const alias = entry.aliases.get(device ?? '')?.get(name);
  const { map, ...place } =
    alias === undefined ? placeAt(entry, device, 0) : placeAt(entry, alias.place.slot, alias.place.element);
  const known = map?.channels.get(alias?.channel ?? name);
  if (known === undefined) {
    const row = name === map?.elements?.name ? map.elements.row : null;
    return { ...found, ...place, row, channel: null };
  }
  const read = value === undefined ? null : alias === undefined ? value : alias.read(value);
  return {
    ...found,
    ...place,
    row: known.row,
    channel: known.channel.id,
    value: valueIn(known.channel, read),
  };
}

const nameOf = ({ name, alias }: WireMetric) => (name ? name : `alias ${alias ?? '?'}`);

/** Metrics of a Sparkplug payload. Bytes that cannot be read have none. */
export function decodeSparkplug(
  bytes: Uint8Array,
  {
    entry,
    device,
    table,
    isOut,
  }: {
    readonly entry: RtuEntry | undefined;
    readonly device: string | null;
    readonly table: MetricTable | undefined;
    readonly isOut: boolean;
  },
): Decoded {
  try {
    const payload = decodePayload(bytes);
    // Fills in the names and values of what goes by aliases.
    table?.data(payload, () => {});
    const isSecret = payload.metrics.some(
      ({ name }) => (name !== null && secrets.has(name)) || (isOut && !name && table === undefined),
    );
    const metrics = payload.metrics
      .slice(0, mostMetrics)
      .map((metric) => metricOf(entry, device, nameOf(metric), metric.value, metric.timestamp));
    return { metrics, isSecret };
  } catch {
    return { metrics: [], isSecret: false };
  }
}

/** Values of a foreign driver, where it or a mapping puts them. */
export const decodeForeign = (
  entry: RtuEntry | undefined,
  values: readonly ForeignValue[],
): readonly DecodedMetric[] =>
  values.slice(0, mostMetrics).map(({ name, t, value }) => metricOf(entry, null, name, value, t));
