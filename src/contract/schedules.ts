/** Schedules: scripts, maintenance windows of plans, back-tests, exports and reports at their times (src/server/schedules/README.md). */
import Type, { type Static } from 'typebox';
import { languages } from '../base/messages.ts';
import { builtInTemplates, reportFormats } from '../base/report-words.ts';
import { missedChoices, recurrences, scheduleBounds, scheduleRunStates } from '../base/schedule-words.ts';
import { call } from './call.ts';
import { dictionary } from './dictionary.ts';
import { exportFormats } from './exports.ts';

const strict = { additionalProperties: false } as const;
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Id = Type.Integer({ minimum: 1 });
const Day = Type.String({ maxLength: 10 });
const { days, window, name } = scheduleBounds;
const Days = Type.Integer({ minimum: days.least, maximum: days.most });
const see = 'station:data:view';

/** How often, in the project's local time (domain/schedules/recurrence). */
export const Recurrence = Type.Object(
  {
    kind: Type.Enum([...recurrences]),
    time: Type.Integer({ minimum: 0, maximum: 1439 }),
    every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
    weekdays: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 })),
    day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
    nth: Type.Optional(Type.Integer({ minimum: -1, maximum: 4 })),
    from: Type.Optional(Day),
    until: Type.Optional(Day),
  },
  strict,
);
export type RecurrenceBody = Static<typeof Recurrence>;

const Ulid = Type.String({ minLength: 26, maxLength: 26, pattern: '^[0-9A-Z]+$' });
const Value = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Array(Type.String())]);
/** What is run. */
export const ScheduleJob = Type.Union([
  /** A kept script or one of the library; the plan that it proposes waits for a person. */
  Type.Object(
    {
      kind: Type.Literal('script'),
      script: Type.String({ pattern: '^([0-9A-Z]{26}|library-[a-z0-9]+(-[a-z0-9]+)*)$', maxLength: 80 }),
      args: dictionary(Value),
    },
    strict,
  ),
  /** A plan that is approved and paused goes on for so many minutes. */
  Type.Object(
    {
      kind: Type.Literal('plan'),
      planId: Ulid,
      minutes: Type.Integer({ minimum: window.least, maximum: window.most }),
    },
    strict,
  ),
  /** The rule as it is at that time, over the last days. */
  Type.Object({ kind: Type.Literal('backTest'), ruleId: Id, days: Days }, strict),
  /** Alarms and the newest values of the project's stations, kept as files. */
  Type.Object(
    {
      kind: Type.Literal('export'),
      table: Type.Enum(['alarms', 'latest', 'devices']),
      days: Days,
      format: Type.Enum([...exportFormats]),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('report'),
      template: Type.Enum([...builtInTemplates]),
      days: Days,
      languages: Type.Array(Type.Enum([...languages]), {
        minItems: 1,
        maxItems: languages.length,
        uniqueItems: true,
      }),
      formats: Type.Array(Type.Enum([...reportFormats]), {
        minItems: 1,
        maxItems: reportFormats.length,
        uniqueItems: true,
      }),
    },
    strict,
  ),
]);
export type ScheduleJob = Static<typeof ScheduleJob>;

const asked = {
  projectId: Id,
  /** Blanks at its ends are taken off. */
  name: Type.String({ maxLength: 400 }),
  job: ScheduleJob,
  recurrence: Recurrence,
  missed: Type.Enum([...missedChoices]),
};
export const ScheduleBody = Type.Object(asked, strict);
export type ScheduleBody = Static<typeof ScheduleBody>;
/** A name is at most so long once its blanks are off. */
export const longestScheduleName = name;

export const ScheduleRun = Type.Object(
  {
    id: Type.Integer(),
    scheduleId: Type.Integer(),
    name: Type.String(),
    /** When it was to begin; of a run by hand when it was asked for. */
    dueAt: Type.Integer(),
    startedAt: nullable(Type.Integer()),
    endedAt: nullable(Type.Integer()),
    state: Type.Enum([...scheduleRunStates]),
    byHand: Type.Boolean(),
    /** Begun after its time, since no server ran at it. */
    late: Type.Boolean(),
    /** Times that passed with this one and were not run. */
    missed: Type.Integer(),
    /** What it started: a workflow's run, a plan, a report; '' = nothing that can be opened. */
    opens: Type.String(),
    /** A message's id with its values: how it ended; null = it goes on. */
    outcome: nullable(
      Type.Object(
        { id: Type.String(), params: dictionary(Type.Union([Type.String(), Type.Number()])) },
        strict,
      ),
    ),
    /** Name of the file that it kept; null = none. */
    file: nullable(Type.String()),
    /** Of one that was missed: who acknowledged it, or made it good by a run by hand; null = nobody has. */
    acknowledged: nullable(Type.Object({ at: Type.Integer(), by: Type.String() }, strict)),
  },
  strict,
);
export type ScheduleRun = Static<typeof ScheduleRun>;

