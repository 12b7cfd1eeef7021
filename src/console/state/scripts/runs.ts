import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as contract from '../../../contract/workflows.ts';
import { request } from '../connection/client.ts';
import { onEvent, onMissed } from '../connection/live.ts';

/** Under what runs of scripts are cached. */
export const runsKey = 'runs';
const logPage = 1000;
/** Runs that the history lists. */
export const runsShown = 200;

/** Runs that the user may see, newest first; moved by the live stream. */
export function useRuns(enabled = true) {
  const client = useQueryClient();
  useEffect(() => {
    const anew = () => void client.invalidateQueries({ queryKey: [runsKey, 'list'] });
    const stops = [onMissed(anew), onEvent((event) => event.type === 'runs' && anew())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return useQuery({
    enabled,
    queryKey: [runsKey, 'list'],
    queryFn: ({ signal }) => request(contract.workflowRuns, { query: { limit: runsShown }, signal }),
    staleTime: 0,
  });
}

/** A run with its text, arguments and proposal; null while none is wanted. Moved by the live stream. */
export function useRun(runId: string | null) {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = [runsKey, 'one', runId];
    const anew = () => void client.invalidateQueries({ queryKey });
    const stops = [
      onMissed(anew),
      onEvent((event) => {
        if (event.type !== 'runs') return;
        const moved = event.runs.find(({ id }) => id === runId);
        if (moved === undefined) return;
        client.setQueryData<contract.RunDetail>(queryKey, (before) =>
          before === undefined || before.updatedAt > moved.updatedAt ? before : { ...before, ...moved },
        );
        // The proposal comes with its end.
        if (contract.isRunEnded(moved.state)) anew();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, runId]);
  return useQuery({
    queryKey: [runsKey, 'one', runId],
    queryFn: async ({ signal }) =>
      (await request(contract.workflowRun, { params: { runId: runId ?? '' }, signal })).run,
    enabled: runId !== null,
    staleTime: 0,
  });
}

export interface RunLog {
  /** Oldest first, without a gap. */
  readonly lines: readonly contract.LogLine[];
  /** Lines that were counted and not kept. */
  readonly more: number;
}
const nothing: RunLog = { lines: [], more: 0 };

/** What a run logged so far, line by line as it comes. */
export function useRunLog(runId: string | null): RunLog {
  const [log, setLog] = useState(nothing);
  useEffect(() => {
    setLog(nothing);
    if (runId === null) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    let lines: contract.LogLine[] = [];
    let first: number | null = null;
    let fetching = false;
    let again = false;
    const next = () => (lines.at(-1)?.line ?? (first ?? 0) - 1) + 1;
    const fetchOn = async () => {
      if (fetching) {
        again = true;
        return;
      }
      fetching = true;
      try {
        do {
          again = false;
          const query = { from: lines.length === 0 ? 0 : next(), limit: logPage };
          const answer = await request(contract.workflowLog, { params: { runId }, query, signal });
          const fresh = answer.lines.filter(({ line }) => lines.length === 0 || line >= next());
          first ??= fresh[0]?.line ?? null;
          lines = [...lines, ...fresh];
          setLog({ lines, more: answer.more });
          again ||= answer.lines.length === logPage;
        } while (again && !signal.aborted);
      } catch {
        // The next line, or the stream's return, asks again.
      } finally {
        fetching = false;
      }
    };
    const stops = [
      onMissed(() => void fetchOn()),
      onEvent((event) => {
        if (event.type !== 'runLog' || event.runId !== runId) return;
        const [head] = event.lines;
        if (fetching || lines.length === 0 || head === undefined || head.line > next()) {
          void fetchOn();
          return;
        }
        lines = [...lines, ...event.lines.filter(({ line }) => line >= next())];
        setLog({ lines, more: event.more });
      }),
    ];
    void fetchOn();
    return () => {
      stopped.abort();
      for (const stop of stops) stop();
    };
  }, [runId]);
  return log;
}
