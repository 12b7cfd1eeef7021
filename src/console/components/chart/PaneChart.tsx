import 'uplot/dist/uPlot.min.css';
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { timeLabels, timeTicks } from '../../../base/axis-ticks.ts';
import { formatNumber } from '../../../base/number-text.ts';
import { themeColor } from '../map/theme-colors.ts';
import { isDense, type KeptCurve, paneInView } from './dense.ts';
import { drawEnvelopes, lineWidth, withAlpha } from './envelopes.ts';
import { type ChartLimit, drawBands, drawLimits, type EndLabel, limitLabels, withLimits } from './limits.ts';
import { align, alonePlaces, type Curve, extremesOf, type Pane, scaleOf } from './plot-data.ts';
import { axisColour, digitsOf, rightAxes, rightAxis, sumAxes, sumAxis, sumScale } from './sum-axis.ts';

export interface ChartGap {
  readonly kind: 'silent' | 'resent' | 'fault' | 'removed';
  readonly from: number;
  readonly to: number;
}
export interface PaneProps {
  readonly pane: Pane<KeptCurve>;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  readonly zone: string;
  /** Name of the theme: colours are read anew when it changes. */
  readonly theme: string;
  /** Cursors with the same key move together. */
  readonly syncKey: string;
  readonly showTimes: boolean;
  readonly gaps: readonly ChartGap[];
  /** Of its curves. */
  readonly limits?: readonly ChartLimit[];
  readonly onZoom: (from: number, to: number) => void;
  readonly onCursor: (t: number | null) => void;
}

const dashes = [[], [5, 3], [1.5, 2.5]] as const;
const left = 56;
const afterPaint = 60;
const noLimits: readonly ChartLimit[] = [];
export const endLabels = 76;
const font = '11px "Inter Variable", "Noto Sans CJK SC", sans-serif';

function seriesOf(curve: Curve): uPlot.Series {
  const stroke = themeColor(curve.color);
  const line: uPlot.Series = {
    label: curve.label,
    scale: scaleOf(curve),
    stroke,
    width: lineWidth,
    dash: [...dashes[curve.dash]],
    points: { show: false },
    spanGaps: false,
  };
  if (curve.look === 'bars') {
    // A bin begins at its time; an interval ends at its own.
    const bars = uPlot.paths.bars?.({ size: [0.9, 24, 1], align: (curve.step ?? 0) > 0 ? 1 : -1 });
    return { ...line, stroke, fill: stroke, width: 0, ...(bars ? { paths: bars } : {}) };
  }
  if (curve.look === 'points')
    return { ...line, paths: () => null, points: { show: true, size: 3, fill: stroke } };
  if (curve.look === 'spans') return line;
  const filter: uPlot.Series.Points.Filter = (chart, index) => alonePlaces(chart.data[index] ?? []);
  return { ...line, points: { show: true, size: 4, width: 0, fill: stroke, filter } };
}

/** Gaps of a kind that lie within a few pixels of each other, as one: a thousand slivers would only blur. */
function joined(chart: uPlot, gaps: readonly ChartGap[]): readonly ChartGap[] {
  const near = (chart.posToVal(4, 'x') - chart.posToVal(0, 'x')) * 1000;
  const open = new Map<ChartGap['kind'], ChartGap>();
  const found: ChartGap[] = [];
  for (const gap of gaps) {
    const last = open.get(gap.kind);
    if (last !== undefined && gap.from - last.to <= near)
      open.set(gap.kind, { ...last, to: Math.max(last.to, gap.to) });
    else {
      if (last !== undefined) found.push(last);
      open.set(gap.kind, gap);
    }
  }
  return [...found, ...open.values()];
}

