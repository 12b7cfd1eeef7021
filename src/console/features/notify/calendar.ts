/** What a duty calendar shows, and what no policy covers. Pure; times UTC ms. */
import { dayNumber, dayStart, wallToUtc, zoneOffset } from '../../../base/time.ts';
import { isFor, type PolicyPlan } from '../../../domain/notify/policy.ts';
import { gapsOf, type RotaPlan, type Shift, shiftsOf } from '../../../domain/notify/rota.ts';

const day = 86_400_000;
const minute = 60_000;
/** How far ahead gaps are looked for. */
export const gapDays = 14;

export interface Block extends Shift {
  /** Shares of the day, 0 … 1. */
  readonly left: number;
  readonly width: number;
}
export interface CalendarDay {
  /** Local date as UTC ms of its midnight: for formatting in UTC. */
  readonly date: number;
  readonly start: number;
  readonly end: number;
  readonly isHoliday: boolean;
  /** One for each layer. */
  readonly lanes: readonly (readonly Block[])[];
}

/** Number of the Monday of the week in which `now` lies, and so many weeks from there. */
export function mondayOf(timeZone: string, now: number, weeks: number): number {
  const today = dayNumber(timeZone, now);
  return today - ((((today + 3) % 7) + 7) % 7) + weeks * 7;
}

/** Seven days of a rota from a day on. */
export function weekOf(rota: RotaPlan, first: number): readonly CalendarDay[] {
  return Array.from({ length: 7 }, (_, index) => {
    const number = first + index;
    const start = dayStart(rota.timeZone, number);
    const end = dayStart(rota.timeZone, number + 1);
    const length = end - start;
    return {
      date: number * day,
      start,
      end,
      isHoliday: rota.holidays.includes(dateOf(number)),
      lanes: rota.layers.map((_layer, layer) =>
        shiftsOf(rota, layer, start, end).map((shift) => ({
          ...shift,
          left: (shift.from - start) / length,
          width: (shift.to - shift.from) / length,
        })),
      ),
    };
  });
}

/** A local date by its number among days: `2026-11-02`. */
export const dateOf = (number: number): string => new Date(number * day).toISOString().slice(0, 10);

export interface DutyGap extends Shift {
  readonly layer: number;
}

/** Stretches of the next 14 days in which a layer has nobody, the earliest first. */
export function nextGaps(rota: RotaPlan, now: number): readonly DutyGap[] {
  // The end of a day: one that moved with the clock would make a gap of a minute after each one that is filled.
  const horizon = dayStart(rota.timeZone, dayNumber(rota.timeZone, now) + gapDays);
  return rota.layers
    .flatMap((_layer, layer) => gapsOf(rota, layer, now, horizon).map((shift) => ({ ...shift, layer })))
    .toSorted((a, b) => a.from - b.from);
}

/** A moment as a field for local times has it: `2026-11-02T08:00`. */
export const wallText = (timeZone: string, t: number): string =>
  new Date(t + zoneOffset(timeZone, t)).toISOString().slice(0, 16);

/** The moment that such a field says; null for what is none. */
export function fromWall(timeZone: string, text: string): number | null {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : wallToUtc(timeZone, wall);
}

/** Minutes after midnight as a field for times has them: `08:00`; and back, null for what is none. */
export const clockOf = (minutes: number): string => new Date(minutes * minute).toISOString().slice(11, 16);
export function minutesOf(text: string): number | null {
  const found = /^(\d{2}):(\d{2})$/.exec(text);
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

export interface Uncovered {
  readonly projectId: number;
  readonly ranks: readonly number[];
}

/** Levels of projects that no policy is for. */
export const uncovered = (
  policies: readonly { readonly body: PolicyPlan }[],
  projects: readonly number[],
): readonly Uncovered[] =>
  projects.flatMap((projectId) => {
    const ranks = [4, 3, 2, 1].filter((rank) => !policies.some(({ body }) => isFor(body, projectId, rank)));
    return ranks.length === 0 ? [] : [{ projectId, ranks }];
  });

/** Parts of the day, 0 … 1, in which a level is notified; hours that reach over midnight are two. */
export function toldParts(hours: { readonly from: number; readonly to: number } | null) {
  if (hours === null || hours.from === hours.to) return [{ from: 0, to: 1 }];
  const [from, to] = [hours.from / 1440, hours.to / 1440];
  return from < to
    ? [{ from, to }]
    : [
        { from: 0, to },
        { from, to: 1 },
      ].filter((part) => part.to > part.from);
}
