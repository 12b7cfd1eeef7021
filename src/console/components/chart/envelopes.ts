import type uPlot from 'uplot';
import { themeColor } from '../map/theme-colors.ts';
import { type Curve, scaleOf } from './plot-data.ts';

/** A colour with transparency. */
export function withAlpha(color: string, alpha: number): string {
  return `color-mix(in srgb, ${color} ${alpha * 100}%, transparent)`;
}

/** Height below which a dense curve's span is no thinner: that of a line, in CSS pixels. */
export const lineWidth = 1.5;
const smoothBelow = 8;
/** Opacity of the band between min and max under a line. */
const bandAlpha = 0.22;
/** The same of every pixel column's own values: a spike of one pixel has to be seen. */
const spanAlpha = 0.42;

/**
 * Draws min–max of reduced curves, an upright span for each column: no path, so that a frame costs O(pixels). Dense curves
 * (`spans`) are drawn stronger, each span joined to the one before it and never thinner than a line.
 */
export function drawEnvelopes(chart: uPlot, curves: readonly Curve[]): void {
  const { ctx, bbox, scales } = chart;
  const x = scales['x'];
  if (x?.min == null || x.max == null) return;
  const perMs = bbox.width / ((x.max - x.min) * 1000);
  const from = x.min * 1000;
  const thin = lineWidth * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const curve of curves) {
    const { low, high, t } = curve;
    const y = scales[scaleOf(curve)];
    if (low === null || high === null || t.length === 0 || y?.min == null || y.max == null) continue;
    const perUnit = bbox.height / (y.max - y.min);
    const { max: top } = y;
    const dense = curve.look === 'spans';
    const color = themeColor(curve.color);
    ctx.fillStyle = withAlpha(color, dense ? spanAlpha : bandAlpha);
    const step = t.length > 1 ? ((t[1] as number) - (t[0] as number)) * perMs : 1;
    const width = dense ? Math.max(1, Math.ceil(step)) : Math.max(1, step);
    let above = Number.NaN;
    let below = Number.NaN;
    for (let i = 0; i < t.length; i++) {
      const a = low[i] as number;
      const b = high[i] as number;
      if (Number.isNaN(a) || Number.isNaN(b)) {
        above = Number.NaN;
        continue;
      }
      const left = bbox.left + ((t[i] as number) - from) * perMs - step / 2;
      let y0 = bbox.top + (top - b) * perUnit;
      let y1 = bbox.top + (top - a) * perUnit;
      const [ownTop, ownBottom] = [y0, y1];
      if (dense && !Number.isNaN(above)) {
        if (y0 > below) y0 = below;
        if (y1 < above) y1 = above;
      }
      [above, below] = [ownTop, ownBottom];
      if (dense) {
        const tall = y1 - y0;
        // Smoothed edges make a line of thin spans; tall ones do without, which takes half the time.
        if (tall > smoothBelow) ctx.fillRect(Math.round(left), Math.round(y0), width, Math.round(tall));
        else {
          const short = Math.max(0, thin - tall) / 2;
          ctx.fillRect(Math.round(left), y0 - short, width, tall + 2 * short);
        }
      } else ctx.fillRect(left, y0, width, Math.max(1, y1 - y0));
    }
  }
  ctx.restore();
}
