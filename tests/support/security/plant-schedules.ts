/** A schedule with a run and a file of each company, named by its mark; what a call did to them is undone for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import { firstReading, type TestServer } from '../server.ts';

export async function plantSchedules(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('schedule_files').execute();
    await db.deleteFrom('schedule_runs').execute();
    await db.deleteFrom('schedules').execute();
    for (const id of [1, 2] as const) {
      const name = marks[id];
      await db
        .insertInto('schedules')
        .values({
          ...{ id, company_id: id, project_id: id, name, missed: 'skip', time_zone: 'Asia/Shanghai' },
          job: toJson({ kind: 'export' as const, table: 'latest' as const, days: 1, format: 'csv' as const }),
          recurrence: toJson({ kind: 'week' as const, time: 480, weekdays: [1] }),
          ...{ revision: 1, enabled: 1, due_at: null, user_id: 1, account_name: name, address: '' },
          deleted_at: null,
        })
        .execute();
      await db
        .insertInto('schedule_runs')
        .values({
          ...{ id, schedule_id: id, company_id: id, due_at: firstReading, started_at: firstReading },
          ...{ ended_at: firstReading, state: 'missed', by_hand: 0, late: 0, missed: 0, user_id: 1 },
          ...{ attempts: 1, held_until: 0, opens: '', outcome: null },
          ...{ acknowledged_at: null, acknowledged_by: null },
        })
        .execute();
      await db
        .insertInto('schedule_files')
        .values({ run_id: id, name, size: name.length, bytes: Buffer.from(name) })
        .execute();
    }
  });
}
