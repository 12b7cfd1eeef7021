import { useEffect, useRef, useState } from 'react';
import { type CurveRange, spanOf } from '../../components/range/range.ts';
import { type LiveReading, onMissed, onReadings } from '../../state/connection/live.ts';
import { onBaselines } from '../../state/devices/baselines.ts';
import { fetchHistory, fetchNewer, holds, type Loaded, placeKey } from './fetch-history.ts';
import type { StationSeries } from './series.ts';

export interface HistoryState {
  /** Kept until the next answer is there, so that nothing blanks; null also where nothing is chosen. */
  readonly loaded: Loaded | null;
  readonly busy: boolean;
  readonly error: unknown;
}

const shortestPause = 2000;

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
  const [state, setState] = useState<HistoryState>({ loaded: null, busy: true, error: null });
  const rangeKey = JSON.stringify(range);
  const chosenKey = chosen.map(({ key, relative }) => (relative ? `Δ${key}` : key)).join();
  const asked = useRef(retry);
  const latest = useRef({ chosen, range, loaded: state.loaded });
  latest.current = { chosen, range, loaded: state.loaded };

  useEffect(() => {
    if (bins < 10 || retry < 0) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waiting: readonly LiveReading[] | null = null;
    /** What is loaded is relative to other initial values than those of now. */
    let outdated = false;
    const parsed = JSON.parse(rangeKey) as CurveRange;
    const answer = async (onlyNewer: boolean): Promise<Loaded> => {
      const { chosen: wanted, loaded } = latest.current;
      const span = spanOf(parsed);
      const again = asked.current !== retry || outdated;
      asked.current = retry;
      outdated = false;
      if (loaded !== null && span !== null && !again) {
        if (parsed.type === 'span' && holds(loaded, wanted, span)) return { ...loaded, ...span };
        const newer = onlyNewer ? await fetchNewer(loaded, wanted, span, bins, abort.signal) : null;
        if (newer !== null) return newer;
      }
      return fetchHistory(wanted, span, bins, abort.signal);
    };
    const fetchNow = async (onlyNewer: boolean) => {
      if (chosenKey === '') return setState({ loaded: null, busy: false, error: null });
      setState((before) => ({ ...before, busy: true }));
      const started = performance.now();
      try {
        const loaded = await answer(onlyNewer);
        if (abort.signal.aborted) return;
        setState({ loaded, busy: false, error: null });
        performance.measure('curve.fetch', { start: started });
      } catch (error) {
        if (!abort.signal.aborted) setState((before) => ({ ...before, busy: false, error }));
      }
    };
    const later = (readings: readonly LiveReading[]) => {
      const pending = waiting;
      waiting = [...(pending ?? []), ...readings];
      if (pending !== null) return;
      timer = setTimeout(() => {
        const came = waiting ?? [];
        waiting = null;
        const { loaded } = latest.current;
        void fetchNow(came.length > 0 && loaded !== null && areNewer(came, loaded));
      }, shortestPause);
    };
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
      else if (parsed.type !== 'span') later([]);
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
      stopReadings();
      stopBaselines();
      stopMissed();
    };
  }, [chosenKey, rangeKey, bins, retry]);
  return state;
}
