import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import {
  type CurveRange,
  quickSpans,
  rangeOf,
  spanOf,
  spanOfDates,
  type TimeSpan,
  withRange,
} from '../../components/range/range.ts';
import { useOffer } from '../../components/screen.ts';
import { notify } from '../../state/notices.ts';
import { preferences } from '../../state/preferences.ts';
import { readStored, writeStored } from '../../state/stored.ts';
import { copiedRange, copyRange } from './copied-range.ts';
import type { StationSeries } from './series.ts';
import { type HistoryState, useHistory } from './use-history.ts';

/** Pixels beside the plot: axis and end labels. */
const edges = 132;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export interface CurveState extends HistoryState {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly range: CurveRange;
  /** False while nobody knows from when to when the range goes: the newest readings, before they are here. */
  readonly isSpanKnown: boolean;
  /** What is in view, UTC ms. */
  readonly from: number;
  readonly to: number;
  readonly legend: boolean;
  /** Pixels of the plot that the server is asked for. */
  readonly bins: number;
  /** A gesture: the view follows at once, the range when the gesture rests. */
  readonly onGesture: (from: number, to: number) => void;
}

/** How many pixels the plot has, in steps; 0 until it is measured. */
function useBins(holder: RefObject<HTMLDivElement | null>): number {
  const [bins, setBins] = useState(0);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    // In steps, so that a window that is dragged wider does not ask for every pixel.
    const observer = new ResizeObserver(() => {
      setBins(Math.max(100, Math.round((element.clientWidth - edges) / 50) * 50));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return bins;
}

interface Latest {
  readonly view: TimeSpan | null;
  readonly go: (next: CurveRange) => void;
  readonly move: (from: number, to: number, settle: (span: TimeSpan) => void) => void;
}

/** Offers the chart's commands what moves it. */
function useChartPort(
  latest: RefObject<Latest>,
  timer: RefObject<ReturnType<typeof setTimeout> | undefined>,
  onChart: (chart: ChartPort | null) => void,
): void {
  useEffect(() => {
    const settle = (span: TimeSpan) => latest.current.go({ type: 'span', ...span });
    onChart({
      setRange(next) {
        if (next === 'latest20') latest.current.go({ type: 'latest' });
        else if (typeof next === 'string') latest.current.go({ type: 'quick', quick: next });
        else settle(next);
      },
      zoom(scale) {
        const { view: now, move: moveTo } = latest.current;
        if (now === null) return;
        const middle = (now.from + now.to) / 2;
        const half = ((now.to - now.from) * scale) / 2;
        moveTo(middle - half, middle + half, settle);
      },
      pan(fraction) {
        const { view: now, move: moveTo } = latest.current;
        if (now === null) return;
        const shift = (now.to - now.from) * fraction;
        moveTo(now.from + shift, now.to + shift, settle);
      },
      fit: () => latest.current.go({ type: 'quick', quick: 'quarter' }),
    });
    return () => {
      onChart(null);
      clearTimeout(timer.current);
    };
  }, [onChart, latest, timer]);
}

/**
 * A curve of the chosen series with its range in the address: fetches it, and does what the commands of a chart ask.
 * `zone`: by whose clocks dates are read.
 */
export function useCurve(
  chosen: readonly StationSeries[],
  zone: string,
  onChart: (chart: ChartPort | null) => void,
): CurveState {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const { account } = useSnapshot(preferences);
  const holder = useRef<HTMLDivElement>(null);
  const bins = useBins(holder);
  const [retry, setRetry] = useState(0);
  const [view, setView] = useState<TimeSpan | null>(null);
  const [legend, setLegend] = useState(() => readStored(`legend.${account}`, true, isFlag));
  const range = useMemo(() => rangeOf(query), [query]);

  const history = useHistory(chosen, range, bins, retry);
  const { loaded } = history;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const go = (next: CurveRange) => {
    // A gesture that has not come to rest ends with the choice of a range.
    clearTimeout(timer.current);
    timer.current = undefined;
    setQuery(withRange(query, next), { replace: true });
  };
  // A range that was chosen is in view at once, so that what is done next begins with it; an answer that comes during a
  // gesture is of a range that is left already.
  useEffect(() => {
    const span = spanOf(range);
    if (span !== null && timer.current === undefined) setView({ from: span.from, to: span.to });
  }, [range]);
  useEffect(() => {
    if (loaded !== null && timer.current === undefined) setView({ from: loaded.from, to: loaded.to });
  }, [loaded]);
  /** The view moves at once over what is there; finer data is asked for when it rests. */
  const move = (from: number, to: number, settle: (span: TimeSpan) => void) => {
    const span = Math.max(1000, to - from);
    const end = Math.min(from + span, Date.now() + span / 4);
    const next = { from: Math.round(end - span), to: Math.round(end) };
    setView(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      settle(next);
    }, 120);
  };
  const now = Date.now();
  const { from, to } = view ?? { from: now - quickSpans.week, to: now };
  const latest = useRef({ view, go, move });
  latest.current = { view, go, move };

  useChartPort(latest, timer, onChart);

  useOffer(chartCommands.dates, (dates) => {
    const span = spanOfDates(dates.from, dates.to, zone);
    if (typeof span === 'string') notify('warning', text(span));
    else go({ type: 'span', ...span });
  });
  useOffer(chartCommands.refresh, () => setRetry(retry + 1));
  useOffer(chartCommands.legend, () => {
    setLegend(!legend);
    writeStored(`legend.${account}`, !legend);
  });
  useOffer(chartCommands.copyRange, () => {
    copyRange({ from, to });
    const [first, last] = [format.time(from, zone, 'full'), format.time(to, zone, 'full')];
    notify('success', text('chart.rangeCopied', { from: first, to: last }));
  });
  useOffer(chartCommands.pasteRange, () => {
    const copied = copiedRange();
    if (copied === null) notify('warning', text('chart.noRange'));
    else go({ type: 'span', ...copied });
  });

  const onGesture = (first: number, last: number) =>
    move(first, last, (span) => {
      const [a, b] = [new Date(span.from).toISOString(), new Date(span.to).toISOString()];
      commands.run(chartCommands.dates, { from: a, to: b }, 'button');
    });
  const isSpanKnown = range.type !== 'latest' || history.isCurrent;
  return { ...history, holder, range, isSpanKnown, from, to, legend, bins, onGesture };
}
