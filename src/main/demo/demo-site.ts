import { hashCredential } from '../../server/gateway/connections/credential.ts';
import type { Storage } from '../../server/storage/storage.ts';
import type { Fleet } from '../../simulator/fleet/index.ts';
import type { SourceOf } from '../../simulator/history.ts';
import { rtuMemory, rtuSlot, sensorMemory } from '../../simulator/parameters.ts';
import type { SimulatedRtu } from '../../simulator/rtu.ts';
import { delay, nextMoment } from '../../simulator/schedule.ts';
import { code as enumCode, numeric } from '../../simulator/sensor.ts';

/** Labels of stations by what they stand on: codes of the dictionary. */
const labelsOfDemo: Readonly<Record<string, readonly string[]>> = {
  slope: ['inhabited', 'road'],
  dam: ['keySite', 'river'],
  bridge: ['road'],
  blasting: ['works'],
  tunnel: ['works'],
};
/** Where the sensors of a station are, in turn by their slots. */
const positionsOfDemo: Readonly<Record<string, readonly string[]>> = {
  slope: ['crown', 'upperSlope', 'middleSlope', 'toe'],
  dam: ['crest', 'abutment', 'gallery', 'spillway'],
  bridge: ['pier', 'girder', 'bearing', 'pier'],
  blasting: ['building', 'building', 'building', 'building'],
  tunnel: ['crownOfTunnel', 'crownOfTunnel', 'crownOfTunnel', 'crownOfTunnel'],
};

/**
 * Writes a planned fleet into the tables: companies, projects, stations, RTUs with their broker credential, sensors.
 * Answers the companies' ids in the plan's order. The database must hold none of it.
 */
export async function writeSite(
  storage: Storage,
  fleet: Fleet,
  passwordOf: (sn: string) => string,
): Promise<readonly number[]> {
  return storage.write(async (db) => {
    const companyIds: number[] = [];
    for (const { name } of fleet.companies) {
      const { id } = await db
        .insertInto('companies')
        .values({ name, created_at: fleet.anchor })
        .returning('id')
        .executeTakeFirstOrThrow();
      companyIds.push(id);
    }
    for (const project of fleet.projects) {
      if (project.stations.length === 0) continue;
      const { id: projectId } = await db
        .insertInto('projects')
        .values({
          company_id: companyIds[project.company] ?? 0,
          code: project.code,
          name: project.name,
          time_zone: project.timeZone,
          day_boundary: project.dayBoundary,
          retention_days: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const { code, name, site, latitude, longitude, rtu } of project.stations) {
        const { id: stationId } = await db
          .insertInto('stations')
          .values({
            project_id: projectId,
            code,
            name,
            name_reading: null,
            site,
            latitude,
            longitude,
            time_zone: project.timeZone,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const labels = labelsOfDemo[site] ?? [];
        if (labels.length > 0)
          await db
            .insertInto('station_labels')
            .values(labels.map((label) => ({ station_id: stationId, label })))
            .execute();
        const own = rtuMemory(rtu);
        const installed = enumCode('installState', rtu.installState);
        const { id: rtuId } = await db
          .insertInto('rtus')
          .values({
            station_id: stationId,
            sn: rtu.sn,
            credential_hash: hashCredential(passwordOf(rtu.sn)),
            install_state: installed,
            send_cycle: Math.round(rtu.fast ?? numeric(own, 'rtu/sendCycle', 3600)),
            collection_cycle: Math.round(numeric(own, 'rtu/collectionCycle', 600)),
            last_contact_at: lastContact(rtu, fleet.anchor),
            jitter: 0,
            problems: '[]',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        for (const sensor of rtu.sensors) {
          const parameters = sensorMemory(rtu, sensor);
          await db
            .insertInto('sensors')
            .values({
              rtu_id: rtuId,
              slot: sensor.slot,
              kind: sensor.kind.code,
              name: null,
              install_state: installed,
              mount_mode: numeric(parameters, 'mount/mountMode', 0),
              mount_azimuth: numeric(parameters, 'mount/azimuth', 0),
              position: positionsOfDemo[site]?.[sensor.slot % 4] ?? null,
            })
            .execute();
        }
      }
    }
    return companyIds;
  });
}

/** When an RTU was heard of last before the anchor; null = never. */
function lastContact(rtu: SimulatedRtu, anchor: number): number | null {
  if (rtu.installState === 'notInstalled') return null;
  const send = rtu.fast ?? rtu.sendCycle;
  const cycle = send * 1000;
  // Late ones are on their way: somewhere between 1.5 and 3 cycles (fleet/rtus).
  const until = rtu.temper.silentSince ?? (rtu.temper.pace > 1 ? anchor - 1.8 * cycle : anchor);
  return nextMoment(rtu, send, until - cycle - delay(rtu)) + delay(rtu);
}

/** Ids of the site's RTUs and sensors, for readings. Throws RangeError for one that the site does not have. */
export async function readSources(storage: Storage): Promise<SourceOf> {
  const ids = new Map<string, number>();
  for (const { id, sn } of await storage.db.selectFrom('rtus').select(['id', 'sn']).execute())
    ids.set(`${sn}/${rtuSlot}`, id);
  const sensors = await storage.db
    .selectFrom('sensors')
    .innerJoin('rtus', 'rtus.id', 'sensors.rtu_id')
    .select(['sensors.id', 'sensors.slot', 'rtus.sn'])
    .execute();
  for (const { id, slot, sn } of sensors) ids.set(`${sn}/${slot}`, id);
  return (sn, slot) => {
    const id = ids.get(`${sn}/${slot}`);
    if (id === undefined) throw new RangeError(`the site has no ${sn}/${slot}`);
    return id;
  };
}
