import { kindById, rtu } from '../../../catalogue/index.ts';
import { type BinStatistic, type HostCallArgs, type Statistic, statistics } from '../../../script/calls.ts';
import { limits } from '../../../script/limits.ts';
import { toNumber } from '../../storage/executor.ts';
import type { SeriesKey } from '../../storage/readings/source.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { failure } from './devices.ts';
import { channelIn, circular, mostReadings, Points, pagesOf, sourcesOf, statisticOf } from './history.ts';
import { rowOfChannel } from './latest.ts';
import { CallProblem } from './problem.ts';

type Asked = HostCallArgs<'statistics'>;
const hour = 3_600_000;
const plain: ReadonlySet<string> = new Set(statistics);

/**
 * A percentile of ascending values, between the two that are nearest by rank: definition 7 of Hyndman and Fan 1996 (The American
 * Statistician 50, 361–365). Null without any.
 */
export function percentileOf(ascending: ArrayLike<number>, percent: number): number | null {
  const { length } = ascending;
  if (length === 0) return null;
  const place = ((length - 1) * percent) / 100;
  const below = Math.floor(place);
  const [low, high] = [ascending[below] as number, ascending[Math.min(length - 1, below + 1)] as number];
  return low + (high - low) * (place - below);
}

/** Statistics of values in their order in time, by name. */
function statisticsOf(names: readonly BinStatistic[], values: readonly number[]) {
  const sorted = names.some((name) => !plain.has(name)) ? Float64Array.from(values).sort() : null;
  return Object.fromEntries(
    names.map((name) => [
      name,
      sorted === null || plain.has(name)
        ? statisticOf(name as Statistic, values)
        : percentileOf(sorted, Number(name.slice(1))),
    ]),
  );
}

/** The stretches of a range, of `every` hours from its beginning on; the last may be shorter. @throws CallProblem */
function binsOf({ from, to, every }: Asked): readonly { readonly from: number; readonly to: number }[] {
  if (to <= from) return [];
  const length = every === null ? to - from : every * hour;
  const count = Math.ceil((to - from) / length);
  if (count > limits.statisticBins)
    throw new CallProblem(
      'bins',
      { limit: limits.statisticBins, count },
      `${count} stretches of time, and ${limits.statisticBins} at most`,
    );
  return Array.from({ length: count }, (_, at) => ({
    from: Math.round(from + at * length),
    to: Math.min(to, Math.round(from + (at + 1) * length)),
  }));
}

/** The statistics of a series by bins, read in pieces; null where there are too many readings. */
async function* ofSeries(
  { source }: Pick<CallContext, 'source'>,
  points: Points,
  key: SeriesKey,
  asked: Asked,
  bins: ReturnType<typeof binsOf>,
) {
  const { channel, from, to, of } = asked;
  const count = to <= from ? 0 : await source.count(key, from, to, mostReadings + 1);
  points.add(Math.ceil(count / 10) + rowWork + bins.length * of.length);
  yield;
  if (count > mostReadings) return null;
  const values = bins.map((): number[] => []);
  let bin = 0;
  for await (const page of pagesOf(source, points, key, [channel], { from, to, count })) {
    for (const [time, value] of page) {
      const t = toNumber(time);
      while (bin + 1 < bins.length && t >= (bins[bin]?.to ?? Number.POSITIVE_INFINITY)) bin += 1;
      if (typeof value === 'number' && !Number.isNaN(value)) values[bin]?.push(value);
    }
    yield;
  }
  const rows: object[] = [];
  for (const [at, own] of values.entries()) {
    rows.push({ ...bins[at], ...statisticsOf(of as readonly BinStatistic[], own) });
    if (own.length > 10_000) yield;
  }
  return rows;
}

/** Statistics of a channel of every sensor of a kind, or of the RTUs, over a time or by stretches of it. */
export async function* statisticsCall(context: CallContext, asked: Asked): Pieces {
  const { viewer, stations, answers } = context;
  const bins = binsOf(asked);
  const points = new Points(context);
  const { kind, channel, of } = asked;
  const row = rowOfChannel((kind === 'rtu' ? rtu : kindById(kind))?.rows ?? [], channel);
  const own = row === undefined ? undefined : channelIn(row, channel);
  const wrong =
    row === undefined || own?.type !== 'number'
      ? 'noGroup'
      : circular(own) && of.some((name) => !['count', 'first', 'last'].includes(name))
        ? 'circular'
        : null;
  for (const id of new Set(asked.stations)) {
    const station = stations.get(id);
    const sources = station === undefined ? [] : sourcesOf(station, kind);
    const none = station === undefined ? 'gone' : kind === 'rtu' ? 'noRtu' : 'noSensor';
    if (sources.length === 0) answers.add({ station: id, ...failure(viewer, none, null) });
    for (const { id: sourceId, slot } of sources) {
      if (wrong !== null || row === undefined) {
        answers.add({ station: id, ...failure(viewer, wrong ?? 'noGroup', slot, channel) });
        continue;
      }
      const rows = yield* ofSeries(context, points, { sourceId, row, element: 0 }, asked, bins);
      answers.add({
        station: id,
        ...(rows === null ? failure(viewer, 'tooMany', slot) : { ok: true, slot, rows }),
      });
      yield;
    }
    yield;
  }
}
