/** A week of runs, as a calendar shows it. Pure; times UTC ms. */
import { dayNumber, dayStart } from '../../../base/time.ts';
import { timesIn } from '../../../domain/schedules/recurrence.ts';
import type { ScheduleRun, ScheduleView } from '../../state/schedules.ts';

const day = 86_400_000;
const minute = 60_000;
/** What is run more often than so many times a day has one line above the week. */
export const mostADay = 4;
/** Height of an entry as a part of a day: what lies nearer stands below. */
const entryPart = 26 / 640;

/** A run in the week: one that was, or one that is to come. */
export interface WeekEntry {
  readonly key: string;
  readonly schedule: ScheduleView;
  /** Null = it is to come. */
  readonly run: ScheduleRun | null;
  readonly at: number;
  /** Parts of the local day, 0 … 1: where it begins, and how long it takes. */
  readonly top: number;
  readonly height: number;
}
export interface WeekDay {
  /** Local date as UTC ms of its midnight: for formatting in UTC. */
  readonly date: number;
  readonly start: number;
  readonly end: number;
  readonly entries: readonly WeekEntry[];
}

/** Number of the Monday of the week in which a moment lies, and so many weeks from there. */
export function mondayOf(timeZone: string, now: number, weeks: number): number {
  const today = dayNumber(timeZone, now);
  return today - ((((today + 3) % 7) + 7) % 7) + weeks * 7;
}

/** True for what is run so often that it has one line above the week. */
export const isOften = ({ recurrence }: Pick<ScheduleView, 'recurrence'>): boolean =>
  recurrence.kind === 'minutes' && 1440 / (recurrence.every ?? 60) > mostADay;

/** How long something is drawn: a maintenance window for its length, anything else as one entry. */
const lengthOf = ({ job }: ScheduleView): number => (job.kind === 'plan' ? job.minutes * minute : 0);

/** Each below the one before where they would cover each other. */
function stacked(entries: readonly WeekEntry[]): readonly WeekEntry[] {
  let free = 0;
  return entries
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => {
      const top = Math.min(Math.max(entry.top, free), 1 - entryPart);
      free = top + Math.max(entryPart, entry.height);
      return { ...entry, top };
    });
}

/**
 * Seven days from a day on: runs that were, and times that are to come.
 * @param now what is due from here on has not been
 */
export function weekOf(
  schedules: readonly ScheduleView[],
  runs: readonly ScheduleRun[],
  given: { readonly timeZone: string; readonly first: number; readonly now: number },
): readonly WeekDay[] {
  const { timeZone, first, now } = given;
  const shown = schedules.filter((one) => !isOften(one));
  const byId = new Map(shown.map((one) => [one.id, one]));
  return Array.from({ length: 7 }, (_, index): WeekDay => {
    const [start, end] = [dayStart(timeZone, first + index), dayStart(timeZone, first + index + 1)];
    const length = end - start;
    const place = (at: number, long: number) => ({
      top: (at - start) / length,
      height: Math.min(long, end - at) / length,
    });
    const past = runs.flatMap((run): WeekEntry[] => {
      const schedule = byId.get(run.scheduleId);
      if (schedule === undefined || run.dueAt < start || run.dueAt >= end) return [];
      return [
        {
          ...{ key: `run ${run.id}`, schedule, run, at: run.dueAt },
          ...place(run.dueAt, lengthOf(schedule)),
        },
      ];
    });
    const after = Math.max(start, now) - 1;
    const coming = shown.flatMap((schedule): WeekEntry[] => {
      if (!schedule.enabled || after >= end - 1) return [];
      const { times } = timesIn(schedule.recurrence, schedule.timeZone, { after, to: end - 1 }, mostADay * 2);
      return times
        .filter((at) => !past.some(({ run, schedule: own }) => own.id === schedule.id && run?.dueAt === at))
        .map((at) => ({
          ...{ key: `${schedule.id} at ${at}`, schedule, run: null, at },
          ...place(at, lengthOf(schedule)),
        }));
    });
    return { date: (first + index) * day, start, end, entries: stacked([...past, ...coming]) };
  });
}
