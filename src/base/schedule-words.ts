/** What schedules run, and how their runs end. */

export const scheduleJobs = ['script', 'plan', 'backTest', 'export', 'report'] as const;
export type ScheduleJobKind = (typeof scheduleJobs)[number];

/** How often: once, all so many minutes, on days of the week, on a day of the month, on the nth weekday of the month. */
export const recurrences = ['once', 'minutes', 'week', 'month', 'nth'] as const;
export type RecurrenceKind = (typeof recurrences)[number];

/** What becomes of times that passed while no server ran: nothing, or one run as soon as one runs again. */
export const missedChoices = ['once', 'skip'] as const;
export type MissedChoice = (typeof missedChoices)[number];

/**
 * `waiting`, `running`: under way. `done`, `failed`: it ended. `refused`: who scheduled it may not do it any more, or
 * what it is of is gone. `missed`: no server ran at its time. `overlapped`: the run before had not ended.
 */
export const scheduleRunStates = [
  'waiting',
  'running',
  'done',
  'failed',
  'refused',
  'missed',
  'overlapped',
] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

/** Of these nothing was begun: they are reported until somebody acknowledges them. */
export const missedStates = ['missed', 'overlapped'] as const satisfies readonly ScheduleRunState[];

export const scheduleBounds = {
  /** Letters of a name. */
  name: 80,
  /** Of one company. */
  schedules: 200,
  /** Steps of *all so many minutes*: each divides a day, so that every day begins with one. */
  minutes: [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720],
  /** Length of a maintenance window, minutes. */
  window: { least: 10, most: 1440 },
  /** Days that an export, a report or a back-test looks back. */
  days: { least: 1, most: 400 },
  /** Runs that are kept of one schedule, and days that they are kept. */
  runs: 200,
  keptDays: 400,
  /** Files that are kept of one schedule, and the bytes of one. */
  files: 10,
  fileBytes: 32 * 1024 * 1024,
} as const;
