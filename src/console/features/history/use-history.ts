import { useEffect, useRef, useState } from 'react';
import { type CurveRange, spanOf } from '../../components/range/range.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { type LiveReading, onMissed, onReadings } from '../../state/connection/live.ts';
import { onBaselines } from '../../state/devices/baselines.ts';
import { covers, fetchHistory, fetchNewer, holds, type Loaded, placeKey } from './fetch-history.ts';
import type { StationSeries } from './series.ts';

export interface HistoryState {
  /**
   * Kept until the next answer is there, so that nothing blanks; null also where nothing is chosen, and where what was
   * asked for failed and this is of another range or of other series.
   */
  readonly loaded: Loaded | null;
  /** When `loaded` was read, UTC ms. */
  readonly readAt: number;
  /** `loaded` answers exactly what is asked for now. */
  readonly isCurrent: boolean;
  readonly busy: boolean;
  /** Why the newest query failed; it is asked again by itself until it heals. Null = it did not. */
  readonly error: unknown;
}

const shortestPause = 2000;
/** A failed query is asked again after so long, ms; each time after twice as long, up to the longest. */
const [firstRetry, longestRetry] = [4000, 60_000];

/** True where asking again may help: no answer, a server that fails or is too busy. */
const mayHeal = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status === 408 ||
  error.status === 429 ||
  error.status >= 500;

interface Kept {
  readonly loaded: Loaded | null;
  /** Series and range that `loaded` answers. */
  readonly of: string;
  readonly readAt: number;
  readonly busy: boolean;
  readonly error: unknown;
  /** Series and range of which `error` is. */
  readonly failed: string;
}

const nothing: Kept = { loaded: null, of: '', readAt: 0, busy: false, error: null, failed: '' };

/** Readings that belong to what is chosen. */
function ofChosen(
  readings: readonly LiveReading[],
  chosen: readonly StationSeries[],
): readonly LiveReading[] {
  const places = new Set(chosen.map(placeKey));
  return readings.filter(({ sourceId, row, element }) => places.has(`${sourceId}.${row}.${element}`));
}

/** True when all of them are newer than what is loaded of their place: none fills a gap. */
const areNewer = (readings: readonly LiveReading[], { columns }: Loaded): boolean =>
  readings.every(
    ({ sourceId, row, element, t }) => t > (columns.get(`${sourceId}.${row}.${element}`)?.t.at(-1) ?? t),
  );

/** Gathers the readings that come within a pause, and gives them on together. */
function gather(give: (came: readonly LiveReading[]) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: readonly LiveReading[] | null = null;
  return {
    add: (readings: readonly LiveReading[]) => {
      const pending = waiting;
      waiting = [...(pending ?? []), ...readings];
      if (pending !== null) return;
      timer = setTimeout(() => {
        const came = waiting ?? [];
        waiting = null;
        give(came);
      }, shortestPause);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * History of the chosen series over a range, fetched for `bins` pixel columns. Fetched again when the range leaves what
 * is here in full, when `retry` is another, when the initial values are others to which it is relative, and, while the
 * range ends now, as readings come: the newer ones alone where that is enough.
 */
export function useHistory(
  chosen: readonly StationSeries[],
  range: CurveRange,
  bins: number,
  retry: number,
): HistoryState {
  const [state, setState] = useState<Kept>({ ...nothing, busy: true });
  const rangeKey = JSON.stringify(range);
  const chosenKey = chosen.map(({ key, relative }) => (relative ? `Δ${key}` : key)).join();
  const wanted = `${chosenKey} ${rangeKey}`;
  const asked = useRef(retry);
  const latest = useRef({ chosen, range, ...state });
  latest.current = { chosen, range, ...state };

  useEffect(() => {
    if (bins < 10 || retry < 0) return;
    const abort = new AbortController();
    let retrying: ReturnType<typeof setTimeout> | undefined;
    let wait = firstRetry;
    /** What is loaded is relative to other initial values than those of now. */
    let outdated = false;
    const parsed = JSON.parse(rangeKey) as CurveRange;
    const answer = async (onlyNewer: boolean): Promise<Loaded> => {
      const { chosen: series, loaded } = latest.current;
      const span = spanOf(parsed);
      const again = asked.current !== retry || outdated;
      asked.current = retry;
      outdated = false;
      if (loaded !== null && span !== null && !again) {
        if (parsed.type === 'span' && holds(loaded, series, span)) return { ...loaded, ...span };
        const newer = onlyNewer ? await fetchNewer(loaded, series, span, bins, abort.signal) : null;
        if (newer !== null) return newer;
      }
      return fetchHistory(series, span, bins, abort.signal);
    };
    const fetchNow = async (onlyNewer: boolean) => {
      clearTimeout(retrying);
      if (chosenKey === '') return setState(nothing);
      setState((before) => ({ ...before, busy: true }));
      const started = performance.now();
      try {
        const loaded = await answer(onlyNewer);
        if (abort.signal.aborted) return;
        wait = firstRetry;
        setState({ ...nothing, loaded, of: wanted, readAt: Date.now() });
        performance.measure('curve.fetch', { start: started });
      } catch (error) {
        if (abort.signal.aborted) return;
        setState((before) => ({ ...before, busy: false, error, failed: wanted }));
        if (!mayHeal(error)) return;
        retrying = setTimeout(() => void fetchNow(false), wait);
        wait = Math.min(longestRetry, 2 * wait);
      }
    };
    const gathering = gather((came) => {
      const { loaded } = latest.current;
      void fetchNow(came.length > 0 && loaded !== null && areNewer(came, loaded));
    });
    const later = gathering.add;
    void fetchNow(false);
    const stopReadings = onReadings((readings) => {
      const own = parsed.type === 'span' ? [] : ofChosen(readings, latest.current.chosen);
      if (own.length > 0) later(own);
    });
    const isRelative = (stationId: number | null) =>
      latest.current.chosen.some(
        (entry) => entry.relative && (stationId === null || entry.stationId === stationId),
      );
    const anew = () => {
      outdated = true;
      later([]);
    };
    const stopBaselines = onBaselines((stationId) => isRelative(stationId) && anew());
    const stopMissed = onMissed(() => {
      if (isRelative(null)) anew();
      else if (parsed.type !== 'span' || latest.current.error !== null) later([]);
    });
    return () => {
      abort.abort();
      gathering.stop();
      clearTimeout(retrying);
      stopReadings();
      stopBaselines();
      stopMissed();
    };
  }, [wanted, chosenKey, rangeKey, bins, retry]);
  const { loaded, of, readAt, busy } = state;
  // What failed before the range or the series were changed says nothing about these.
  const error = state.failed === wanted ? state.error : null;
  const fits = error === null || of === wanted || (loaded !== null && covers(loaded, chosen, spanOf(range)));
  return { loaded: fits ? loaded : null, readAt, isCurrent: loaded !== null && of === wanted, busy, error };
}
