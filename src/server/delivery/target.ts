import { Refusal } from '../../base/errors.ts';
import type { Target } from '../../contract/devices/orders.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fixed } from '../storage/fixed.ts';
import type { Db } from './store.ts';

export interface FoundTarget {
  readonly rtuId: number;
  readonly sn: string;
  readonly stationId: number;
  readonly slot: number | null;
  /** Sensor type code; null for the RTU. */
  readonly kind: number | null;
  /** Seconds, as last known by the database. */
  readonly sendCycle: number;
}

const rtuIn = (isOwn: boolean) =>
  fixed((db, { rtuId, companyId }: { rtuId: number; companyId: number }) =>
    visibleStations(db, { companyId: isOwn ? companyId : null })
      .innerJoin('rtus', 'rtus.station_id', 'stations.id')
      .select(['rtus.id', 'rtus.sn', 'rtus.station_id', 'rtus.send_cycle'])
      .where('rtus.id', '=', rtuId)
      .where('stations.retired_at', 'is', null),
  );
const anyRtu = rtuIn(false);
const ownRtu = rtuIn(true);

/** @throws Refusal 404 for a target that does not exist, is out of use, or belongs to another company */
export async function findTarget(db: Db, viewer: CompanyScope, target: Target): Promise<FoundTarget> {
  const { companyId } = viewer;
  const { rtuId } = target;
  const [rtu] = await (companyId === null
    ? anyRtu(db, { rtuId, companyId: 0 })
    : ownRtu(db, { rtuId, companyId }));
  if (rtu === undefined) throw new Refusal(404, 'api.notFound', { what: `rtu ${target.rtuId}` });
  const base = {
    rtuId: rtu.id,
    sn: rtu.sn,
    stationId: rtu.station_id,
    slot: target.slot,
    sendCycle: rtu.send_cycle,
  };
  if (target.slot === null) return { ...base, kind: null };
  const sensor = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .select('sensors.kind')
    .where('rtus.id', '=', rtu.id)
    .where('sensors.slot', '=', target.slot)
    .where('sensors.retired_at', 'is', null)
    .executeTakeFirst();
  if (sensor === undefined) throw new Refusal(404, 'api.notFound', { what: `slot ${target.slot}` });
  return { ...base, kind: sensor.kind };
}
