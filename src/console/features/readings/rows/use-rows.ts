import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowId } from '../../../../catalogue/model.ts';
import type { DataOf } from '../../../../contract/call.ts';
import { readingRows } from '../../../../contract/sites/stations.ts';
import { relativeValues, type Baseline as Valid } from '../../../../domain/baseline.ts';
import { type CurveRange, spanOf } from '../../../components/range/range.ts';
import type { DataRow } from '../../../components/table/DataTable.tsx';
import { request } from '../../../state/connection/client.ts';
import { onReadings } from '../../../state/connection/live.ts';

const page = 200;
/** The most that one request gives. */
const mostAtOnce = 1000;
const newestCount = 20;

/** Whose rows are asked for, and of when. */
export interface RowsOf {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly range: CurveRange;
  /** Initial values relative to which displacements and angles are shown; null = as measured. */
  readonly baselines: readonly Valid[] | null;
}

export interface Rows {
  readonly rows: readonly DataRow[];
  /** In the whole range. */
  readonly total: number;
  /** True when all of the range are here. */
  readonly whole: boolean;
  readonly error: unknown;
  readonly busy: boolean;
}

interface RowsHere extends Rows {
  readonly more: () => void;
  /** Fetches all of the range. Answers whether they are here now. */
  readonly all: () => Promise<boolean>;
  readonly retry: () => void;
}

/** A row as the tables show it: when it was received is one of its columns. */
export const shownRow = (row: DataOf<typeof readingRows>['rows'][number]): DataRow => ({
  t: row.t,
  values: { ...row.values, receivedAt: row.receivedAt },
  ...(row.notGood === undefined ? {} : { notGood: row.notGood }),
});

/** A page of rows of a range, newest first, before a moment where one is given. @throws ApiError */
export async function fetchRows(
  of: Omit<RowsOf, 'baselines'> & { readonly relative: boolean },
  limit: number,
  before: number | undefined,
  signal: AbortSignal,
) {
  const { sourceId, row, element, range, relative } = of;
  const span = spanOf(range);
  // A quick range has no end: what comes in the meantime belongs to it.
  const bounds = {
    ...(span === null ? {} : { from: Math.floor(span.from) }),
    ...(range.type === 'span' ? { to: Math.ceil(range.to) } : {}),
  };
  const answer = await request(readingRows, {
    params: { sourceId },
    query: {
      row,
      element,
      limit: range.type === 'latest' ? newestCount : limit,
      ...(relative ? { relative: 1 } : {}),
      ...bounds,
      ...(before === undefined ? {} : { before }),
    },
    signal,
  });
  const total = range.type === 'latest' ? Math.min(answer.total, newestCount) : answer.total;
  return { rows: answer.rows.map(shownRow), total };
}

/** Rows that came live beside those that are here: newer ones on top, grown ones in their place. */
function joined(known: Rows, grown: ReadonlyMap<number, DataRow>, most: number): Rows {
  const newest = known.rows[0]?.t ?? 0;
  const added = [...grown.values()].filter(({ t }) => t > newest).sort((a, b) => b.t - a.t);
  const rows = [...added, ...known.rows.map((entry) => grown.get(entry.t) ?? entry)];
  const shown = rows.slice(0, most);
  return { ...known, rows: shown, total: known.whole ? shown.length : known.total + added.length };
}

const nothing: Rows = { rows: [], total: 0, whole: false, error: null, busy: true };

/** Rows of a source over a range, newest first; more when the end comes near; live ones join at most once a second. */
export function useRows({ sourceId, row, element, range, baselines }: RowsOf): RowsHere {
  const [state, setState] = useState<Rows>(nothing);
  const [attempt, setAttempt] = useState(0);
  const loading = useRef(false);
  const known = useRef(state);
  known.current = state;
  const relative = baselines !== null;
  const version = relative ? `Δ${baselines.map(({ id }) => id).join()}` : 'raw';
  const latest = useRef(baselines);
  latest.current = baselines;
  const rangeKey = JSON.stringify(range);

  const load = useCallback(
    async (before: number | undefined, limit: number, signal: AbortSignal) => {
      loading.current = true;
      try {
        const of = { sourceId, row, element, range: JSON.parse(rangeKey) as CurveRange, relative };
        const answer = await fetchRows(of, limit, before, signal);
        // A count that was taken while rows come in would never be reached: a page that is not full is the last.
        const whole = of.range.type === 'latest' || answer.rows.length < limit;
        setState((now) => {
          const rows = before === undefined ? answer.rows : [...now.rows, ...answer.rows];
          const total = whole ? rows.length : Math.max(before === undefined ? 0 : now.total, answer.total);
          return { rows, total, whole, error: null, busy: false };
        });
        return { oldest: answer.rows.at(-1)?.t, whole };
      } catch (error) {
        if (!signal.aborted) setState((now) => ({ ...now, error, busy: false }));
        return null;
      } finally {
        loading.current = false;
      }
    },
    [sourceId, row, element, relative, rangeKey],
  );

  useEffect(() => {
    // Another list of initial values makes other rows, as another attempt does.
    if (attempt < 0 || version === '') return;
    const abort = new AbortController();
    setState(nothing);
    void load(undefined, page, abort.signal);
    const { type } = JSON.parse(rangeKey) as CurveRange;
    // Of a row that comes in parts the last part is the whole of it.
    const waiting = new Map<number, DataRow>();
    const timer = setInterval(() => {
      if (waiting.size === 0) return;
      const grown = new Map(waiting);
      waiting.clear();
      setState((now) => joined(now, grown, type === 'latest' ? newestCount : Number.POSITIVE_INFINITY));
    }, 1000);
    const stop = onReadings((readings) => {
      // A range between two moments is what it is.
      if (type === 'span') return;
      for (const reading of readings) {
        if (reading.sourceId !== sourceId || reading.row !== row || reading.element !== element) continue;
        const { t, values } = reading;
        const shown =
          latest.current === null ? values : relativeValues(latest.current, row, element, () => t, values);
        waiting.set(t, shownRow({ ...reading, values: shown }));
      }
    });
    return () => {
      abort.abort();
      clearInterval(timer);
      stop();
    };
  }, [load, sourceId, row, element, attempt, version, rangeKey]);

  const more = useCallback(() => {
    const oldest = known.current.rows.at(-1)?.t;
    if (!loading.current && oldest !== undefined) void load(oldest, page, new AbortController().signal);
  }, [load]);
  const all = useCallback(async () => {
    const { signal } = new AbortController();
    let { whole } = known.current;
    let oldest = known.current.rows.at(-1)?.t;
    while (!whole && oldest !== undefined) {
      const came = await load(oldest, mostAtOnce, signal);
      if (came === null) return false;
      ({ whole } = came);
      oldest = came.oldest;
    }
    return true;
  }, [load]);
  const retry = useCallback(() => setAttempt((value) => value + 1), []);
  return { ...state, more, all, retry };
}
