import { tickDigits, timeLabels, timeTicks, valueTicks } from '../../../base/axis-ticks.ts';
import { formatNumber } from '../../../base/number-text.ts';
import type { PlotAxis } from './plot-spec.ts';

/**
 * An axis of numbers with ticks in round steps, about `count` of them; it hangs where `from` is the greater one.
 * @param unit stands behind the last number, where the plot's title does not name it
 */
export function numberAxis(from: number, to: number, count: number, unit = ''): PlotAxis {
  const ticks = valueTicks(Math.min(from, to), Math.max(from, to), count);
  const digits = tickDigits(ticks);
  const label = (at: number, isLast: boolean) =>
    isLast && unit !== '' ? `${formatNumber(at, digits)} ${unit}` : formatNumber(at, digits);
  return {
    ...{ from, to },
    ticks: ticks.map((at, index) => ({ at, label: label(at, index === ticks.length - 1) })),
  };
}

/** An axis of time, UTC ms, with ticks on a zone's own hours and days. `width`: of the plot, px. */
export function timeAxis(from: number, to: number, zone: string, width: number): PlotAxis {
  const ticks = timeTicks(zone, from / 1000, to / 1000, width, 84);
  const labels = timeLabels(zone, ticks);
  return { from, to, ticks: ticks.map((at, index) => ({ at: at * 1000, label: labels[index] ?? '' })) };
}
