import { groupBy } from '../../../base/group.ts';
import type { DecodedHistory, DecodedRaw } from '../../../contract/history/columns.ts';
import { decodeHistory } from '../../../contract/history/decode.ts';
import { historyColumns, historyGaps } from '../../../contract/history-calls.ts';
import { readingRows } from '../../../contract/sites/stations.ts';
import type { ChartGap } from '../../components/chart/PaneChart.tsx';
import { quickSpans, type TimeSpan } from '../../components/range/range.ts';
import type { DoubtedCell } from '../../components/table/cell-text.ts';
import { request, requestBytes } from '../../state/connection/client.ts';
import type { StationSeries } from './series.ts';

/** What is on screen: columns by source, for a span. */
export interface Loaded extends TimeSpan {
  /** The span that was asked for; `from` and `to` may be a part of it. */
  readonly asked: TimeSpan | null;
  /** By `<source>.<row>.<element>`. */
  readonly columns: ReadonlyMap<string, DecodedHistory>;
  readonly gaps: readonly ChartGap[];
  /** The columns are relative to initial values. */
  readonly relative: boolean;
}

export const placeKey = (entry: Pick<StationSeries, 'sourceId' | 'row' | 'element'>) =>
  `${entry.sourceId}.${entry.row}.${entry.element}`;

const newestCount = 20;
/** Readings of a line that are fetched as they are, so that zoom and pan need nothing more: three months at 2 min. */
const rawUpTo = 65_536;

/** Sums and bearings are put together by the server's own rules; a line is reduced here, for each view. */
const isLine = ({ series }: StationSeries) => !series.sum && !series.circular;

/** True where the answer depends on whether it is asked for relative. */
const isRelative = ({ relative, series }: StationSeries) => relative && series.relative;

type Place = readonly StationSeries[];
const placesOf = (chosen: readonly StationSeries[]): readonly Place[] => [
  ...groupBy(chosen, placeKey).values(),
];

/** Widths of the bins of amounts, s: five minutes, an hour, a day. */
const namedSteps = [300, 3600, 86_400] as const;

/** The narrowest named width by which bars of a span are at least two pixels wide. */
export const namedStep = ({ from, to }: TimeSpan, pixels: number): number =>
  namedSteps.find((step) => ((to - from) / 1000 / step) * 2 <= pixels) ?? 86_400;

async function fetchPlace(
  place: Place,
  span: TimeSpan | null,
  bins: number,
  signal: AbortSignal,
  asReadings = place.every(isLine),
) {
  const [first] = place;
  if (first === undefined) throw new Error('a group is never empty');
  const bytes = await requestBytes(historyColumns, {
    params: { sourceId: first.sourceId },
    query: {
      row: first.row,
      element: first.element,
      channels: place.map((entry) => entry.series.channel).join(','),
      ...(place.some(isRelative) ? { relative: 1 } : {}),
      ...(span === null
        ? { latest: newestCount }
        : {
            from: Math.floor(span.from),
            to: Math.ceil(span.to),
            bins,
            ...(asReadings ? { rawUpTo } : {}),
            ...(!asReadings && place.every(({ series }) => series.sum)
              ? { step: namedStep(span, bins) }
              : {}),
          }),
    },
    signal,
  });
  return [placeKey(first), decodeHistory(bytes)] as const;
}

async function fetchGaps(
  chosen: readonly StationSeries[],
  span: TimeSpan,
  signal: AbortSignal,
): Promise<readonly ChartGap[]> {
  const [lead] = chosen;
  // Each station has gaps of its own: those of one would be read as those of all.
  if (lead === undefined || chosen.some((entry) => entry.stationId !== lead.stationId)) return [];
  const answer = await request(historyGaps, {
    params: { sourceId: lead.sourceId },
    query: {
      row: lead.row,
      element: lead.element,
      from: Math.floor(span.from),
      to: Math.min(Math.ceil(span.to), Date.now()),
    },
    signal,
  });
  return answer.gaps;
}

/** Fetches the chosen series over a span, or (null) their newest readings. @throws ApiError */
export async function fetchHistory(
  chosen: readonly StationSeries[],
  span: TimeSpan | null,
  bins: number,
  signal: AbortSignal,
): Promise<Loaded> {
  const now = Date.now();
  const answers = await Promise.all(placesOf(chosen).map((place) => fetchPlace(place, span, bins, signal)));
  const times = answers
    .flatMap(([, entry]) => [entry.t[0], entry.t.at(-1)])
    .filter((t): t is number => t !== undefined);
  const newest =
    times.length === 0
      ? { from: now - quickSpans.week, to: now }
      : { from: Math.min(...times), to: Math.max(...times) };
  const { from, to } = span ?? newest;
  const gaps = span === null ? [] : await fetchGaps(chosen, span, signal);
  return {
    from,
    to: Math.max(to, from + 1),
    asked: span,
    columns: new Map(answers),
    gaps,
    relative: chosen.some(isRelative),
  };
}

/** All of one series over a long span in `bins` columns: what a strip under a chart needs, without its gaps. @throws ApiError */
export async function fetchWhole(
  entry: StationSeries,
  span: TimeSpan,
  bins: number,
  signal: AbortSignal,
): Promise<Loaded> {
  const columns = new Map([await fetchPlace([entry], span, bins, signal, false)]);
  return { ...span, asked: span, columns, gaps: [], relative: isRelative(entry) };
}

const mostBins = 8000;

