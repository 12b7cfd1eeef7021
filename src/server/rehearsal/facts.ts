/** What is known of the devices of a draft, for their twins. */
import { groupBy } from '../../base/group.ts';
import { linkState } from '../../domain/link-state.ts';
import { visitTime } from '../../domain/rollout/rollout-end.ts';
import type { Db } from '../delivery/store.ts';
import type { RtuLink } from '../gateway/links.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import type { Storage } from '../storage/storage.ts';
import type { TwinFacts } from './job.ts';
import { batteryEnd, missedPart, orderPast } from './past.ts';

/** RTUs whose past is looked at together: long reads of others get their turn. */
const together = 8;

export interface FactsOf {
  readonly storage: Storage;
  /** Devices of other companies are left out. */
  readonly viewer: CompanyScope;
  readonly link: (rtuId: number) => RtuLink | null;
  readonly now: number;
}

const ofRtus = (db: Db, viewer: CompanyScope, ids: readonly number[]) =>
  Promise.all([
    visibleStations(db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .selectAll('rtus')
      .select(['stations.latitude', 'stations.longitude', 'stations.time_zone', 'projects.code as group'])
      .where('rtus.id', 'in', ids)
      .orderBy('rtus.id')
      .execute(),
    visibleStations(db, viewer)
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
      .select(['sensors.id', 'sensors.rtu_id', 'sensors.slot', 'sensors.kind'])
      .where('sensors.rtu_id', 'in', ids)
      .where('sensors.retired_at', 'is', null)
      .orderBy('sensors.rtu_id')
      .orderBy('sensors.slot')
      .execute(),
    db.selectFrom('parameters').selectAll().where('rtu_id', 'in', ids).orderBy('slot').execute(),
    db
      .selectFrom('parameter_versions')
      .selectAll()
      .where('rtu_id', 'in', ids)
      .orderBy('slot')
      .orderBy('group_id')
      .execute(),
  ]);

/** Twins' facts, by the id of their RTUs; those that are no tracked devices besides. */
export async function twinFacts(
  { storage, viewer, link, now }: FactsOf,
  ids: readonly number[],
): Promise<{ readonly twins: readonly TwinFacts[]; readonly unlike: ReadonlySet<number> }> {
  const { db } = storage;
  const [rtus, sensors, reported, versions] = await ofRtus(db, viewer, ids);
  const sensorsOf = groupBy(sensors, (row) => row.rtu_id);
  const reportedOf = groupBy(reported, (row) => row.rtu_id);
  const versionsOf = groupBy(versions, (row) => row.rtu_id);
  const twins: TwinFacts[] = [];
  for (let from = 0; from < rtus.length; from += together)
    twins.push(
      ...(await Promise.all(
        rtus.slice(from, from + together).map(async (rtu): Promise<TwinFacts> => {
          const facts = link(rtu.id);
          const sendCycle = facts?.sendCycle ?? rtu.send_cycle;
          const lastContactAt = facts?.lastContactAt ?? rtu.last_contact_at;
          const connected = facts?.connected ?? null;
          const bornAt = facts?.bornAt ?? null;
          const [missed, empty, past] = await Promise.all([
            missedPart(storage, rtu.id, sendCycle, now),
            batteryEnd(storage, rtu.id, now),
            orderPast(db, rtu.id),
          ]);
          // While nobody knows whether it is connected, its age alone shows whether it is silent.
          const state = linkState({ now, connected: connected ?? false, lastContactAt, sendCycle });
          return {
            rtuId: rtu.id,
            stationId: rtu.station_id,
            sn: rtu.sn,
            group: rtu.group,
            timeZone: rtu.time_zone,
            latitude: rtu.latitude,
            longitude: rtu.longitude,
            sendCycle,
            collectionCycle: rtu.collection_cycle,
            lastContactAt,
            jitter: facts?.jitter ?? rtu.jitter,
            awake: connected === true && (bornAt === null || now - bornAt > visitTime),
            silent: state === 'silent' || lastContactAt === null,
            missed,
            lost: past.lost,
            emptyAt: empty,
            refusals: past.refusals,
            sensors: (sensorsOf.get(rtu.id) ?? []).map(({ id, slot, kind }) => ({ id, slot, kind })),
            reported: (reportedOf.get(rtu.id) ?? []).map((row) => ({
              slot: row.slot,
              reported: row.reported,
            })),
            versions: (versionsOf.get(rtu.id) ?? []).map(({ slot, group_id, version }) => ({
              slot,
              group_id,
              version,
            })),
          };
        }),
      )),
    );
  const unlike = new Set(rtus.filter((rtu) => rtu.device_class === 'plain').map(({ id }) => id));
  return { twins, unlike };
}
