/** What a device does to its own zero becomes an initial value, in the transaction that learns of it. */
import type { Kysely } from 'kysely';
import { kindByCode } from '../../../catalogue/index.ts';
import { type InitialValue, ownInitials } from '../../../domain/baseline.ts';
import { noteChange } from '../../changes/change-log.ts';
import { toJson } from '../../storage/json.ts';
import { noteRederivation } from '../../storage/rederive.ts';
import type { Database } from '../../storage/schema.ts';

type Db = Kysely<Database>;

/** An order that a device has carried out. */
export interface DoneOrder {
  readonly id: string;
  readonly rtuId: number;
  readonly slot: number | null;
  /** set | action */
  readonly type: string;
  /** Group of a set, id of an action. */
  readonly name: string;
  /** JSON: edits of a set. */
  readonly body: string;
  /** When it was sent last: from then on the device may measure by it. */
  readonly sentAt: number;
  readonly userId: number | null;
  readonly accountName: string | null;
  readonly reason: string;
}

/** Initial values of every channel that a zero of the device concerns. */
function ofAll(kindCode: number, value: 0 | null): InitialValue[] {
  return (kindByCode(kindCode)?.rows ?? []).flatMap((row) => [
    ...ownInitials(row, false).map(({ id }): InitialValue => ({ row, element: 0, channel: id, value })),
    ...ownInitials(row, true).map(({ id }): InitialValue => ({ row, element: null, channel: id, value })),
  ]);
}

/** When a set says that the sensor was mounted anew; null where it does not. */
function remountOf({ type, name, body }: Pick<DoneOrder, 'type' | 'name' | 'body'>): number | null {
  if (type !== 'set' || name !== 'mount') return null;
  const edits: unknown = JSON.parse(body);
  const at = typeof edits === 'object' && edits !== null && 'remountedAt' in edits ? edits.remountedAt : null;
  return typeof at === 'number' && at > 0 ? at : null;
}

/** True for an order that zeroes a device, takes its zero back, or says that it was mounted anew. */
export const changesZero = (order: Pick<DoneOrder, 'type' | 'name' | 'body'>): boolean =>
  (order.type === 'action' && zeroing.has(order.name)) || remountOf(order) !== null;

const zeroing: ReadonlySet<string> = new Set(['setZero', 'captureInitialProfile', 'clearZero']);

/**
 * Writes what follows from an order that zeroed a device, took its zero back, or said that it was mounted anew: a dated
 * initial value (0, or none), and a datum, across which nothing is compared. Older readings keep what they say.
 */
export async function noteZeroed(db: Db, order: DoneOrder, now: number): Promise<void> {
  const remounted = remountOf(order);
  const zeroes =
    order.type === 'action' && (order.name === 'setZero' || order.name === 'captureInitialProfile');
  const clears = order.type === 'action' && order.name === 'clearZero';
  if (order.slot === null || (!zeroes && !clears && remounted === null)) return;
  const sensor = await db
    .selectFrom('sensors')
    .select(['id', 'kind', 'mount_azimuth'])
    .where('rtu_id', '=', order.rtuId)
    .where('slot', '=', order.slot)
    .executeTakeFirst();
  if (sensor === undefined) return;
  const initialValues = ofAll(sensor.kind, zeroes ? 0 : null);
  const t = remounted ?? order.sentAt;
  await db
    .insertInto('datums')
    .values({
      sensor_id: sensor.id,
      t,
      cause: remounted === null ? 'zero' : 'mount',
      azimuth_before: remounted === null ? null : sensor.mount_azimuth,
    })
    .onConflict((conflict) => conflict.columns(['sensor_id', 't']).doNothing())
    .execute();
  await noteRederivation(db, { sensorIds: [sensor.id] }, undefined, t);
  await noteChange(db, 'baselines', sensor.id, now);
  if (initialValues.length === 0) return;
  await db
    .insertInto('baselines')
    .values({
      sensor_id: sensor.id,
      t,
      how: zeroes ? 'zero' : 'clear',
      initial_values: toJson(initialValues),
      from_t: null,
      to_t: null,
      reason: order.reason,
      user_id: order.userId,
      account_name: order.accountName,
      order_id: order.id,
      created_at: now,
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_why: null,
    })
    .execute();
}
