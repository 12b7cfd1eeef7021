/** What waits for a second person, and for sirens to sound, of both companies; what a call did to it is undone for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import { firstReading, type TestServer } from '../server.ts';
import { callOf, jointOf, marks } from './world.ts';

const sound = { clip: 1, repeat: 3, volume: 70, light: 'red' };

export async function plantSafety({ running: { storage } }: TestServer): Promise<void> {
  const now = Date.now();
  await storage.write(async (db) => {
    for (const table of [
      'joint_acts',
      'siren_calls',
      'armings',
      'siren_sites',
      'two_person_settings',
    ] as const)
      await db.deleteFrom(table).execute();
    for (const id of [1, 2] as const) {
      const none = { second_id: null, second_name: null, second_at: null, second_hash: null };
      const first = {
        first_id: 1,
        first_name: marks[id],
        first_address: '',
        first_at: now,
        first_hash: marks[id],
      };
      await db
        .insertInto('joint_acts')
        .values({
          ...{
            id: jointOf[id],
            kind: 'ruleDelete',
            company_id: id,
            permissions: toJson(['alarm:rule:edit']),
          },
          ...{ body: '{}', shown: toJson({ lines: [{ name: 'rule', value: marks[id] }], address: null }) },
          ...{
            hash: marks[id],
            state: 'waiting',
            claim: null,
            language: 'en',
            ended_at: null,
            note: marks[id],
          },
          ...first,
          ...none,
        })
        .execute();
      await db
        .insertInto('siren_calls')
        .values({
          ...{
            id: callOf[id],
            company_id: id,
            station_id: id,
            alarm_id: null,
            is_drill: 0,
            state: 'waiting',
          },
          ...{ targets: toJson([{ rtuId: id, slot: 1 }]), sound: toJson(sound), hash: marks[id] },
          ...{
            results: toJson([]),
            created_at: now,
            until_t: now + 3_600_000,
            allowed_at: null,
            user_id: null,
          },
          ...{ account_name: marks[id], joint_id: null, arming_id: null, reason: marks[id], ended_at: null },
        })
        .execute();
      await db
        .insertInto('armings')
        .values({
          ...{ id: callOf[id], company_id: id, station_id: id, joint_id: jointOf[id], from_t: firstReading },
          ...{ until_t: now + 3_600_000, reason: marks[id], ended_at: null, ended_by: null, end_reason: '' },
        })
        .execute();
    }
  });
}
