import type { Kysely } from 'kysely';
import type { GroupId, ParameterValue } from '../../catalogue/model.ts';
import type { Database } from '../storage/schema.ts';

/** What a device told of a group's parameters: the RTU's (null), or those of the sensor in a slot. */
export type Known = (slot: number | null, group: GroupId) => Readonly<Record<string, ParameterValue>>;

/** The slot under which the RTU's own parameters are kept. */
const ownSlot = -1;

/** Reads what an RTU and its sensors told of their parameters. */
export async function readKnown(db: Kysely<Database>, rtuId: number): Promise<Known> {
  const rows = await db
    .selectFrom('parameters')
    .select(['slot', 'name', 'value'])
    .where('rtu_id', '=', rtuId)
    .execute();
  return (slot, group) =>
    Object.fromEntries(
      rows
        .filter((row) => row.slot === (slot ?? ownSlot) && row.name.startsWith(`${group}/`))
        .map((row) => [row.name.slice(group.length + 1), JSON.parse(row.value) as ParameterValue]),
    );
}
