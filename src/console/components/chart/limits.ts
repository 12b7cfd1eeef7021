/** Limits of alarms behind a curve: bands in the colour of their level, dashed lines, and the limit named at the right. */
import type uPlot from 'uplot';
import { levelPaths } from '../levels/level-shapes.ts';
import { themeColor } from '../map/theme-colors.ts';
import { withAlpha } from './envelopes.ts';
import { scaleOf } from './plot-data.ts';

/** A limit that a channel is held against. */
export interface ChartLimit {
  /** Key of its curve. */
  readonly curve: string;
  /** Of a curve that is read at the right. */
  readonly axis?: 'right';
  /** 1 blue to 4 red. */
  readonly rank: number;
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** From when to when it judges, UTC ms; null = still. */
  readonly from: number;
  readonly until: number | null;
  /** As it is written at the right. */
  readonly label: string;
}

/** Opacity of a band. */
const bandAlpha = 0.14;
/** A limit that is further from the curve than its own span, times this, is not in sight. */
const reach = 1;

const none: ReadonlySet<string> = new Set();

/**
 * Each limit of a pane once, the mildest first; those of curves that are not shown are none of it.
 * @param right the curves that are read at the right
 */
export function limitsOfPane(
  limits: readonly ChartLimit[],
  curves: ReadonlySet<string>,
  right: ReadonlySet<string> = none,
): readonly ChartLimit[] {
  const found = new Map<string, ChartLimit>();
  for (const limit of limits) {
    if (!curves.has(limit.curve)) continue;
    const own = right.has(limit.curve) ? { ...limit, axis: 'right' as const } : limit;
    const key = `${limit.rank} ${limit.side} ${limit.limit} ${limit.until} ${scaleOf(own)}`;
    const known = found.get(key);
    if (known === undefined || limit.from < known.from) found.set(key, own);
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank || a.limit - b.limit);
}

/** A range of values widened to the limits that lie near it. */
export function withLimits(
  range: { readonly low: number; readonly high: number },
  limits: readonly ChartLimit[],
): { readonly low: number; readonly high: number } {
  const span = range.high - range.low || Math.abs(range.high) || 1;
  let { low, high } = range;
  for (const { limit } of limits) {
    if (limit > range.high && limit - range.high <= reach * span) high = Math.max(high, limit);
    if (limit < range.low && range.low - limit <= reach * span) low = Math.min(low, limit);
  }
  return { low, high };
}

export interface LimitBand {
  readonly rank: number;
  readonly from: number;
  /** null = still. */
  readonly until: number | null;
  /** Values; infinite at the pane's edge. */
  readonly low: number;
  readonly high: number;
}

/**
 * The bands of the limits, from each change of them to the next: each from its limit to that of the next level on the same
 * side. Several limits of one level and side at one time are of several curves: no band could say of which, and there is
 * none.
 */
export function bandsOf(limits: readonly ChartLimit[]): readonly LimitBand[] {
  const borders = [
    ...new Set(limits.flatMap(({ from, until }) => (until === null ? [from] : [from, until]))),
  ];
  borders.sort((a, b) => a - b);
  return borders.flatMap((from, index) => {
    const until = borders[index + 1] ?? null;
    const now = limits.filter((one) => one.from <= from && (one.until === null || one.until > from));
    return (['above', 'below'] as const).flatMap((side) => {
      const own = now.filter((limit) => limit.side === side);
      if (new Set(own.map(({ rank }) => rank)).size < own.length) return [];
      const outward = own.toSorted((a, b) => (side === 'above' ? a.limit - b.limit : b.limit - a.limit));
      const edge = side === 'above' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      return outward.map(({ rank, limit }, place): LimitBand => {
        const next = outward[place + 1]?.limit ?? edge;
        return { rank, from, until, low: Math.min(limit, next), high: Math.max(limit, next) };
      });
    });
  });
}

