/** Axes of values: their digits, and those at the right: of what bars come to, from the bottom up, and of a second unit. */
import type uPlot from 'uplot';
import { formatNumber } from '../../../base/number-text.ts';
import { themeColor } from '../map/theme-colors.ts';
import type { Curve } from './plot-data.ts';

/** Its width, px. */
export const sumAxis = 44;
/** Width of the axis of a second unit, px. */
export const rightAxis = 56;

/** Digits after the point that a step of an axis needs: 0.25 needs two, or its ticks would be labelled wrong. */
export function digitsOf(step: number): number {
  const enough = [0, 1, 2, 3, 4, 5].find((digits) => {
    const whole = step * 10 ** digits;
    return Math.abs(whole - Math.round(whole)) < 1e-6;
  });
  return enough ?? 6;
}

const totalOf = (curve: Curve): number => (curve.isSum === true ? (curve.line.at(-1) ?? 0) : 0);

/** Its scale; none where the pane has no sum. @param curves those of the pane as they are now */
export function sumScale(curves: () => readonly Curve[], hasSum: boolean): uPlot.Scales {
  if (!hasSum) return {};
  return { sum: { range: () => [0, Math.max(1, ...curves().map(totalOf)) * 1.1] } };
}

/** Colour of the axis of curves: that of its only curve, where there are two axes. */
export function axisColour(curves: readonly Curve[], axis: Curve['axis']): string {
  const own = curves.filter((curve) => curve.axis === axis);
  const hasTwo = own.length < curves.length;
  return themeColor(hasTwo && own.length === 1 && own[0] !== undefined ? own[0].color : '--chart-axis');
}

/** The axis of a second unit; none where all curves are of one. */
export function rightAxes(axis: uPlot.Axis, curves: readonly Curve[]): uPlot.Axis[] {
  if (!curves.some((curve) => curve.axis === 'right')) return [];
  return [
    {
      ...axis,
      stroke: axisColour(curves, 'right'),
      scale: 'right',
      side: 1,
      size: rightAxis,
      grid: { show: false },
      values: (_chart, ticks, _axis, _space, step) => ticks.map((tick) => formatNumber(tick, digitsOf(step))),
    },
  ];
}

/** The axis itself; none where the pane has no sum. */
export function sumAxes(axis: uPlot.Axis, hasSum: boolean): uPlot.Axis[] {
  if (!hasSum) return [];
  return [
    {
      ...axis,
      stroke: themeColor('--c2'),
      scale: 'sum',
      side: 1,
      size: sumAxis,
      grid: { show: false },
      values: (_chart, ticks, _axis, _space, step) => ticks.map((tick) => formatNumber(tick, digitsOf(step))),
    },
  ];
}
