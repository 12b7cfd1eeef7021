import { useEffect, useMemo, useRef } from 'react';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { ChartPort } from '../../../command/context.ts';
import { useOffer } from '../screen.ts';
import {
  type CurveRange,
  quickSpans,
  rangeOf,
  spanOf,
  spanOfDates,
  type TimeSpan,
  withRange,
} from './range.ts';

export interface TabRange {
  readonly range: CurveRange;
  /** When a quick range was chosen it ended then; null = the newest 20, whose times their rows say. */
  readonly span: TimeSpan | null;
}

/** The query of the address, and what puts another in its place. */
export type SearchAddress = readonly [
  URLSearchParams,
  (query: URLSearchParams, options: { readonly replace: boolean }) => void,
];

/**
 * The range of a screen, kept in the address, moved by the commands of a chart: quick ranges, dates, zoom, pan.
 * `zone`: by whose clocks dates are read; `onBad`: what is wrong with dates that were typed.
 */
export function useTabRange(
  zone: string,
  [query, setQuery]: SearchAddress,
  onChart: (chart: ChartPort | null) => void,
  onBad: (problem: MessageId) => void,
): TabRange {
  const key = JSON.stringify(rangeOf(query));
  const found = useMemo((): TabRange => {
    const range = JSON.parse(key) as CurveRange;
    return { range, span: spanOf(range) };
  }, [key]);
  const go = (next: CurveRange) => setQuery(withRange(query, next), { replace: true });
  const latest = useRef({ go, span: found.span });
  latest.current = { go, span: found.span };
  useEffect(() => {
    const move = (change: (span: TimeSpan) => TimeSpan) => {
      const now = Date.now();
      const next = change(latest.current.span ?? { from: now - quickSpans.week, to: now });
      latest.current.go({ type: 'span', from: Math.round(next.from), to: Math.round(next.to) });
    };
    onChart({
      setRange(next) {
        if (next === 'latest20') latest.current.go({ type: 'latest' });
        else if (typeof next === 'string') latest.current.go({ type: 'quick', quick: next });
        else latest.current.go({ type: 'span', ...next });
      },
      zoom: (scale) =>
        move(({ from, to }) => {
          const [middle, half] = [(from + to) / 2, Math.max(500, ((to - from) * scale) / 2)];
          return { from: middle - half, to: middle + half };
        }),
      pan: (part) =>
        move(({ from, to }) => ({ from: from + (to - from) * part, to: to + (to - from) * part })),
      fit: () => latest.current.go({ type: 'quick', quick: 'quarter' }),
    });
    return () => onChart(null);
  }, [onChart]);
  useOffer(chartCommands.dates, ({ from, to }) => {
    const span = spanOfDates(from, to, zone);
    if (typeof span === 'string') onBad(span);
    else go({ type: 'span', ...span });
  });
  return found;
}
