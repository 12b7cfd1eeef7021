/** Metric names that Sparkplug itself defines, and the commands that use them. */
import { DataType } from './datatype.ts';
import type { MetricInput, Payload } from './payload.ts';
import { resolve } from './value.ts';

export const bdSeq = 'bdSeq';
export const rebirth = 'Node Control/Rebirth';

/** The metric of a rebirth request: always by name, with its data type. */
export function rebirthRequest(now: number): MetricInput {
  return { name: rebirth, datatype: DataType.Boolean, timestamp: now, value: true };
}

/** bdSeq of a birth or death, sent as Int64 or UInt64, or with no data type at all; null when there is none. */
export function readBdSeq(payload: Payload): bigint | null {
  const metric = payload.metrics.find((candidate) => candidate.name === bdSeq);
  if (metric === undefined) return null;
  const value = metric.value ?? resolve(metric, DataType.UInt64);
  if (typeof value === 'bigint') return BigInt.asUintN(64, value);
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : null;
}
