/** The database of a rehearsal: the draft and its devices as they are, and one account that approves it. */
import { createHash } from 'node:crypto';
import { permissions } from '../../base/permissions.ts';
import { bodyHash } from '../../server/delivery/body-hash.ts';
import { inParts } from '../../server/plans/in-parts.ts';
import type { RehearsalJob } from '../../server/rehearsal/job.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { Storage } from '../../server/storage/storage.ts';

const token = 'rehearsal';
const reason = 'rehearsal';

/** The approver, and the proof that it approves this draft. */
export const approval = (job: RehearsalJob) => ({
  by: {
    viewer: {
      userId: 1,
      accountName: 'rehearsal',
      roleId: 1,
      roleName: 'rehearsal',
      companyId: null,
      companyName: null,
      language: 'en' as const,
      permissions,
    },
    address: '',
  },
  body: { revision: job.plan.revision, reason, confirmation: token },
});

/** A project for each group, with the stations of its twins. */
async function writeStations(db: Db, { twins }: RehearsalJob): Promise<void> {
  for (const [index, group] of [...new Set(twins.map((twin) => twin.group))].entries()) {
    await db
      .insertInto('projects')
      .values({
        id: index + 1,
        company_id: 1,
        code: group,
        name: group,
        time_zone: 'Asia/Shanghai',
        day_boundary: 0,
        retention_days: null,
      })
      .execute();
    const stations = new Map(
      twins
        .filter((twin) => twin.group === group)
        .map((twin) => [
          twin.stationId,
          {
            id: twin.stationId,
            project_id: index + 1,
            code: String(twin.stationId),
            name: twin.sn,
            name_reading: null,
            site: 'other',
            latitude: twin.latitude,
            longitude: twin.longitude,
            time_zone: twin.timeZone,
          },
        ]),
    );
    await inParts([...stations.values()], (part) => db.insertInto('stations').values(part).execute());
  }
}

/** Fills an empty storage. */
export function writeWorld(storage: Storage, job: RehearsalJob): Promise<void> {
  const { plan, items, twins, now } = job;
  return storage.write(async (db) => {
    await db.insertInto('companies').values({ id: 1, name: 'rehearsal', created_at: now }).execute();
    // A rehearsal is approved by whoever looks at it: nothing sounds.
    await db
      .insertInto('two_person_settings')
      .values({ company_id: 1, sirens: 0, plans_above: null, rules: 0 })
      .execute();
    await db.insertInto('roles').values({ id: 1, name: 'rehearsal' }).execute();
    await db
      .insertInto('role_permissions')
      .values(permissions.map((permission) => ({ role_id: 1, permission })))
      .execute();
    await db
      .insertInto('users')
      .values({
        id: 1,
        company_id: null,
        role_id: 1,
        account_name: 'rehearsal',
        password_hash: '',
        language: 'en',
        disabled: 0,
        created_at: now,
      })
      .execute();
    await writeStations(db, job);
    const rtus = twins.map((twin) => ({
      id: twin.rtuId,
      station_id: twin.stationId,
      sn: twin.sn,
      credential_hash: null,
      install_state: 1,
      send_cycle: twin.sendCycle,
      collection_cycle: twin.collectionCycle,
      last_contact_at: twin.lastContactAt,
      jitter: Math.round(twin.jitter),
      problems: '[]',
      device_class: 'tracked',
    }));
    await inParts(rtus, (part) => db.insertInto('rtus').values(part).execute());
    const sensors = twins.flatMap((twin) =>
      twin.sensors.map(({ id, slot, kind }) => ({
        id,
        rtu_id: twin.rtuId,
        slot,
        kind,
        name: null,
        install_state: 1,
        mount_mode: 0,
        mount_azimuth: 0,
      })),
    );
    await inParts(sensors, (part) => db.insertInto('sensors').values(part).execute());
    const reported = twins.flatMap((twin) => twin.reported.map((row) => ({ ...row, rtu_id: twin.rtuId })));
    await inParts(reported, (part) => db.insertInto('parameters').values(part).execute());
    const versions = twins.flatMap((twin) => twin.versions.map((row) => ({ ...row, rtu_id: twin.rtuId })));
    await inParts(versions, (part) => db.insertInto('parameter_versions').values(part).execute());
    await db
      .insertInto('plans')
      .values({ ...plan, user_id: 1, origin_id: null, origin_of: null })
      .execute();
    await inParts([...items], (part) => db.insertInto('plan_items').values(part).execute());
    await db
      .insertInto('confirmations')
      .values({
        token_hash: createHash('sha256').update(token).digest('hex'),
        user_id: 1,
        body_hash: bodyHash({ planId: plan.id, revision: plan.revision, reason }),
        expires_at: now + 60_000,
      })
      .execute();
  });
}