function drawGaps(chart: uPlot, gaps: readonly ChartGap[]): void {
  const { ctx, bbox } = chart;
  const tint = { silent: '--silent', resent: '--lv1', fault: '--fault', removed: '--offline' } as const;
  for (const gap of joined(chart, gaps)) {
    const x0 = Math.max(bbox.left, chart.valToPos(gap.from / 1000, 'x', true));
    const x1 = Math.min(bbox.left + bbox.width, Math.max(x0 + 1, chart.valToPos(gap.to / 1000, 'x', true)));
    if (x1 <= x0) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x0, bbox.top, x1 - x0, bbox.height);
    ctx.clip();
    const color = themeColor(tint[gap.kind]);
    if (gap.kind === 'resent' || gap.kind === 'fault') {
      ctx.fillStyle = withAlpha(color, 0.09);
      ctx.fillRect(x0, bbox.top, x1 - x0, bbox.height);
    } else {
      ctx.strokeStyle = withAlpha(color, 0.3);
      ctx.lineWidth = devicePixelRatio;
      ctx.beginPath();
      const step = 7 * devicePixelRatio;
      for (let x = x0 - bbox.height; x < x1; x += step) {
        ctx.moveTo(x, bbox.top + bbox.height);
        ctx.lineTo(x + bbox.height, bbox.top);
      }
      ctx.stroke();
    }
    ctx.restore();
  }
}

/** px from the right edge at which names of limits begin where an axis stands beyond it. */
const labelWidth = 72;

/**
 * Last values and limits at the right edge, in their colours, moved apart where they would overlap. Where an axis stands there
 * the names of limits are within the plot, and values are read in the legend.
 */
function drawEnds(chart: uPlot, curves: readonly Curve[], limits: readonly ChartLimit[]): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const hasRight = curves.some(({ axis }) => axis === 'right');
  const values = (hasRight ? [] : curves)
    .filter((curve) => (curve.look === 'line' || curve.look === 'spans') && curve.isSum !== true)
    .flatMap((curve): EndLabel[] => {
      const value = curve.end ?? curve.line.findLast((one) => !Number.isNaN(one));
      if (value === undefined) return [];
      return [
        {
          y: chart.valToPos(value, 'y', true),
          draw: (at, x, y) => {
            at.fillStyle = themeColor(curve.color);
            at.fillText(formatNumber(value, curve.digits), x, y);
          },
        },
      ];
    })
    .filter(({ y }) => y >= bbox.top - 4 && y <= bbox.top + bbox.height + 4);
  const ends = [...values, ...limitLabels(chart, limits)].sort((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  ctx.save();
  ctx.font = `500 ${11 * ratio}px "Inter Variable", "Noto Sans CJK SC", sans-serif`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { y, draw } of ends) {
    const place = Math.max(y, above + 13 * ratio);
    above = place;
    draw(ctx, bbox.left + bbox.width + (hasRight ? -labelWidth : 6) * ratio, place);
  }
  ctx.restore();
}

/** The pane's curves reduced to what is in view. */
type Shown = Omit<PaneProps, 'pane'> & { readonly pane: Pane };

/** What an axis goes from and to: its curves in view, with the limits that lie near them. */
function rangeOfAxis({ pane, from, to, limits = noLimits }: Shown, axis: Curve['axis']): [number, number] {
  const found = extremesOf(
    pane.curves.filter((curve) => curve.axis === axis),
    from,
    to,
  );
  if (found === null) return [0, 1];
  const { low, high } = withLimits(
    found,
    limits.filter((limit) => limit.axis === axis && (limit.until === null || limit.until > from)),
  );
  const hasSum = pane.curves.some(({ isSum }) => isSum === true);
  // Below the longest bar there is room for the title.
  if (pane.hanging) return [0, Math.max(high * (hasSum ? 1.6 : 1.4), 1)];
  const pad = (high - low || Math.abs(high) * 0.1 || 1) * 0.08;
  return [low - pad, high + pad];
}

