/** What the curve of an alarm needs to know beside readings: what the alarm was judged with. */
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { readFormerCycles } from './former-cycles.ts';
import type { AlarmRow } from './row.ts';

/** Cycles of the alarm's RTU with those before, and the starts of the datums of the sensor that decided it. */
export async function curveGroundsOf(db: Storage['db'] | Db, alarm: Pick<AlarmRow, 'rtu_id' | 'facts'>) {
  const rtu = await db
    .selectFrom('rtus')
    .select(['send_cycle', 'collection_cycle'])
    .where('id', '=', alarm.rtu_id)
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
