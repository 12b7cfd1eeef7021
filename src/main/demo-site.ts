import { enumValues } from '../catalogue/index.ts';
import { hashCredential } from '../server/gateway/credential.ts';
import type { Storage } from '../server/storage/storage.ts';
import type { Fleet, PlannedProject } from '../simulator/fleet/index.ts';
import type { SourceOf } from '../simulator/history.ts';
import { rtuSlot } from '../simulator/parameters.ts';

const installCode = (state: (typeof enumValues)['installState'][number]) =>
  enumValues.installState.indexOf(state);

async function writeProject(
  storage: Storage,
  companyId: number,
  project: PlannedProject,
  password: (sn: string) => string,
): Promise<void> {
  await storage.write(async (db) => {
    const { id: projectId } = await db
      .insertInto('projects')
      .values({
        company_id: companyId,
        code: project.code,
        name: project.name,
        time_zone: project.timeZone,
        day_boundary: project.dayBoundary,
        retention_days: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { rtu, ...station } of project.stations) {
      const { id: stationId } = await db
        .insertInto('stations')
        .values({
          project_id: projectId,
          code: station.code,
          name: station.name,
          name_reading: null,
          site: station.site,
          latitude: station.latitude,
          longitude: station.longitude,
          time_zone: project.timeZone,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: rtuId } = await db
        .insertInto('rtus')
        .values({
          station_id: stationId,
          sn: rtu.sn,
          credential_hash: hashCredential(password(rtu.sn)),
          install_state: installCode(rtu.installState),
          send_cycle: rtu.sendCycle,
          collection_cycle: rtu.collectionCycle,
          last_contact_at: null,
          jitter: 0,
          problems: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const sensor of rtu.sensors) {
        await db
          .insertInto('sensors')
          .values({
            rtu_id: rtuId,
            slot: sensor.slot,
            kind: sensor.kind.code,
            name: null,
            install_state: installCode(rtu.installState),
            mount_mode: 0,
            mount_azimuth: 0,
            datum_at: null,
          })
          .execute();
      }
    }
  });
}

/** Writes a planned fleet's companies, projects, stations, RTUs with credentials, and sensors; answers company ids. */
export async function writeSite(
  storage: Storage,
  fleet: Fleet,
  password: (sn: string) => string,
): Promise<readonly number[]> {
  const companyIds: number[] = [];
  for (const { name } of fleet.companies) {
    const { id } = await storage.write((db) =>
      db
        .insertInto('companies')
        .values({ name, created_at: fleet.anchor })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    companyIds.push(id);
  }
  for (const project of fleet.projects) {
    await writeProject(storage, companyIds[project.company] ?? 0, project, password);
  }
  return companyIds;
}

/** Ids of the fleet's sensors and RTUs by serial number and slot. */
export async function readSources(storage: Storage): Promise<SourceOf> {
  const ids = new Map<string, number>();
  const rtus = await storage.db.selectFrom('rtus').select(['id', 'sn']).execute();
  for (const rtu of rtus) ids.set(`${rtu.sn}/${rtuSlot}`, rtu.id);
  const sensors = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'sensors.slot', 'rtus.sn'])
    .execute();
  for (const sensor of sensors) ids.set(`${sensor.sn}/${sensor.slot}`, sensor.id);
  return (sn, slot) => {
    const id = ids.get(`${sn}/${slot}`);
    if (id === undefined) throw new Error(`no source ${sn}/${slot}`);
    return id;
  };
}
