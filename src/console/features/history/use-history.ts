import { useEffect, useRef, useState } from 'react';
import { groupBy } from '../../../base/group.ts';
import type { HistoryColumns } from '../../../contract/history/columns.ts';
import { decodeHistory } from '../../../contract/history/decode.ts';
import { historyColumns, historyGaps } from '../../../contract/history-calls.ts';
import type { ChartGap } from '../../components/chart/PaneChart.tsx';
import { request, requestBytes } from '../../state/client.ts';
import { onReadings } from '../../state/live.ts';
import { quickSpans, type Range } from './range.ts';
import type { StationSeries } from './series.ts';

/** What is on screen: columns by source, for a span. Kept until the next answer is there, so that nothing blanks. */
export interface Loaded {
  readonly from: number;
  readonly to: number;
  /** By `<source>.<row>.<element>`. */
  readonly columns: ReadonlyMap<string, HistoryColumns>;
  readonly gaps: readonly ChartGap[];
}
export interface HistoryState {
  readonly loaded: Loaded | null;
  readonly busy: boolean;
  readonly error: unknown;
}

export const placeKey = (entry: Pick<StationSeries, 'sourceId' | 'row' | 'element'>) =>
  `${entry.sourceId}.${entry.row}.${entry.element}`;

const newestCount = 20;
const shortestPause = 2000;

function spanOf(range: Range, now: number): { from: number; to: number } | null {
  if (range.type === 'span') return range;
  return range.type === 'quick' ? { from: now - quickSpans[range.quick], to: now } : null;
}

async function load(
  chosen: readonly StationSeries[],
  range: Range,
  bins: number,
  signal: AbortSignal,
): Promise<Loaded> {
  const now = Date.now();
  const span = spanOf(range, now);
  const places = [...groupBy(chosen, placeKey).values()];
  const answers = await Promise.all(
    places.map(async (series) => {
      const [first] = series;
      if (first === undefined) throw new Error('a group is never empty');
      const bytes = await requestBytes(historyColumns, {
        params: { sourceId: first.sourceId },
        query: {
          row: first.row,
          element: first.element,
          channels: series.map((entry) => entry.series.channel).join(','),
          ...(span === null
            ? { latest: newestCount }
            : { from: Math.floor(span.from), to: Math.ceil(span.to), bins }),
        },
        signal,
      });
      return [placeKey(first), decodeHistory(bytes)] as const;
    }),
  );
  const columns = new Map(answers);
  const times = answers
    .flatMap(([, entry]) => [entry.t[0], entry.t.at(-1)])
    .filter((t): t is number => t !== undefined);
  const newest =
    times.length === 0
      ? { from: now - quickSpans.week, to: now }
      : { from: Math.min(...times), to: Math.max(...times) };
  const { from, to } = span ?? newest;
  const [lead] = chosen;
  const gaps =
    lead === undefined || span === null
      ? []
      : (
          await request(historyGaps, {
            params: { sourceId: lead.sourceId },
            query: {
              row: lead.row,
              element: lead.element,
              from: Math.floor(from),
              to: Math.min(Math.ceil(to), now),
            },
            signal,
          })
        ).gaps;
  return { from, to: Math.max(to, from + 1), columns, gaps };
}

/**
 * History of the chosen series over a range, fetched for `bins` pixel columns; again when the range moves, and when
 * new readings come while the range ends now.
 */
export function useHistory(
  chosen: readonly StationSeries[],
  range: Range,
  bins: number,
  retry: number,
): HistoryState {
  const [state, setState] = useState<HistoryState>({ loaded: null, busy: true, error: null });
  const rangeKey = JSON.stringify(range);
  const chosenKey = chosen.map((entry) => entry.key).join();
  const latest = useRef({ chosen, range });
  latest.current = { chosen, range };

  useEffect(() => {
    if (bins < 10 || retry < 0) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = false;
    const follows = JSON.parse(rangeKey).type !== 'span';
    const fetchNow = async () => {
      setState((before) => ({ ...before, busy: true }));
      const started = performance.now();
      try {
        if (chosenKey === '') {
          setState({
            loaded: { from: Date.now() - 1, to: Date.now(), columns: new Map(), gaps: [] },
            busy: false,
            error: null,
          });
          return;
        }
        const loaded = await load(latest.current.chosen, latest.current.range, bins, abort.signal);
        setState({ loaded, busy: false, error: null });
        performance.measure('curve.fetch', { start: started });
      } catch (error) {
        if (!abort.signal.aborted) setState((before) => ({ ...before, busy: false, error }));
      }
    };
    void fetchNow();
    const stop = onReadings((readings) => {
      if (!follows || wanted) return;
      const sources = new Set(latest.current.chosen.map(placeKey));
      if (!readings.some((reading) => sources.has(`${reading.sourceId}.${reading.row}.${reading.element}`)))
        return;
      wanted = true;
      timer = setTimeout(() => {
        wanted = false;
        void fetchNow();
      }, shortestPause);
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
      stop();
    };
  }, [chosenKey, rangeKey, bins, retry]);
  return state;
}
