import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import { between, type TimeSeries } from '../../../../domain/lenses/series.ts';
import { useOffer } from '../../../components/screen.ts';
import { useAddress } from '../use-address.ts';
import type { FitSpan } from './failure-specs.ts';

/** Keys move an end by this part of the readings' time, and leave so much between the two. */
const step = 1 / 40;

/** What an end moved by a step makes of a window, within the readings. */
function moved(
  { from, to }: FitSpan,
  end: 'from' | 'to',
  by: number,
  [first, last]: readonly [number, number],
): FitSpan {
  const least = Math.abs(by);
  return end === 'from'
    ? { from: Math.round(Math.min(Math.max(first, from + by), to - least)), to }
    : { from, to: Math.round(Math.max(Math.min(last, to + by), from + least)) };
}

/**
 * The window of the fit that is chosen by hand, in the address; null = it is found. `fitted` are the readings up to its end, which
 * the fit takes from its beginning on: a window that ends earlier gives the forecast as it was then.
 */
export function useFitWindow(series: TimeSeries | null, isOpen: boolean) {
  const [query, change] = useAddress();
  const kept = isOpen ? /^(\d{1,15})-(\d{1,15})$/.exec(query.get('fit') ?? '') : null;
  const [from, to] = [Number(kept?.[1] ?? 0), Number(kept?.[2] ?? 0)];
  const isByHand = kept !== null && to > from;
  const set = (next: FitSpan | null) => change({ fit: next === null ? null : `${next.from}-${next.to}` });
  useOffer(
    analysis.fitWindow,
    (given) =>
      set(given.from === undefined || given.to === undefined ? null : { from: given.from, to: given.to }),
    { available: isOpen },
  );
  useOffer(
    analysis.moveFit,
    (given) => {
      const [first, last] = [series?.t[0], series?.t.at(-1)];
      if (first === undefined || last === undefined) return;
      const present = isByHand ? { from, to } : { from: first, to: last };
      const by = (last - first) * step * (given.step === 'next' ? 1 : -1);
      set(moved(present, given.end as 'from' | 'to', by, [first, last]));
    },
    { available: isOpen },
  );
  const fitted = useMemo(
    () => (series === null || !isByHand ? series : between(series, series.t[0] ?? 0, to)),
    [series, isByHand, to],
  );
  const window = useMemo(() => (isByHand ? { from, to } : null), [isByHand, from, to]);
  return { window, fitted };
}
