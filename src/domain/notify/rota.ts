/** Who is on duty when: layers with hand-overs in a rota's own zone, overrides and holidays. Pure; times UTC ms. */
import { dayNumber, dayStart } from '../../base/time.ts';

const day = 86_400_000;

/** One line of a duty calendar. Its people follow each other from hand-over to hand-over. */
export interface RotaLayer {
  readonly name: string;
  /** Ids of users in the order of their turns; null = a turn that nobody has. */
  readonly people: readonly (number | null)[];
  /** Local date of the first turn, `2026-11-02`. Before it nobody is on duty. */
  readonly from: string;
  readonly every: 'day' | 'week';
  /** Weekly: the day of the hand-over, 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** Minutes after local midnight at which turns begin, ascending; weekly: the first one alone counts. */
  readonly at: readonly number[];
  /** Users who have holidays, in turn; none = holidays are as other days. */
  readonly onHolidays: readonly number[];
}

/** Somebody else between two moments; null = nobody. */
export interface RotaOverride {
  readonly layer: number;
  readonly from: number;
  readonly to: number;
  readonly userId: number | null;
}

export interface RotaPlan {
  readonly timeZone: string;
  readonly layers: readonly RotaLayer[];
  readonly overrides: readonly RotaOverride[];
  /** Local dates, `2026-10-01`. */
  readonly holidays: readonly string[];
}

/** A stretch of time in which one person, or nobody, has a layer: `from ≤ t < to`. */
export interface Shift {
  readonly from: number;
  readonly to: number;
  readonly userId: number | null;
}

/** Number of a date among days since 1970-01-01; NaN for what is no date. */
export const dateNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / day;

/** 1970-01-01 was a Thursday. */
const weekdayOf = (number: number) => ((((number + 3) % 7) + 7) % 7) + 1;

function firstTurn({ from, every, weekday }: RotaLayer): number {
  const first = dateNumber(from);
  if (every === 'day') return first;
  return first + ((weekday - weekdayOf(first) + 7) % 7);
}

/** Number of the turn that stands at `t`, from 0 on; negative before the first. */
function turnAt(layer: RotaLayer, timeZone: string, t: number): number {
  const first = firstTurn(layer);
  const today = dayNumber(timeZone, t);
  if (layer.every === 'week') {
    const [at = 0] = layer.at;
    let week = Math.floor((today - first) / 7);
    if (dayStart(timeZone, first + week * 7, at) > t) week -= 1;
    return week;
  }
  const begun = layer.at.filter((minute) => dayStart(timeZone, today, minute) <= t).length;
  return (today - first) * layer.at.length + begun - 1;
}

/** Who has a layer at `t`; null = nobody. */
export function onDuty({ timeZone, layers, overrides, holidays }: RotaPlan, index: number, t: number) {
  const override = overrides.findLast((one) => one.layer === index && one.from <= t && t < one.to);
  if (override !== undefined) return override.userId;
  const layer = layers[index];
  if (layer === undefined || layer.people.length === 0 || layer.at.length === 0) return null;
  const turn = turnAt(layer, timeZone, t);
  if (turn < 0) return null;
  if (layer.onHolidays.length > 0) {
    const today = dayNumber(timeZone, t);
    const holiday = [...holidays].sort().findIndex((date) => dateNumber(date) === today);
    if (holiday >= 0) return layer.onHolidays[holiday % layer.onHolidays.length] ?? null;
  }
  return layer.people[turn % layer.people.length] ?? null;
}

/** Every moment of a stretch at which somebody else may take over. */
function edges({ timeZone, layers, overrides, holidays }: RotaPlan, index: number, from: number, to: number) {
  const layer = layers[index];
  const found = new Set([from]);
  const add = (t: number) => {
    if (t > from && t < to) found.add(t);
  };
  for (const one of overrides) if (one.layer === index) for (const t of [one.from, one.to]) add(t);
  for (let number = dayNumber(timeZone, from) - 1; dayStart(timeZone, number) < to; number += 1) {
    for (const minute of layer?.at ?? []) add(dayStart(timeZone, number, minute));
    if (holidays.some((date) => [number, number - 1].includes(dateNumber(date))))
      add(dayStart(timeZone, number));
  }
  return [...found].sort((a, b) => a - b);
}

/** The shifts of a layer between two moments, one after the other without a hole. */
export function shiftsOf(rota: RotaPlan, index: number, from: number, to: number): readonly Shift[] {
  const shifts: Shift[] = [];
  const starts = edges(rota, index, from, to);
  for (const [place, start] of starts.entries()) {
    const userId = onDuty(rota, index, start);
    const end = starts[place + 1] ?? to;
    const last = shifts.at(-1);
    if (last !== undefined && last.userId === userId) shifts[shifts.length - 1] = { ...last, to: end };
    else shifts.push({ from: start, to: end, userId });
  }
  return shifts;
}

/** Stretches of a layer in which nobody is on duty. */
export const gapsOf = (rota: RotaPlan, index: number, from: number, to: number): readonly Shift[] =>
  shiftsOf(rota, index, from, to).filter(({ userId }) => userId === null);