export const ScheduleView = Type.Object(
  {
    ...asked,
    id: Type.Integer(),
    companyId: Type.Integer(),
    projectName: Type.String(),
    /** Of the project now. */
    timeZone: Type.String(),
    revision: Type.Integer(),
    enabled: Type.Boolean(),
    /** With whose rights it runs. */
    by: Type.String(),
    /** What it is of, by its name: a script's title, a plan's, a rule's; '' = gone, or has none. */
    about: Type.String(),
    dueAt: nullable(Type.Integer()),
    last: nullable(ScheduleRun),
    /** The asker may change it. */
    canEdit: Type.Boolean(),
  },
  strict,
);
export type ScheduleView = Static<typeof ScheduleView>;

const Nothing = Type.Object({}, strict);
const ScheduleId = Type.Object({ scheduleId: Id }, strict);
/** Whoever may run one of them may schedule it; the right of the job itself is asked for besides, at each run again. */
const run = [
  'device:workflow:run',
  'device:parameter:edit',
  'alarm:rule:edit',
  'report:document:make',
  'station:data:view',
] as const;
const One = Type.Object({ id: Type.Integer(), revision: Type.Integer() }, strict);

/**
 * Schedules, runs that were due in a span (UTC ms, inclusive and exclusive), 3000 at most, and missed ones that nobody
 * has acknowledged, 200 at most; each the newest first.
 */
export const schedules = call('schedules.list', 'GET /rest/schedules', {
  access: see,
  query: Type.Object(
    {
      from: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
      to: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
    },
    strict,
  ),
  data: Type.Object(
    {
      schedules: Type.Array(ScheduleView),
      runs: Type.Array(ScheduleRun),
      missed: Type.Array(ScheduleRun),
      now: Type.Integer(),
    },
    strict,
  ),
});
/** Refused 422 with the field for a rule or a job that cannot be, 403 without the right of the job. */
export const createSchedule = call('schedules.create', 'POST /rest/schedules', {
  access: run,
  body: ScheduleBody,
  data: One,
});
/** It runs with the rights of who changed it last. Refused 409 where somebody changed it meanwhile. */
export const updateSchedule = call('schedules.update', 'PUT /rest/schedules/:scheduleId', {
  access: run,
  params: ScheduleId,
  body: Type.Object({ ...asked, revision: Id }, strict),
  data: One,
});
export const deleteSchedule = call('schedules.delete', 'DELETE /rest/schedules/:scheduleId', {
  access: run,
  params: ScheduleId,
  data: Nothing,
});
/** Takes a deletion back; it is paused or not as before. Times that passed meanwhile are not missed. */
export const restoreSchedule = call('schedules.restore', 'POST /rest/schedules/:scheduleId/restore', {
  access: run,
  params: ScheduleId,
  data: Nothing,
});
export const pauseSchedule = call('schedules.pause', 'POST /rest/schedules/:scheduleId/pause', {
  access: run,
  params: ScheduleId,
  data: Nothing,
});
/** Times that passed meanwhile are not missed. */
export const resumeSchedule = call('schedules.resume', 'POST /rest/schedules/:scheduleId/resume', {
  access: run,
  params: ScheduleId,
  data: Nothing,
});
/** With the rights of who asks; makes its missed runs good. Refused 409 while a run of it is under way. */
export const runSchedule = call('schedules.run', 'POST /rest/schedules/:scheduleId/run', {
  access: run,
  params: ScheduleId,
  data: Type.Object({ id: Type.Integer() }, strict),
});
/** Newest first. */
export const scheduleRuns = call('schedules.runs', 'GET /rest/schedules/:scheduleId/runs', {
  access: see,
  params: ScheduleId,
  data: Type.Object({ runs: Type.Array(ScheduleRun) }, strict),
});
/** A missed run is known, and no longer reported. Refused 404 for one that was not missed. */
export const acknowledgeMissed = call(
  'schedules.acknowledge',
  'POST /rest/schedules/:scheduleId/runs/:ordinal/acknowledge',
  { access: run, params: Type.Object({ scheduleId: Id, ordinal: Id }, strict), data: Nothing },
);
/** The file that a run kept: for who may write such a file. */
export const scheduleFile = call('schedules.file', 'GET /rest/schedules/:scheduleId/runs/:ordinal/file', {
  access: see,
  answers: 'binary',
  params: Type.Object({ scheduleId: Id, ordinal: Id }, strict),
});