function optionsOf(props: Shown, latest: { current: Shown }): uPlot.Options {
  const { pane, zone, width, height, syncKey, showTimes } = props;
  const axis = { stroke: themeColor('--chart-axis'), font, ticks: { show: false } };
  const grid = { stroke: themeColor('--chart-grid'), width: 1 };
  const hasSum = pane.curves.some(({ isSum }) => isSum === true);
  const atRight = pane.right !== undefined ? rightAxis : hasSum ? sumAxis : 0;
  return {
    width,
    height,
    padding: [8, endLabels - atRight, showTimes ? 0 : 4, 0],
    legend: { show: false },
    series: [{}, ...pane.curves.map(seriesOf)],
    scales: {
      x: { time: true, range: () => [latest.current.from / 1000, latest.current.to / 1000] },
      y: {
        ...(pane.hanging ? { dir: -1 as const } : {}),
        range: () => rangeOfAxis(latest.current, undefined),
      },
      ...(pane.right === undefined ? {} : { right: { range: () => rangeOfAxis(latest.current, 'right') } }),
      ...sumScale(() => latest.current.pane.curves, hasSum),
    },
    axes: [
      {
        ...axis,
        grid,
        show: true,
        size: showTimes ? 26 : 0,
        splits: (_chart, _index, low, high) =>
          timeTicks(zone, low, high, latest.current.width - left - endLabels, 84),
        values: (_chart, ticks) => (showTimes ? timeLabels(zone, ticks) : ticks.map(() => '')),
      },
      {
        ...axis,
        stroke: axisColour(pane.curves, undefined),
        grid,
        size: left,
        values: (_chart, ticks, _axis, _space, step) => {
          const digits = digitsOf(step);
          return ticks.map((tick) => formatNumber(tick, digits));
        },
      },
      ...sumAxes(axis, hasSum),
      ...rightAxes(axis, pane.curves),
    ],
    cursor: {
      sync: { key: syncKey, scales: ['x', null] },
      drag: { x: true, y: false, setScale: false },
      points: { size: 6 },
      y: false,
    },
    hooks: {
      drawClear: [
        (chart) => {
          drawBands(chart, latest.current.limits ?? noLimits);
          drawGaps(chart, latest.current.gaps);
        },
      ],
      drawAxes: [
        (chart) => {
          drawLimits(chart, latest.current.limits ?? noLimits);
          drawEnvelopes(chart, latest.current.pane.curves);
        },
      ],
      draw: [(chart) => drawEnds(chart, latest.current.pane.curves, latest.current.limits ?? noLimits)],
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return;
          const from = chart.posToVal(chart.select.left, 'x') * 1000;
          const to = chart.posToVal(chart.select.left + chart.select.width, 'x') * 1000;
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          latest.current.onZoom(from, to);
        },
      ],
      setCursor: [
        (chart) => {
          const { left: x } = chart.cursor;
          latest.current.onCursor(x === undefined || x < 0 ? null : chart.posToVal(x, 'x') * 1000);
        },
      ],
    },
  };
}

/** One pane on uPlot: made anew when its shape or theme changes, otherwise only fed. */
export function PaneChart(props: PaneProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const {
    pane: kept,
    from,
    to,
    width,
    height,
    zone,
    theme,
    syncKey,
    showTimes,
    gaps,
    limits = noLimits,
  } = props;
  const columns = Math.max(1, width - left - endLabels);
  const pane = useMemo(() => paneInView(kept, from, to, columns), [kept, from, to, columns]);
  const latest = useRef<Shown>({ ...props, pane });
  latest.current = { ...props, pane };
  const shape = `${pane.key} ${pane.curves.map((curve) => `${curve.key} ${curve.look} ${curve.color} ${curve.dash} ${scaleOf(curve)}`).join()} ${zone} ${theme} ${syncKey} ${showTimes}`;
  const drawn = useRef('');

  useEffect(() => {
    if (holder.current === null || width < 80) return;
    const data = align(pane.curves) as uPlot.AlignedData;
    if (chart.current === null || drawn.current !== shape) {
      chart.current?.destroy();
      chart.current = new uPlot(optionsOf(latest.current, latest), data, holder.current);
      drawn.current = shape;
    } else {
      chart.current.setData(data, true);
    }
  }, [pane, shape, width]);

  useEffect(() => {
    if (width >= 80) chart.current?.setSize({ width, height });
  }, [width, height]);

  useEffect(() => {
    if (gaps.length >= 0 && limits.length >= 0)
      chart.current?.setScale('x', { min: from / 1000, max: to / 1000 });
  }, [from, to, gaps, limits]);

  // The levels come after the first paint: it reads every value once either way, what follows is then O(pixels).
  useEffect(() => {
    const idle = setTimeout(() => {
      for (const curve of kept.curves) if (isDense(curve)) curve.dense.build();
    }, afterPaint);
    return () => clearTimeout(idle);
  }, [kept]);

  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
      drawn.current = '';
    },
    [],
  );
  return <div ref={holder} className="pane" style={{ height }} />;
}
