/** Metric names that Sparkplug itself defines, and the commands that use them. */
import { DataType } from './datatype.ts';
import type { MetricInput } from './payload.ts';

export const bdSeq = 'bdSeq';
export const rebirth = 'Node Control/Rebirth';

/** The metric of a rebirth request: always by name, with its data type. */
export function rebirthRequest(now: number): MetricInput {
  return { name: rebirth, datatype: DataType.Boolean, timestamp: now, value: true };
}
