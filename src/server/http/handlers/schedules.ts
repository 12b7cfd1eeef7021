import * as contract from '../../../contract/schedules.ts';
import {
  acknowledgeRun,
  createSchedule,
  fileOf,
  listRuns,
  listSchedules,
  runNow,
  turnSchedule,
  updateSchedule,
} from '../../schedules/book.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Schedules and their runs. */
export function scheduleHandlers({ schedules }: Services): readonly Binding[] {
  return [
    bind(contract.schedules, ({ viewer, query }) => listSchedules(schedules, viewer, query)),
    bind(contract.createSchedule, (by) => createSchedule(schedules, by, by.body)),
    bind(contract.updateSchedule, (by) => updateSchedule(schedules, by, by.params.scheduleId, by.body)),
    bind(contract.deleteSchedule, (by) => turnSchedule(schedules, by, by.params.scheduleId, 'delete')),
    bind(contract.pauseSchedule, (by) => turnSchedule(schedules, by, by.params.scheduleId, 'pause')),
    bind(contract.resumeSchedule, (by) => turnSchedule(schedules, by, by.params.scheduleId, 'resume')),
    bind(contract.restoreSchedule, (by) => turnSchedule(schedules, by, by.params.scheduleId, 'restore')),
    bind(contract.acknowledgeMissed, (by) =>
      acknowledgeRun(schedules, by, by.params.scheduleId, by.params.ordinal),
    ),
    bind(contract.runSchedule, (by) => runNow(schedules, by, by.params.scheduleId)),
    bind(contract.scheduleRuns, ({ viewer, params }) => listRuns(schedules, viewer, params.scheduleId)),
    bind(contract.scheduleFile, async ({ viewer, params, reply }) => {
      const { name, bytes } = await fileOf(schedules, viewer, params.scheduleId, params.ordinal);
      await reply
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .type('application/octet-stream')
        .send(Buffer.from(bytes));
    }),
  ];
}
