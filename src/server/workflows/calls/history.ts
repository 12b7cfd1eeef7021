import { kindById, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import type { HistoryChannel } from '../../../contract/history/columns.ts';
import type { HostCallArgs, Statistic } from '../../../script/calls.ts';
import type { CallContext } from './call.ts';
import { failure, kindName, siteOf } from './devices.ts';
import { rowOfChannel } from './latest.ts';

/** Readings of one sensor that a statistic is computed of one by one. */
const mostReadings = 200_000;

const good = (values: Float64Array | null): number[] =>
  values === null ? [] : [...values].filter((value) => !Number.isNaN(value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A statistic of values in their order in time; null without any. Standard deviation of the sample (n − 1). */
export function statisticOf(statistic: Statistic, values: readonly number[]): number | null {
  const { length } = values;
  if (statistic === 'count') return length;
  if (length === 0) return null;
  const mean = sum(values) / length;
  const sorted = () => values.toSorted((a, b) => a - b);
  switch (statistic) {
    case 'mean':
      return mean;
    case 'min':
      return values.reduce((low, value) => Math.min(low, value));
    case 'max':
      return values.reduce((high, value) => Math.max(high, value));
    case 'sd':
      return length < 2 ? null : Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (length - 1));
    case 'sum':
      return sum(values);
    case 'median': {
      const list = sorted();
      const middle = length >> 1;
      const [low, high] = [list[middle - 1] ?? 0, list[middle] ?? 0];
      return length % 2 === 1 ? high : (low + high) / 2;
    }
    case 'first':
      return values[0] ?? null;
    case 'last':
      return values.at(-1) ?? null;
  }
}

/** From bins alone: what they can tell exactly but for the edges of the range; undefined for the rest. */
function ofBins(statistic: Statistic, channel: HistoryChannel): number | null | undefined {
  const column = { min: channel.min, max: channel.max, first: channel.first, last: channel.last };
  return statistic in column
    ? statisticOf(statistic, good(column[statistic as keyof typeof column]))
    : undefined;
}

const channelIn = (row: RowId, id: string): Channel | undefined =>
  rows[row].channels.find((channel) => channel.id === id);
const circular = (channel: Channel | undefined) => channel?.type === 'number' && channel.circular === true;

/** A statistic of channels of every sensor of a kind, or of the RTUs, over a time; raw readings never leave the server. */
export async function historyCall(
  { viewer, storage, board }: CallContext,
  { stations, kind, channels, from, to, statistic }: HostCallArgs<'history'>,
): Promise<readonly unknown[]> {
  const owned = (kind === 'rtu' ? rtu : kindById(kind))?.rows ?? [];
  const answers: unknown[] = [];
  for (const station of stations) {
    const site = siteOf(board, viewer, station);
    if (site === null) {
      answers.push({ station, ...failure(viewer, 'gone', null) });
      continue;
    }
    const sources =
      kind === 'rtu'
        ? site.rtu === null
          ? []
          : [{ id: site.rtu.id, slot: null }]
        : site.sensors.filter((sensor) => kindName(sensor.kind) === kind);
    if (sources.length === 0)
      answers.push({ station, ...failure(viewer, kind === 'rtu' ? 'noRtu' : 'noSensor', null) });
    for (const { id, slot } of sources) {
      const values: Record<string, number | null> = {};
      let problem: ReturnType<typeof failure> | null = null;
      for (const name of channels) {
        const row = rowOfChannel(owned, name);
        const channel = row === undefined ? undefined : channelIn(row, name);
        if (row === undefined || channel?.type !== 'number') {
          problem = failure(viewer, 'noGroup', slot, name);
          break;
        }
        if (circular(channel) && !['count', 'first', 'last'].includes(statistic)) {
          problem = failure(viewer, 'circular', slot, name);
          break;
        }
        const columns = await storage.readings.history({
          sourceId: id,
          row,
          element: 0,
          channels: [name],
          from,
          to,
          bins: 100,
          rawUpTo: mostReadings,
        });
        const [column] = columns.channels;
        const value =
          column === undefined
            ? null
            : columns.mode === 'raw'
              ? statisticOf(statistic, good(column.value))
              : ofBins(statistic, column);
        if (value === undefined) {
          problem = failure(viewer, 'tooMany', slot);
          break;
        }
        values[name] = value;
      }
      answers.push({ station, ...(problem ?? { ok: true, slot, values }) });
    }
  }
  return answers;
}
