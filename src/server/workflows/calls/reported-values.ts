import { groupBy } from '../../../base/group.ts';
import type { ParameterValue } from '../../../catalogue/model.ts';
import { rtuSlot } from '../../delivery/row.ts';
import { parseReported } from '../../delivery/shadow.ts';
import type { Db } from '../../delivery/store.ts';
import type { ReportedValues } from '../../storage/schema.ts';

const together = 5000;

/**
 * What devices last reported, of many RTUs at once: by RTU, then by slot (null = the RTU itself); each is parsed
 * once.
 */
export async function readAllReported(db: Db, rtuIds: readonly number[]) {
  const rows = [];
  for (let from = 0; from < rtuIds.length; from += together)
    rows.push(
      ...(await db
        .selectFrom('parameters')
        .selectAll()
        .where('rtu_id', 'in', rtuIds.slice(from, from + together))
        .execute()),
    );
  const byRtu = groupBy(rows, (row) => row.rtu_id);
  const parsed = new Map<string, ReportedValues>();
  return (rtuId: number, slot: number | null): ReportedValues => {
    const key = `${rtuId}/${slot}`;
    const known = parsed.get(key);
    if (known !== undefined) return known;
    const reported = parseReported(byRtu.get(rtuId)?.find((row) => row.slot === (slot ?? rtuSlot))?.reported);
    parsed.set(key, reported);
    return reported;
  };
}

export interface GroupValues {
  readonly values: Readonly<Record<string, ParameterValue>>;
  /** UTC ms at which the device reported each. */
  readonly at: Readonly<Record<string, number>>;
  /** Seconds since. */
  readonly ages: Readonly<Record<string, number>>;
  /** When the newest of them was heard; 0 = nothing was. */
  readonly heard: number;
}

/** The fields of one group. */
export function ofGroup(reported: ReportedValues, group: string, now: number): GroupValues {
  const own = Object.entries(reported).flatMap(([name, [value, at, heard]]) =>
    name.startsWith(`${group}/`) ? [{ field: name.slice(group.length + 1), value, at, heard }] : [],
  );
  return {
    values: Object.fromEntries(own.map(({ field, value }) => [field, value])),
    at: Object.fromEntries(own.map(({ field, at }) => [field, at])),
    ages: Object.fromEntries(own.map(({ field, at }) => [field, Math.max(0, Math.round((now - at) / 1000))])),
    heard: Math.max(0, ...own.map(({ heard }) => heard)),
  };
}
