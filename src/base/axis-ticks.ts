/** Ticks of the axes of curves: times on a zone's own clock, values in round steps. Pure. */
import { zoneOffset } from './time.ts';

const minute = 60;
const hour = 3600;
const day = 86_400;
/** Steps between ticks, seconds; beyond them months are made from days. */
const steps = [
  1,
  2,
  5,
  10,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  3 * day,
  7 * day,
  14 * day,
  30 * day,
  61 * day,
  91 * day,
  182 * day,
  365 * day,
];
const two = (value: number) => String(value).padStart(2, '0');

/** Ticks of a time axis on a zone's own midnights, hours and minutes. `space` = wanted distance in px. */
export function timeTicks(zone: string, from: number, to: number, width: number, space: number): number[] {
  const wanted = ((to - from) / Math.max(1, width)) * space;
  const step = steps.find((candidate) => candidate >= wanted) ?? 365 * day;
  const offset = (t: number) => zoneOffset(zone, t * 1000) / 1000;
  const ticks: number[] = [];
  for (let local = Math.ceil((from + offset(from)) / step) * step; ; local += step) {
    const t = local - offset(local - offset(from));
    if (t > to) return ticks;
    if (t >= from) ticks.push(t);
    if (ticks.length > 200) return ticks;
  }
}

/** Labels of ticks: the date where a day begins, the time elsewhere. */
export function timeLabels(zone: string, ticks: readonly number[]): string[] {
  const [first = 0, second = 0] = ticks;
  const step = second - first || day;
  let shownYear = 0;
  return ticks.map((tick, index) => {
    const local = new Date((tick + zoneOffset(zone, tick * 1000) / 1000) * 1000);
    const year = local.getUTCFullYear();
    const date = `${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`;
    const midnight = local.getUTCHours() + local.getUTCMinutes() + local.getUTCSeconds() === 0;
    if (step >= day || midnight) {
      const withYear = step >= 30 * day || (year !== shownYear && (shownYear !== 0 || step >= 7 * day));
      shownYear = year;
      return withYear && (index === 0 || shownYear !== 0) ? `${year}-${date}` : date;
    }
    const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
    return step < minute ? `${time}:${two(local.getUTCSeconds())}` : time;
  });
}

/** Round steps of a value axis: 1, 2 or 5 of a power of ten, about `count` of them, two at least: one number is no scale. */
export function valueTicks(low: number, high: number, count: number): readonly number[] {
  const rough = (high - low) / Math.max(1, count);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at += 1) ticks.push(at * step + 0);
  return ticks.length < 2 ? valueTicks(low, high, Math.max(1, count) * 2) : ticks;
}

/** Digits after the point that tell the ticks of a value axis apart: at most six. */
export function tickDigits(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  return Math.min(6, Math.max(0, -Math.floor(Math.log10(step || 1) + 1e-9)));
}
