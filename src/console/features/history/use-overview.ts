import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paneInView } from '../../components/chart/dense.ts';
import type { Curve } from '../../components/chart/plot-data.ts';
import { fetchWhole, type Loaded } from './fetch-history.ts';
import { curveOf } from './panes.ts';
import type { StationSeries } from './series.ts';
import type { CurveState } from './use-curve.ts';

const day = 86_400_000;
/** A year, and as many more as the chart goes back. */
const year = 366 * day;
/** The strip is at least so long, however few readings there are. */
const shortest = 90 * day;
/** Columns of the strip: one in two or three pixels. */
const columns = 480;
/** ms after which the whole is read anew when it is next asked for. */
const stale = 600_000;

export interface OverviewState {
  /** Null = not read yet, or nothing is stored. */
  readonly curve: Curve | null;
  readonly whole: readonly [from: number, to: number];
}

/** The series that the strip is of: the first line, or what there is. */
const leadOf = (chosen: readonly StationSeries[]): StationSeries | undefined =>
  chosen.find(({ series }) => !series.sum && !series.circular) ?? chosen[0];

/** From when to when the strip of what was read goes: from the first reading on, up to when it was read. */
function wholeOf({ loaded, readAt }: { readonly loaded: Loaded; readonly readAt: number }) {
  const [columnsOf] = loaded.columns.values();
  const first = columnsOf?.t[0] ?? readAt;
  return [Math.max(loaded.from, Math.min(first, readAt - shortest)), readAt] as const;
}

/**
 * All that is stored of the first of the chosen series, for the strip under its chart: the last year, or as many as the
 * chart goes back. It is read when the chart itself is here, from the rollups.
 */
export function useOverview(
  chosen: readonly StationSeries[],
  curve: CurveState,
  enabled: boolean,
): OverviewState {
  const lead = leadOf(chosen);
  const place = lead === undefined ? -1 : chosen.findIndex(({ key }) => key === lead.key);
  const shown = curve.loaded?.from ?? Number.POSITIVE_INFINITY;
  const years = Math.max(1, Math.ceil((Date.now() - Math.min(shown, Date.now())) / year));
  const { data = null } = useQuery({
    queryKey: ['overview', lead?.key ?? '', lead?.relative ?? false, years],
    enabled: enabled && lead !== undefined && curve.loaded !== null && curve.isCurrent,
    queryFn: async ({ signal }) => {
      if (lead === undefined) throw new Error('nothing is chosen');
      const readAt = Date.now();
      const span = { from: readAt - years * year, to: readAt };
      return { loaded: await fetchWhole(lead, span, columns, signal), readAt, key: lead.key };
    },
    placeholderData: keepPreviousData,
    staleTime: stale,
  });
  const count = chosen.length;
  const drawn = useMemo((): OverviewState | null => {
    if (data === null || lead === undefined || data.key !== lead.key) return null;
    const kept = curveOf(lead, [place, count], data.loaded);
    if (kept === null || kept.t.length === 0) return null;
    const whole = wholeOf(data);
    const pane = { key: '', title: '', hanging: false, digits: 0, curves: [kept] };
    return { whole, curve: paneInView(pane, ...whole, columns).curves[0] ?? null };
  }, [data, lead, place, count]);
  return drawn ?? { curve: null, whole: [Date.now() - year, Date.now()] };
}
