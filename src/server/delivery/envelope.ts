/** What goes over the wire for an order (src/server/delivery/README.md#tracked-envelope, src/server/delivery/README.md#device-classes). */
import { parameterMetricValue } from '../../derive/metric-values.ts';
import { parameterType } from '../../derive/metrics.ts';
import { DataType } from '../../protocol/datatype.ts';
import { encodePayload } from '../../protocol/encode.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import { encodeCommand, encodeCommit } from '../../protocol/tracked.ts';
import { definitionOf, groupMetrics, type OrderRow, parseValues } from './row.ts';

/** Connect attempts before a device takes a tried set back. */
const tries = 3;

/** The data type that the device's birth declared for a metric; null where it declared none of that name. */
export type TypeOf = (name: string) => DataType | null;

function parameters(row: OrderRow, typeOf: TypeOf | null): MetricInput[] | null {
  const edits = parseValues(row.body);
  const wanted = groupMetrics(row.kind, row.name).filter(({ field }) => field.id in edits);
  const found: MetricInput[] = [];
  for (const { name, field } of wanted) {
    const datatype = typeOf === null ? DataType[parameterType(field)] : typeOf(name);
    if (datatype === null) return null;
    found.push({ name, datatype, value: parameterMetricValue(field, edits[field.id] ?? null) });
  }
  return found.length === Object.keys(edits).length ? found : null;
}

/** An order for our firmware, or the commit of one that is on trial. Null where the catalogue has no such thing. */
export function trackedMessage(row: OrderRow, now: number): MetricInput[] | null {
  if (row.trial === 'trying') return encodeCommit(row.id);
  if (row.seq === null) return null;
  const definition = definitionOf(row.name);
  const isSet = row.type === 'set';
  const metrics = isSet ? parameters(row, null) : [];
  if (metrics === null || (!isSet && definition === undefined)) return null;
  const args = { ...parseValues(row.body), ...(definition?.carriesTime === true ? { time: now } : {}) };
  return encodeCommand({
    id: row.id,
    seq: BigInt(row.seq),
    notAfter: row.not_after,
    command: isSet ? null : { name: row.name, args: JSON.stringify(args) },
    parameters: metrics,
    tries: row.stranding !== 0 ? tries : null,
  });
}

/** The arguments of an action as its metric carries them. */
export const plainArguments = (row: OrderRow): string => JSON.stringify(parseValues(row.body));

/** Name of the metric that an action of a plain node is written to. */
export const actionMetric = (row: Pick<OrderRow, 'name'>): string => `cmd/${row.name}`;

/** An order for a third-party node: writable metrics. Null where its birth declared none that could take it. */
export function plainMessage(row: OrderRow, typeOf: TypeOf): MetricInput[] | null {
  let metrics: MetricInput[] | null;
  if (row.type === 'set') metrics = parameters(row, typeOf);
  else {
    const name = actionMetric(row);
    const datatype = typeOf(name);
    const value = datatype === DataType.Boolean ? true : plainArguments(row);
    metrics = datatype === null ? null : [{ name, datatype, value }];
  }
  try {
    if (metrics !== null) encodePayload({ metrics });
  } catch {
    // The birth says another type than the catalogue: nothing that we could write would be understood.
    return null;
  }
  return metrics;
}
