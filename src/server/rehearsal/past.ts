/** What the past of a device says of how it will be: reports that it missed, orders that were lost, its battery. */
import type { ChargeReading } from '../../domain/impact.ts';
import type { Db } from '../delivery/store.ts';
import type { Storage } from '../storage/storage.ts';
import { emptyAt } from './battery.ts';

const day = 86_400_000;
const looked = 14 * day;
/** Fewer reports than that say nothing. */
const enough = 10;
/** A twin that never comes would say nothing of the plan. */
const most = 0.9;

/** Part of an RTU's reports of the last two weeks that were missed or came late, 0–0.9. */
export async function missedPart(
  { readings }: Storage,
  rtuId: number,
  sendCycle: number,
  now: number,
): Promise<number> {
  const [all] = await readings.overview('status', [rtuId]);
  if (all === undefined || all.firstAt === null || all.lastAt === null || all.count < enough) return 0;
  const from = Math.max(all.firstAt, now - looked);
  const expected = (all.lastAt - from) / (sendCycle * 1000);
  if (expected < enough) return 0;
  const key = { sourceId: rtuId, row: 'status', element: 0 } as const;
  const gaps = await readings.gaps({ ...key, from, to: all.lastAt, cycle: sendCycle });
  let missed = 0;
  for (const { kind, count } of gaps) if (kind === 'silent' || kind === 'resent') missed += count;
  return Math.min(most, missed / expected);
}

/** When its battery is empty by the course of the last two weeks; null = not foreseen. */
export async function batteryEnd({ readings }: Storage, rtuId: number, now: number): Promise<number | null> {
  const columns = await readings.history({
    sourceId: rtuId,
    row: 'status',
    element: 0,
    channels: ['batteryCharge'],
    from: now - looked,
    to: now,
    bins: 14 * 24,
  });
  const charges = columns.channels[0]?.value ?? columns.channels[0]?.last;
  const known = Array.from(
    columns.t,
    (t, index): ChargeReading => ({ t, charge: charges?.[index] ?? Number.NaN, discharging: true }),
  );
  return emptyAt(known.filter(({ charge }) => !Number.isNaN(charge)));
}

interface OrderPast {
  readonly lost: number;
  readonly refusals: readonly { readonly slot: number; readonly group: string; readonly text: string }[];
}

/** How the last orders of an RTU went: the part of its sends that had no answer, and sets that it refused. */
export async function orderPast(db: Db, rtuId: number): Promise<OrderPast> {
  const rows = await db
    .selectFrom('orders')
    .select(['slot', 'type', 'name', 'state', 'attempts', 'answered_at', 'answer', 'seq'])
    .where('rtu_id', '=', rtuId)
    .where('attempts', '>', 0)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  let sends = 0;
  let answers = 0;
  const seen = new Set<string>();
  const refusals: { slot: number; group: string; text: string }[] = [];
  for (const { slot, type, name, state, attempts, answered_at: answered, answer, seq } of rows) {
    sends += attempts;
    answers += answered === null ? 0 : 1;
    const key = `${slot ?? -1}/${name}`;
    if (type !== 'set' || seen.has(key)) continue;
    seen.add(key);
    if (state === 'failed' && seq !== null && answered !== null && answer !== '')
      refusals.push({ slot: slot ?? -1, group: name, text: answer });
  }
  // Four answered sends are assumed besides: one that was lost does not make a bad device.
  return { lost: Math.min(most, (sends - answers) / (sends + 4)), refusals };
}
