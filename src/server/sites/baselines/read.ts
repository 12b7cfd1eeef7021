import type { Kysely } from 'kysely';
import { groupBy } from '../../../base/group.ts';
import { type Baseline, type BaselineWay, inOrder } from '../../../domain/baseline.ts';
import { fromJson } from '../../storage/json.ts';
import type { BaselineTable, Database } from '../../storage/schema.ts';

type Row = {
  readonly [Key in keyof BaselineTable]: BaselineTable[Key] extends { readonly __select__: infer S }
    ? S
    : BaselineTable[Key];
};

/** A stored baseline with who made it and why. */
export interface StoredBaseline extends Baseline {
  readonly sensorId: number;
  readonly how: BaselineWay;
  readonly from: number | null;
  readonly to: number | null;
  readonly reason: string;
  readonly accountName: string | null;
  readonly orderId: string | null;
  readonly createdAt: number;
  readonly withdrawn: { readonly at: number; readonly by: string; readonly why: string } | null;
}

const storedOf = (row: Row): StoredBaseline => ({
  id: Number(row.id),
  sensorId: row.sensor_id,
  t: row.t,
  how: row.how as BaselineWay,
  initialValues: fromJson(row.initial_values),
  from: row.from_t,
  to: row.to_t,
  reason: row.reason,
  accountName: row.account_name,
  orderId: row.order_id,
  createdAt: row.created_at,
  withdrawn:
    row.withdrawn_at === null
      ? null
      : { at: row.withdrawn_at, by: row.withdrawn_by ?? '', why: row.withdrawn_why ?? '' },
});

/** All baselines of a sensor in the order of their times, also those that were withdrawn. */
export async function readBaselines(
  db: Kysely<Database>,
  sensorId: number,
): Promise<readonly StoredBaseline[]> {
  const found = await db.selectFrom('baselines').selectAll().where('sensor_id', '=', sensorId).execute();
  return inOrder(found.map((row) => storedOf(row as Row)));
}

/** The valid ones of several sensors, in order, by sensor. */
export async function readValid(
  db: Kysely<Database>,
  sensorIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredBaseline[]>> {
  if (sensorIds.length === 0) return new Map();
  const found = await db
    .selectFrom('baselines')
    .selectAll()
    .where('sensor_id', 'in', sensorIds)
    .where('withdrawn_at', 'is', null)
    .execute();
  const all = inOrder(found.map((row) => storedOf(row as Row)));
  return groupBy(all, ({ sensorId }) => sensorId);
}
