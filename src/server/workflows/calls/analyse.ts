import { kindById } from '../../../catalogue/index.ts';
import { failureForecast } from '../../../domain/lenses/failure.ts';
import { ratesOf } from '../../../domain/lenses/rate.ts';
import { blocks } from '../../../domain/lenses/robust.ts';
import { day, hour, knownOf, type TimeSeries } from '../../../domain/lenses/series.ts';
import { tangentLevel, tangentsOf } from '../../../domain/lenses/tangent.ts';
import { temperatureAnswer } from '../../../domain/lenses/temperature.ts';
import type { HostCallArgs, ScriptLens } from '../../../script/calls.ts';
import type { LensResults, NoResult } from '../../../script/guest/lenses.ts';
import { limits } from '../../../script/limits.ts';
import { toNumber } from '../../storage/executor.ts';
import type { SeriesKey } from '../../storage/readings/source.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { failure } from './devices.ts';
import { channelIn, circular, mostReadings, Points, pagesOf, sourcesOf } from './history.ts';
import { rowOfChannel } from './latest.ts';

/** Refits of a failure forecast: a fixed number, so that the same readings give the same range. */
const refits = 100;

type Asked = HostCallArgs<'analyse'>;
interface Columns extends TimeSeries {
  readonly temperatures: Float64Array;
}
type Answer<L extends ScriptLens> = LensResults[L] | NoResult;

const windowed = ({ window }: Asked) => ({ window: window * hour });

/** What a lens says, as a script has it: a record of plain numbers, or the word for why there is none. */
const answers: { readonly [L in ScriptLens]: (columns: Columns, asked: Asked) => Answer<L> } = {
  rate(series, asked) {
    const found = ratesOf(series, { method: 'theilSen', ...windowed(asked) });
    if (found === 'few' || found.now === null) return 'few';
    const { rate, low, high, acceleration } = found.now;
    return {
      ...{ rate, low, high, acceleration },
      peak: found.peak?.rate ?? rate,
      peakAt: found.peak?.t ?? found.now.t,
    };
  },
  failure(series, { to }) {
    const { trend, forecast } = failureForecast(series, { refits, moments: 0, from: null });
    if (typeof forecast === 'string') return forecast;
    const { low, middle, high } = forecast.failure;
    const ahead = (at: number) => (at - to) / day;
    return {
      failure: { low, middle, high },
      days: { low: ahead(low), middle: ahead(middle), high: ahead(high) },
      onset: { ...forecast.onset },
      velocity: trend?.velocity ?? 0,
      r2: forecast.r2,
      isOpen: forecast.open,
    };
  },
  tangent(series, asked) {
    const found = tangentsOf(series, { ...windowed(asked), steady: null });
    if (typeof found === 'string') return found;
    if (found.now === null) return 'few';
    const { angle, rate } = found.now;
    return { ...{ angle, rate }, level: tangentLevel(angle), since: found.since, steady: found.steady.rate };
  },
  temperature({ t, values, temperatures }) {
    const { fit } = temperatureAnswer({ t, values, temperatures });
    if (typeof fit === 'string') return fit;
    const { coefficient, uncertainty, explained, before, after } = fit;
    return { coefficient, uncertainty, explained, before, after, lag: fit.lag / 60_000 };
  },
};

/** Of more readings than a lens is given the means of equal stretches; of the temperature's lens they are paired, and it thins them itself. */
function thinned(columns: Columns, lens: ScriptLens): Columns {
  if (lens === 'temperature') return columns;
  const known = knownOf(columns);
  if (known.t.length <= limits.lensReadings) return { ...columns, ...known };
  const { t, values } = blocks(known, limits.lensReadings);
  return { ...columns, t, values };
}

/** Readings before a re-zeroing or a remount are not held against those after it: the newest one within the range begins it. */
async function beginOf({ db }: CallContext, sensorId: number, from: number, to: number): Promise<number> {
  const datum = await db
    .selectFrom('datums')
    .select(({ fn }) => fn.max('t').as('t'))
    .where('sensor_id', '=', sensorId)
    .where('t', '<', to)
    .executeTakeFirst();
  return Math.max(from, Number(datum?.t ?? from));
}

/** The readings of a range; null where there are too many of them. */
async function* columnsOf(
  { source }: CallContext,
  points: Points,
  key: SeriesKey,
  { channel, lens, temperature, to }: Asked,
  from: number,
): AsyncGenerator<void, Columns | null, void> {
  const count = to <= from ? 0 : await source.count(key, from, to, mostReadings + 1);
  points.add(Math.ceil(count / 10) + rowWork);
  yield;
  if (count > mostReadings) return null;
  const channels = lens === 'temperature' ? [channel, temperature] : [channel];
  const [t, values, temperatures] = [count, count, count].map((length) =>
    new Float64Array(length).fill(Number.NaN),
  );
  let at = 0;
  for await (const page of pagesOf(source, points, key, channels, { from, to, count })) {
    for (const [time, value, degrees] of page) {
      if (t === undefined || values === undefined || temperatures === undefined || at >= count) break;
      t[at] = toNumber(time);
      if (typeof value === 'number') values[at] = value;
      if (typeof degrees === 'number') temperatures[at] = degrees;
      at += 1;
    }
    yield;
  }
  const cut = (column: Float64Array | undefined) => (column ?? new Float64Array()).subarray(0, at);
  return { t: cut(t), values: cut(values), temperatures: cut(temperatures) };
}

/** What is wrong with the channels that were asked for; else the row that has them. */
function rowFor({ kind, channel, lens, temperature }: Asked) {
  const owned = kindById(kind)?.rows ?? [];
  const row = rowOfChannel(owned, channel);
  const of = row === undefined ? undefined : channelIn(row, channel);
  if (row === undefined || of?.type !== 'number') return { wrong: 'noGroup', name: channel } as const;
  if (circular(of)) return { wrong: 'circular', name: channel } as const;
  if (lens === 'temperature' && channelIn(row, temperature)?.type !== 'number')
    return { wrong: 'noGroup', name: temperature } as const;
  return { row };
}

/**
 * A lens over a channel of every sensor of a kind; each station is read once, however often it is named. A sensor's readings are
 * read in pieces and judged in one.
 */
export async function* analyseCall(context: CallContext, asked: Asked): Pieces {
  const { viewer, stations, answers: out, work } = context;
  const points = new Points(context);
  const found = rowFor(asked);
  for (const id of new Set(asked.stations)) {
    const station = stations.get(id);
    const sources = station === undefined ? [] : sourcesOf(station, asked.kind);
    if (sources.length === 0)
      out.add({ station: id, ...failure(viewer, station === undefined ? 'gone' : 'noSensor', null) });
    for (const { id: sourceId, slot } of sources) {
      if ('wrong' in found) {
        out.add({ station: id, ...failure(viewer, found.wrong, slot, found.name) });
        continue;
      }
      const from = await beginOf(context, sourceId, asked.from, asked.to);
      const key = { sourceId, row: found.row, element: 0 };
      const columns = yield* columnsOf(context, points, key, asked, from);
      if (columns === null) out.add({ station: id, ...failure(viewer, 'tooMany', slot) });
      else {
        work.add(limits.lensWork[asked.lens]);
        const said = answers[asked.lens](thinned(columns, asked.lens), asked);
        const answer = typeof said === 'string' ? { result: null, why: said } : { result: said, why: null };
        out.add({ station: id, ok: true, slot, from, count: knownOf(columns).t.length, ...answer });
      }
      yield;
    }
    yield;
  }
}
