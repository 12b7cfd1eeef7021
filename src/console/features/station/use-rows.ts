import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowId } from '../../../catalogue/model.ts';
import { readingRows } from '../../../contract/stations.ts';
import { relativeValues, type Baseline as Valid } from '../../../domain/baseline.ts';
import type { DataRow } from '../../components/table/DataTable.tsx';
import { request } from '../../state/connection/client.ts';
import { onReadings } from '../../state/connection/live.ts';

const page = 200;

interface Rows {
  readonly rows: readonly DataRow[];
  readonly total: number;
  readonly error: unknown;
  readonly busy: boolean;
}

/** Recent rows of a source, newest first; more when the end comes near; live ones join at most once a second. */
export function useRows(
  sourceId: number,
  row: string,
  element: number,
  /** Initial values relative to which displacements and angles are shown; null = as measured. */
  baselines: readonly Valid[] | null,
): Rows & { readonly more: () => void; readonly retry: () => void } {
  const [state, setState] = useState<Rows>({ rows: [], total: 0, error: null, busy: true });
  const [attempt, setAttempt] = useState(0);
  const loading = useRef(false);
  const oldest = useRef<number | undefined>(undefined);
  const relative = baselines !== null;
  const version = relative ? `Δ${baselines.map(({ id }) => id).join()}` : 'raw';
  const latest = useRef(baselines);
  latest.current = baselines;

  const load = useCallback(
    async (before: number | undefined, signal: AbortSignal) => {
      loading.current = true;
      try {
        const answer = await request(readingRows, {
          params: { sourceId },
          query: {
            row,
            element,
            limit: page,
            ...(relative ? { relative: 1 } : {}),
            ...(before === undefined ? {} : { before }),
          },
          signal,
        });
        oldest.current = answer.rows.at(-1)?.t ?? before;
        setState((known) => ({
          rows: before === undefined ? answer.rows : [...known.rows, ...answer.rows],
          total: before === undefined ? answer.total : Math.max(known.total, answer.total),
          error: null,
          busy: false,
        }));
      } catch (error) {
        if (!signal.aborted) setState((known) => ({ ...known, error, busy: false }));
      } finally {
        loading.current = false;
      }
    },
    [sourceId, row, element, relative],
  );

  useEffect(() => {
    // Another list of initial values makes other rows, as another attempt does.
    if (attempt < 0 || version === '') return;
    const abort = new AbortController();
    setState({ rows: [], total: 0, error: null, busy: true });
    void load(undefined, abort.signal);
    // Of a row that comes in parts the last part is the whole of it.
    const waiting = new Map<number, DataRow>();
    const timer = setInterval(() => {
      if (waiting.size === 0) return;
      const grown = new Map(waiting);
      waiting.clear();
      const fresh = [...grown.values()].sort((a, b) => b.t - a.t);
      setState((known) => {
        const newest = known.rows[0]?.t ?? 0;
        const added = fresh.filter((entry) => entry.t > newest);
        // A row that is there has got more columns.
        const rows = known.rows.map((entry) => grown.get(entry.t) ?? entry);
        return { ...known, rows: [...added, ...rows], total: known.total + added.length };
      });
    }, 1000);
    const stop = onReadings((readings) => {
      for (const reading of readings) {
        if (reading.sourceId === sourceId && reading.row === row && reading.element === element) {
          const { t, values, notGood } = reading;
          const known = latest.current;
          const shown =
            known === null ? values : relativeValues(known, row as RowId, element, () => t, values);
          waiting.set(t, { t, values: shown, ...(notGood === undefined ? {} : { notGood }) });
        }
      }
    });
    return () => {
      abort.abort();
      clearInterval(timer);
      stop();
    };
  }, [load, sourceId, row, element, attempt, version]);

  const more = useCallback(() => {
    if (!loading.current && oldest.current !== undefined)
      void load(oldest.current, new AbortController().signal);
  }, [load]);
  const retry = useCallback(() => setAttempt((value) => value + 1), []);
  return { ...state, more, retry };
}
