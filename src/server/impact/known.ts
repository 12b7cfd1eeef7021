import type { Kysely } from 'kysely';
import type { GroupId, ParameterValue } from '../../catalogue/model.ts';
import { rtuSlot } from '../delivery/row.ts';
import { parseReported } from '../delivery/shadow.ts';
import type { Database, ReportedValues } from '../storage/schema.ts';

/** What a device reported of a group's parameters: the RTU's (null), or those of the sensor in a slot. */
export type Known = (slot: number | null, group: GroupId) => Readonly<Record<string, ParameterValue>>;

/** Reads what an RTU and its sensors reported of their parameters. */
export async function readKnown(db: Kysely<Database>, rtuId: number): Promise<Known> {
  const rows = await db
    .selectFrom('parameters')
    .select(['slot', 'reported'])
    .where('rtu_id', '=', rtuId)
    .execute();
  const bySlot = new Map(
    rows.map((row): [number, ReportedValues] => [row.slot, parseReported(row.reported)]),
  );
  return (slot, group) =>
    Object.fromEntries(
      Object.entries(bySlot.get(slot ?? rtuSlot) ?? {})
        .filter(([name]) => name.startsWith(`${group}/`))
        .map(([name, [value]]) => [name.slice(group.length + 1), value]),
    );
}
