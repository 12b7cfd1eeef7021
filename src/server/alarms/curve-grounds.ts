/** What the curve of an alarm needs to know beside readings: what the alarm was judged with. */
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { readFormerCycles } from './former-cycles.ts';
import type { AlarmRow } from './row.ts';

/**
 * Cycles of the alarm's RTU with those before, and the starts of the datums of the sensor that decided it.
 * @param scope who asks; the server itself, for a mail, sees all
 */
export async function curveGroundsOf(
  db: Storage['db'] | Db,
  alarm: Pick<AlarmRow, 'rtu_id' | 'facts'>,
  scope: CompanyScope,
) {
  const rtu = await visibleStations(db, scope)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select(['rtus.send_cycle', 'rtus.collection_cycle'])
    .where('rtus.id', '=', alarm.rtu_id)
    .executeTakeFirst();
  const former = await readFormerCycles(db, [alarm.rtu_id]);
  const sensorId = fromJson(alarm.facts).terms[0]?.sensorId ?? null;
  const datums =
    sensorId === null
      ? []
      : await db.selectFrom('datums').select('t').where('sensor_id', '=', sensorId).orderBy('t').execute();
  return {
    cycles: {
      sendCycle: rtu?.send_cycle ?? 3600,
      collectionCycle: rtu?.collection_cycle ?? 3600,
      formerCycles: [...(former.get(alarm.rtu_id) ?? [])],
    },
    datums: datums.map(({ t }) => t),
  };
}