/** px of a value within the plot; an infinite one is its edge. */
function place(chart: uPlot, value: number, scale: string): number {
  const { bbox } = chart;
  const y = Number.isFinite(value)
    ? chart.valToPos(value, scale, true)
    : value > 0 === (chart.scales[scale]?.dir !== -1)
      ? bbox.top
      : bbox.top + bbox.height;
  return Math.min(bbox.top + bbox.height, Math.max(bbox.top, y));
}

/** Where it judges, px within the plot; null = nowhere in sight. */
function spanIn(
  chart: uPlot,
  { from, until }: Pick<ChartLimit, 'from' | 'until'>,
): readonly [left: number, right: number] | null {
  const { bbox } = chart;
  const left = Math.max(bbox.left, chart.valToPos(from / 1000, 'x', true));
  const end = bbox.left + bbox.width;
  const right = until === null ? end : Math.min(end, chart.valToPos(until / 1000, 'x', true));
  return right - left < 1 ? null : [left, right];
}

/** Under the grid. */
export function drawBands(chart: uPlot, limits: readonly ChartLimit[]): void {
  const { ctx } = chart;
  const [scale = 'y', other] = new Set(limits.map(scaleOf));
  // A band of one axis would be read as one of the other's.
  if (other !== undefined) return;
  ctx.save();
  for (const band of bandsOf(limits)) {
    const span = spanIn(chart, band);
    const [top, bottom] = [place(chart, band.high, scale), place(chart, band.low, scale)].sort(
      (a, b) => a - b,
    );
    if (span === null || top === undefined || bottom === undefined || bottom - top < 0.5) continue;
    ctx.fillStyle = withAlpha(themeColor(`--lv${band.rank}`), bandAlpha);
    ctx.fillRect(span[0], top, span[1] - span[0], bottom - top);
  }
  ctx.restore();
}

/** True for a limit whose line lies within the plot. */
function isInSight(chart: uPlot, limit: ChartLimit): boolean {
  const { bbox } = chart;
  const y = chart.valToPos(limit.limit, scaleOf(limit), true);
  return y >= bbox.top - 1 && y <= bbox.top + bbox.height + 1;
}

/** Dashed lines, under the curves. */
export function drawLimits(chart: uPlot, limits: readonly ChartLimit[]): void {
  const { ctx } = chart;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 3 * ratio]);
  for (const limit of limits) {
    const span = spanIn(chart, limit);
    if (span === null || !isInSight(chart, limit)) continue;
    const y = chart.valToPos(limit.limit, scaleOf(limit), true);
    ctx.strokeStyle = themeColor(`--lv${limit.rank}-edge`);
    ctx.beginPath();
    ctx.moveTo(span[0], y);
    ctx.lineTo(span[1], y);
    ctx.stroke();
  }
  ctx.restore();
}

/** What stands at the right edge at a height; `draw` puts it where there is room. */
export interface EndLabel {
  readonly y: number;
  readonly draw: (ctx: CanvasRenderingContext2D, x: number, y: number) => void;
}

/** The names of the limits in sight: the shape of the level, and the limit. */
export function limitLabels(chart: uPlot, limits: readonly ChartLimit[]): readonly EndLabel[] {
  const ratio = devicePixelRatio;
  return limits
    .filter((limit) => limit.until === null && isInSight(chart, limit))
    .map(({ rank, limit, label, ...of }) => ({
      y: chart.valToPos(limit, scaleOf(of), true),
      draw: (ctx, x, y) => {
        const path = new Path2D(levelPaths[rank]);
        const scale = 0.75 * ratio;
        ctx.save();
        ctx.translate(x, y - 4.5 * ratio);
        ctx.scale(scale, scale);
        ctx.fillStyle = themeColor(`--lv${rank}`);
        ctx.fill(path);
        ctx.strokeStyle = themeColor(`--lv${rank}-edge`);
        ctx.lineWidth = 1.2;
        ctx.stroke(path);
        ctx.restore();
        ctx.fillStyle = themeColor(`--lv${rank}-text`);
        ctx.fillText(label, x + 12 * ratio, y);
      },
    }));
}
