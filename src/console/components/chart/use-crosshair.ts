import { useState } from 'react';
import { useFormat } from '../i18n.ts';
import { valueAt } from './curve-values.ts';
import type { KeptCurve } from './dense.ts';
import type { Pane } from './plot-data.ts';
import { lowerBound } from './pyramid.ts';

/** The reading that is next to a moment, at least `least` ms away from it; null where there is none between the two ends. */
export function nextReading(
  curves: readonly Pick<KeptCurve, 't'>[],
  at: number,
  by: 1 | -1,
  least: number,
  [from, to]: readonly [number, number],
): number | null {
  const times = curves.flatMap(({ t }) => {
    const place = by > 0 ? lowerBound(t, at + least) : lowerBound(t, at - least + 1) - 1;
    const found = t[place];
    return found === undefined || found < from || found > to ? [] : [found];
  });
  if (times.length === 0) return null;
  return by > 0 ? Math.min(...times) : Math.max(...times);
}

/** The crosshair that keys move from reading to reading. @param plot width of the plot, px */
export function useCrosshair(
  panes: readonly Pane<KeptCurve>[],
  range: readonly [number, number],
  plot: number,
  zone: string,
  onCursor: (t: number | null) => void,
) {
  const format = useFormat();
  const [at, setAt] = useState<number | null>(null);
  const [from, to] = range;
  const t = at !== null && at >= from && at <= to ? at : null;
  const curves = panes.flatMap((pane) => pane.curves);
  const put = (next: number | null) => {
    setAt(next);
    onCursor(next);
  };
  return {
    /** UTC ms; null = it is not shown. */
    t,
    /** Its time and what each curve has there, in words. */
    words:
      t === null
        ? null
        : {
            time: format.time(t, zone, 'full'),
            values: curves.map((curve) => ({
              key: curve.key,
              color: curve.color,
              text: `${curve.label} ${format.number(valueAt(curve, t), curve.digits)} ${curve.unit}`.trim(),
            })),
          },
    step(by: 1 | -1): void {
      const least = (to - from) / plot;
      const next = nextReading(curves, t ?? (by > 0 ? from - least : to + least), by, least, range);
      if (next !== null) put(next);
    },
    hide: () => put(null),
  };
}
