import Type from 'typebox';
import { scheduleJobs } from '../src/base/schedule-words.ts';
import { area, defineCommand, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument, textArgument } from '../src/command/arguments.ts';

const page = '/schedules';
const places = ['schedules'] as const;
const seen = { permission: 'station:data:view', places } as const;
const scheduleArgument = () => screenArgument('argument.schedule', Type.Integer({ minimum: 1 }));
const runArgument = () => screenArgument('argument.scheduleRun', Type.Integer({ minimum: 1 }));

/** Schedules: what is run at its times. */
export const schedules = area('schedules', {
  /** Shows a schedule beside the calendar. */
  open: defineCommand({
    icon: 'calendar',
    ...seen,
    isUnlisted: true,
    arguments: Type.Object({ scheduleId: scheduleArgument() }),
    about: ({ scheduleId }) => `schedule ${scheduleId}`,
    execute: ({ navigation }, { scheduleId }) => navigation.open(`/schedules/${scheduleId}`),
  }),
  /** Asks what is to be run, and when. */
  add: onScreen({
    icon: 'plus',
    ...seen,
    page,
    listKeys: ['n'],
    arguments: Type.Object({
      job: Type.Optional(choiceArgument('argument.scheduleJob', 'schedules.job', [...scheduleJobs])),
    }),
  }),
  /** Changes the schedule that is open. */
  edit: onScreen({ icon: 'pencil', ...seen, listKeys: ['e'] }),
  /** Pauses a schedule, or lets it run again. */
  turn: onScreen({ icon: 'pause', ...seen, arguments: Type.Object({ scheduleId: scheduleArgument() }) }),
  /** Runs the open schedule now, with the rights of who asks. */
  run: onScreen({ icon: 'play', ...seen, listKeys: ['r'] }),
  /** Deletes the open schedule; the notice takes it back. */
  delete: onScreen({ icon: 'trash', ...seen, listKeys: ['d'] }),
  /** Takes a deletion back: the last one, unless another is named. */
  restore: onScreen({
    icon: 'undo',
    permission: 'station:data:view',
    places: ['schedules', 'notice'],
    page,
    listKeys: ['z'],
    arguments: Type.Object({ scheduleId: Type.Optional(scheduleArgument()) }),
  }),
  /** Runs the schedule of a missed run now, with the rights of who asks. */
  again: onScreen({ icon: 'play', ...seen, arguments: Type.Object({ runId: runArgument() }) }),
  /** A missed run is known, and no longer reported: the chosen one, unless another is named. */
  acknowledge: onScreen({
    icon: 'tick',
    ...seen,
    listKeys: ['c'],
    arguments: Type.Object({ runId: Type.Optional(runArgument()) }),
  }),
  /** Opens what a run started: the run of a script, a plan, a report. */
  result: onScreen({ icon: 'external', ...seen, arguments: Type.Object({ runId: runArgument() }) }),
  /** Saves the file that a run kept. */
  download: onScreen({ icon: 'download', ...seen, arguments: Type.Object({ runId: runArgument() }) }),
  /** Shows schedules of one project, or of all. */
  project: onScreen({
    icon: 'layers',
    isPassing: true,
    ...seen,
    arguments: Type.Object({
      projectId: screenArgument('argument.project', Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Shows runs by the week, by the month, or as a list. */
  view: onScreen({
    icon: 'table',
    isPassing: true,
    ...seen,
    page,
    listKeys: [
      { key: 'w', args: { view: 'week' } },
      { key: 'm', args: { view: 'month' } },
      { key: 'a', args: { view: 'list' } },
    ],
    arguments: Type.Object({
      view: choiceArgument('argument.view', 'schedules.view', ['week', 'month', 'list']),
    }),
  }),
  /** Shows the days around one. */
  day: onScreen({
    icon: 'calendar',
    isPassing: true,
    ...seen,
    page,
    arguments: Type.Object({
      day: textArgument('argument.day', { pattern: '^\\d{4}-\\d{2}-\\d{2}$', form: 'textForm.day' }),
    }),
  }),
  before: onScreen({ icon: 'chevron-left', isPassing: true, ...seen, listKeys: ['h'] }),
  after: onScreen({ icon: 'chevron-right', isPassing: true, ...seen, listKeys: ['l'] }),
  today: onScreen({ icon: 'calendar', isPassing: true, ...seen, listKeys: ['t'] }),
  /** The run after the chosen one; where none is in sight, the next schedule. */
  next: onScreen({ icon: 'chevron-down', isPassing: true, ...seen, listKeys: ['j'] }),
  previous: onScreen({ icon: 'chevron-up', isPassing: true, ...seen, listKeys: ['k'] }),
  refresh: onScreen({ icon: 'refresh', ...seen }),
});
