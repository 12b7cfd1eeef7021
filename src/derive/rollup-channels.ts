import type { RowDefinition } from '../catalogue/model.ts';

/**
 * How a channel is rolled up: `plain` min, max, mean, first, last; `sum` the same with the sum in place of the mean;
 * `circular` first and last alone.
 */
export interface RollupChannel {
  readonly id: string;
  readonly rule: 'plain' | 'sum' | 'circular';
}

const strips = new Set(['alarmState', 'runState']);

/** Channels of a row that have rollups: curves, bearings, and the two states that are drawn as strips. */
export function rollupChannels(row: RowDefinition): readonly RollupChannel[] {
  const found = new Map<string, RollupChannel>();
  for (const channel of [...row.channels, ...(row.elements?.channels ?? [])]) {
    const { id } = channel;
    if (found.has(id)) continue;
    if (channel.type === 'enum' && strips.has(id)) found.set(id, { id, rule: 'plain' });
    if (channel.type !== 'number') continue;
    if (channel.circular) found.set(id, { id, rule: 'circular' });
    else if (channel.chart) found.set(id, { id, rule: channel.sum ? 'sum' : 'plain' });
  }
  return [...found.values()];
}
