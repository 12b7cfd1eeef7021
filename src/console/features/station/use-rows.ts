import { useCallback, useEffect, useRef, useState } from 'react';
import { readingRows } from '../../../contract/stations.ts';
import type { DataRow } from '../../components/table/DataTable.tsx';
import { request } from '../../state/client.ts';
import { onReadings } from '../../state/live.ts';

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
): Rows & { readonly more: () => void; readonly retry: () => void } {
  const [state, setState] = useState<Rows>({ rows: [], total: 0, error: null, busy: true });
  const [attempt, setAttempt] = useState(0);
  const loading = useRef(false);
  const oldest = useRef<number | undefined>(undefined);

  const load = useCallback(
    async (before: number | undefined, signal: AbortSignal) => {
      loading.current = true;
      try {
        const answer = await request(readingRows, {
          params: { sourceId },
          query: { row, element, limit: page, ...(before === undefined ? {} : { before }) },
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
    [sourceId, row, element],
  );

  useEffect(() => {
    if (attempt < 0) return;
    const abort = new AbortController();
    setState({ rows: [], total: 0, error: null, busy: true });
    void load(undefined, abort.signal);
    let waiting: DataRow[] = [];
    const timer = setInterval(() => {
      if (waiting.length === 0) return;
      const fresh = waiting.sort((a, b) => b.t - a.t);
      waiting = [];
      setState((known) => {
        const newest = known.rows[0]?.t ?? 0;
        const added = fresh.filter((entry) => entry.t > newest);
        return added.length === 0
          ? known
          : { ...known, rows: [...added, ...known.rows], total: known.total + added.length };
      });
    }, 1000);
    const stop = onReadings((readings) => {
      for (const reading of readings) {
        if (reading.sourceId === sourceId && reading.row === row && reading.element === element) {
          waiting.push({ t: reading.t, values: reading.values });
        }
      }
    });
    return () => {
      abort.abort();
      clearInterval(timer);
      stop();
    };
  }, [load, sourceId, row, element, attempt]);

  const more = useCallback(() => {
    if (!loading.current && oldest.current !== undefined)
      void load(oldest.current, new AbortController().signal);
  }, [load]);
  const retry = useCallback(() => setAttempt((value) => value + 1), []);
  return { ...state, more, retry };
}