/**
 * Columns for a table or a file: the readings themselves, also where a curve has them put together (rain, bearings),
 * as long as there are not too many. @throws ApiError
 */
export async function fetchReadings(
  loaded: Loaded,
  chosen: readonly StationSeries[],
  signal: AbortSignal,
): Promise<Loaded['columns']> {
  const { asked, columns } = loaded;
  if (asked === null) return columns;
  const finer = await Promise.all(
    placesOf(chosen)
      .filter(([first]) => first !== undefined && columns.get(placeKey(first))?.mode === 'bins')
      .map((place) => fetchPlace(place, asked, mostBins, signal, true)),
  );
  return finer.length === 0 ? columns : new Map([...columns, ...finer]);
}

/** What devices did not vouch for, by place and time; `from`: the earliest moment that all of them are there of. */
export interface Doubted {
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, Readonly<Record<string, DoubtedCell>>>>;
  readonly from: number;
}

const doubtedPage = 1000;
/** Rows of a place with a value in doubt that are looked at, newest first. */
const mostDoubted = 10_000;

/** The readings of the loaded places that their devices did not vouch for. @throws ApiError */
export async function fetchDoubted(
  { from, to }: TimeSpan,
  chosen: readonly StationSeries[],
  signal: AbortSignal,
): Promise<Doubted> {
  let reached = Math.floor(from);
  const found = await Promise.all(
    placesOf(chosen).flatMap(([first]) => {
      if (first === undefined) return [];
      const { sourceId, row, element } = first;
      const span = { row, element, from: Math.floor(from), to: Math.floor(to) + 1 };
      const whole = async () => {
        const cells = new Map<number, Readonly<Record<string, DoubtedCell>>>();
        let before: number | undefined;
        for (;;) {
          const answer = await request(readingRows, {
            params: { sourceId },
            query: {
              ...{ ...span, limit: doubtedPage, doubted: 1 },
              ...(before === undefined ? {} : { before }),
            },
            signal,
          });
          for (const { t, notGood } of answer.rows) if (notGood !== undefined) cells.set(t, notGood);
          before = answer.rows.at(-1)?.t;
          if (before === undefined || answer.rows.length < doubtedPage) break;
          if (cells.size >= mostDoubted) {
            reached = Math.max(reached, before);
            break;
          }
        }
        return [placeKey(first), cells] as const;
      };
      return [whole()];
    }),
  );
  return { cells: new Map(found), from: reached };
}

/** True when something of every chosen series is here over the whole of a span, as fine as it is. */
export function covers(loaded: Loaded, chosen: readonly StationSeries[], span: TimeSpan | null): boolean {
  if (span === null || loaded.relative !== chosen.some(isRelative)) return false;
  if (loaded.asked === null || span.from < loaded.asked.from || span.to > loaded.asked.to) return false;
  return chosen.every((entry) =>
    loaded.columns
      .get(placeKey(entry))
      ?.channels.some(({ channel }: { readonly channel: string }) => channel === entry.series.channel),
  );
}

/** True when every reading of the chosen lines between two moments is already here. */
export function holds(loaded: Loaded, chosen: readonly StationSeries[], span: TimeSpan): boolean {
  if (loaded.relative !== chosen.some(isRelative)) return false;
  if (loaded.asked === null || span.from < loaded.asked.from || span.to > loaded.asked.to) return false;
  return chosen.every((entry) => {
    const columns = loaded.columns.get(placeKey(entry));
    return (
      columns?.mode === 'raw' && columns.channels.some(({ channel }) => channel === entry.series.channel)
    );
  });
}

/** Readings that were kept from `from` on, followed by newer ones of the same channels. */
function joined(kept: DecodedRaw, newer: DecodedRaw, from: number): DecodedRaw {
  const begin = Math.max(
    0,
    kept.t.findIndex((t) => t >= from),
  );
  const t = new Float64Array(kept.t.length - begin + newer.t.length);
  t.set(kept.t.subarray(begin));
  t.set(newer.t, kept.t.length - begin);
  const channels = kept.channels.map(({ channel, values }) => {
    const next = newer.channels.find((entry) => entry.channel === channel);
    if (next === undefined) throw new Error(`the answer lacks ${channel}`);
    return { channel, values: values.followedBy(next.values, begin) };
  });
  return { mode: 'raw', step: 0, t, channels };
}

/**
 * Fetches only what came since: `span` ends now and its readings up to the last of each place are in `loaded`.
 * Answers null when that is not so, and all must be fetched.
 */
export async function fetchNewer(
  loaded: Loaded,
  chosen: readonly StationSeries[],
  span: TimeSpan,
  bins: number,
  signal: AbortSignal,
): Promise<Loaded | null> {
  if (!holds(loaded, chosen, { from: span.from, to: loaded.asked?.to ?? 0 })) return null;
  const answers = await Promise.all(
    placesOf(chosen).map(async (place) => {
      const [first] = place;
      const kept = first && loaded.columns.get(placeKey(first));
      const last = kept?.t.at(-1);
      if (kept?.mode !== 'raw' || last === undefined) return null;
      const [key, newer] = await fetchPlace(place, { from: last + 1, to: span.to }, bins, signal);
      return newer.mode === 'raw' ? ([key, joined(kept, newer, span.from)] as const) : null;
    }),
  );
  const all = answers.filter((answer) => answer !== null);
  if (all.length < answers.length) return null;
  const gaps = await fetchGaps(chosen, span, signal);
  return { ...span, asked: span, columns: new Map(all), gaps, relative: loaded.relative };
}
