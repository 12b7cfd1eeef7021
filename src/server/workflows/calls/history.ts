import { kindById, rows, rtu } from '../../../catalogue/index.ts';
import type { Channel, RowId } from '../../../catalogue/model.ts';
import type { HistoryChannel } from '../../../contract/history/columns.ts';
import type { HostCallArgs, Statistic } from '../../../script/calls.ts';
import { limits } from '../../../script/limits.ts';
import { type SqlValues, toNumber } from '../../storage/executor.ts';
import { readHistory } from '../../storage/readings/history.ts';
import type { SeriesKey } from '../../storage/readings/source.ts';
import { numbersOf } from '../../storage/sealed/expression.ts';
import { storedRow } from '../../storage/tables.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { failure, kindName } from './devices.ts';
import { rowOfChannel } from './latest.ts';
import { CallProblem } from './problem.ts';
import type { ScriptStation } from './station-facts.ts';

/** Readings of one sensor that a statistic is computed of one by one. */
export const mostReadings = 200_000;
/** Readings of one piece of work: some milliseconds. */
const together = 10_000;

const good = (values: Float64Array | null): number[] =>
  values === null ? [] : [...values].filter((value) => !Number.isNaN(value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A statistic of values in their order in time; null without any. Standard deviation of the sample (n − 1). */
export function statisticOf(statistic: Statistic, values: readonly number[]): number | null {
  const { length } = values;
  if (statistic === 'count') return length;
  if (length === 0) return null;
  const mean = sum(values) / length;
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
      const list = Float64Array.from(values).sort();
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

/** From bins alone: what they give exactly but for the edges of the range; undefined for the rest. */
function ofBins(statistic: Statistic, channel: HistoryChannel): number | null | undefined {
  const column = { min: channel.min, max: channel.max, first: channel.first, last: channel.last };
  return statistic in column
    ? statisticOf(statistic, good(column[statistic as keyof typeof column]))
    : undefined;
}

export const channelIn = (row: RowId, id: string): Channel | undefined =>
  rows[row].channels.find((channel) => channel.id === id);
export const circular = (channel: Channel | undefined) =>
  channel?.type === 'number' && channel.circular === true;

/** Statistics that bins give as exactly as readings do, but for the edges of the range. */
const binned: ReadonlySet<Statistic> = new Set(['min', 'max', 'first', 'last']);

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly statistic: Statistic;
}
/** What the calls of one script read of history, counted. */
export class Points {
  #read = 0;

  constructor(readonly context: Pick<CallContext, 'work'>) {}

  /** @throws CallProblem for more than one call may read, or its run */
  add(values: number): void {
    this.#read += values;
    this.context.work.add(values);
    if (this.#read > limits.points)
      throw new CallProblem(
        'points',
        { limit: limits.points },
        `more than ${limits.points} values of history in one call`,
      );
  }
}

/** The readings of a series, `count` of them, a piece of work at a time: the time, then the channels. */
export async function* pagesOf(
  source: CallContext['source'],
  points: Points,
  key: SeriesKey,
  channels: readonly string[],
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): AsyncGenerator<readonly SqlValues[], void, void> {
  const numbers = numbersOf(storedRow(key.row), channels);
  let start = from;
  for (let read = 0; read < count; ) {
    const page: readonly SqlValues[] = await source.page(key, start, to, numbers, together);
    points.add(page.length * channels.length);
    yield page;
    read += page.length;
    if (page.length < together) break;
    start = toNumber(page.at(-1)?.[0]) + 1;
  }
}

/** A statistic of channels of one row, read together; null where there are too many readings for it. */
async function* ofSeries(
  { source }: Pick<CallContext, 'source'>,
  points: Points,
  key: SeriesKey,
  channels: readonly string[],
  { from, to, statistic }: Asked,
): AsyncGenerator<void, readonly (number | null)[] | null, void> {
  const floor = await source.floor(key);
  const count = to <= from ? 0 : await source.count(key, from, to, mostReadings + 1);
  // What was counted was walked through, too.
  points.add(Math.ceil(count / 10) + rowWork);
  yield;
  if (from >= floor && count <= mostReadings) {
    const values: number[][] = channels.map(() => []);
    for await (const page of pagesOf(source, points, key, channels, { from, to, count })) {
      for (const cells of page)
        for (const [index, list] of values.entries()) {
          const cell = cells[index + 1];
          if (typeof cell === 'number' && !Number.isNaN(cell)) list.push(cell);
        }
      yield;
    }
    const found: (number | null)[] = [];
    for (const list of values) {
      found.push(statisticOf(statistic, list));
      yield;
    }
    return found;
  }
  if (!binned.has(statistic)) return null;
  points.add(count * channels.length);
  const columns = await readHistory(source, { ...key, channels, from, to, bins: 100 });
  yield;
  return columns.channels.map((column) =>
    columns.mode === 'raw' ? statisticOf(statistic, good(column.value)) : (ofBins(statistic, column) ?? null),
  );
}

/** The series that a station has of a kind: its RTU, or its sensors. */
export const sourcesOf = (station: ScriptStation, kind: string) =>
  kind === 'rtu'
    ? station.rtu === null
      ? []
      : [{ id: station.rtu.id, slot: null }]
    : station.sensors.filter((sensor) => kindName(sensor.kind) === kind);

/**
 * A statistic of channels of every sensor of a kind, or of the RTUs, over a time; raw readings never leave the server.
 * Each station is read once, and each row of it once, however often they are named.
 */
export async function* historyCall(
  context: CallContext,
  { stations: ids, kind, channels, from, to, statistic }: HostCallArgs<'history'>,
): Pieces {
  const { viewer, stations, answers } = context;
  const owned = (kind === 'rtu' ? rtu : kindById(kind))?.rows ?? [];
  const points = new Points(context);
  const names = [...new Set(channels)];
  // Which rows have to be read, and what is wrong with the channels: the same for every station.
  const byRow = new Map<RowId, string[]>();
  let wrong: { readonly id: 'noGroup' | 'circular'; readonly name: string } | null = null;
  for (const name of names) {
    const row = rowOfChannel(owned, name);
    const channel = row === undefined ? undefined : channelIn(row, name);
    if (row === undefined || channel?.type !== 'number') wrong = { id: 'noGroup', name };
    else if (circular(channel) && !['count', 'first', 'last'].includes(statistic))
      wrong = { id: 'circular', name };
    else {
      const known = byRow.get(row);
      if (known === undefined) byRow.set(row, [name]);
      else known.push(name);
    }
    if (wrong !== null) break;
  }
  const made = new Map<number, readonly string[]>();
  for (const id of ids) {
    const known = made.get(id);
    if (known !== undefined) {
      for (const text of known) answers.addText(text);
      continue;
    }
    const texts: string[] = [];
    made.set(id, texts);
    const station = stations.get(id);
    if (station === undefined) {
      texts.push(answers.add({ station: id, ...failure(viewer, 'gone', null) }));
      continue;
    }
    const sources = sourcesOf(station, kind);
    if (sources.length === 0)
      texts.push(
        answers.add({ station: id, ...failure(viewer, kind === 'rtu' ? 'noRtu' : 'noSensor', null) }),
      );
    for (const { id: sourceId, slot } of sources) {
      const values: Record<string, number | null> = {};
      let problem = wrong === null ? null : failure(viewer, wrong.id, slot, wrong.name);
      for (const [row, own] of problem === null ? byRow : []) {
        const key = { sourceId, row, element: 0 };
        const found = yield* ofSeries(context, points, key, own, { from, to, statistic });
        if (found === null) {
          problem = failure(viewer, 'tooMany', slot);
          break;
        }
        for (const [index, name] of own.entries()) values[name] = found[index] ?? null;
      }
      texts.push(answers.add({ station: id, ...(problem ?? { ok: true, slot, values }) }));
      yield;
    }
    yield;
  }
}
