/** A gap in a rota is an alarm: yellow from a day before on, orange while nobody is on duty. */
import { gapsOf, type RotaPlan } from '../../../domain/notify/rota.ts';
import { bringSystemAlarm, endSystemAlarm, openSystemAlarms } from '../../alarms/system.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';

const day = 24 * 3_600_000;
/** How long before it begins a gap is reported, ms. Assumed. */
export const gapAhead = day;
/** A rota is looked at again after so long at the latest, ms. */
const lookAgain = day;
/** Levels of a gap that lies ahead, and of one that has begun. Assumed. */
const aheadRank = 2;
const begunRank = 3;

const subjectOf = (rotaId: number, layer: number) => `duty ${rotaId} ${layer} `;

/** `to`: null = as far as is looked ahead. */
export interface ReportedGap {
  readonly from: number;
  readonly to: number | null;
  readonly rank: number;
}

/** Gaps of a layer that are to be reported at `now`, and when to look next. Pure. */
export function gapsAhead(
  rota: RotaPlan,
  layer: number,
  now: number,
): { readonly gaps: readonly ReportedGap[]; readonly next: number } {
  // As far as the end of a gap is asked for.
  const horizon = now + gapAhead + 7 * day;
  const found = gapsOf(rota, layer, now, horizon);
  let next = now + lookAgain;
  const gaps: ReportedGap[] = [];
  for (const { from, to } of found) {
    const isAhead = from < now + gapAhead;
    next = Math.min(next, from <= now ? to : isAhead ? from : from - gapAhead + 1);
    if (!isAhead) continue;
    gaps.push({ from, to: to >= horizon ? null : to, rank: from <= now ? begunRank : aheadRank });
  }
  return { gaps, next };
}

type Open = Awaited<ReturnType<typeof openSystemAlarms>>[number];

/** The gap that an alarm says goes on in another one: they overlap. */
const isSame = (alarm: Open, gap: ReportedGap): boolean => {
  const said = fromJson(alarm.facts).system;
  const end = (to: number | null | undefined) => to ?? Number.POSITIVE_INFINITY;
  return alarm.present > 0 && said !== undefined && said.from < end(gap.to) && gap.from < end(said.to);
};

/** Brings the alarms of one layer to its gaps; answers when to look again. */
async function lookAtLayer(
  db: Db,
  { rota, companyId, name, subject, layer }: LayerPlace,
  open: readonly Open[],
  now: number,
): Promise<number> {
  const { gaps, next } = gapsAhead(rota, layer, now);
  const left = new Set(open);
  for (const gap of gaps) {
    const known = [...left].find((alarm) => isSame(alarm, gap));
    if (known !== undefined) left.delete(known);
    // One that has begun began when it was said to, not when it was looked at.
    const before = known === undefined ? undefined : fromJson(known.facts).system?.from;
    const from = before !== undefined && before <= gap.from && gap.from <= now ? before : gap.from;
    const about = { type: 'duty', name, channel: null, from, to: gap.to, answer: '' } as const;
    await bringSystemAlarm(
      db,
      {
        ...{ companyId, rank: gap.rank, subject: known?.subject ?? `${subject}${gap.from}` },
        about: { ...about, timeZone: rota.timeZone },
      },
      now,
    );
  }
  for (const alarm of left)
    if (alarm.present > 0)
      await bringSystemAlarm(db, { companyId, subject: alarm.subject, rank: 0, about: null }, now);
  return next;
}

interface LayerPlace {
  readonly rota: RotaPlan;
  readonly companyId: number;
  /** Rota and layer. */
  readonly name: string;
  /** Beginning of the subjects of its alarms. */
  readonly subject: string;
  readonly layer: number;
}

/** Brings the alarms of a rota's layers to how they stand, and writes when to look again; within the caller's transaction. */
export async function lookAtRota(db: Db, rotaId: number, now: number): Promise<void> {
  const row = await db.selectFrom('notify_rotas').selectAll().where('id', '=', rotaId).executeTakeFirst();
  if (row === undefined) return;
  const rota = fromJson(row.body);
  const isGone = row.deleted_at !== null;
  const open = await openSystemAlarms(db, (subject) => subject.startsWith(`duty ${rotaId} `));
  const left = new Set(open);
  let next = now + lookAgain;
  for (const [layer, { name }] of (isGone ? [] : rota.layers).entries()) {
    const subject = subjectOf(rotaId, layer);
    const own = open.filter((alarm) => alarm.subject.startsWith(subject));
    for (const alarm of own) left.delete(alarm);
    const place = { rota, companyId: row.company_id, name: `${row.name} · ${name}`, subject, layer };
    next = Math.min(next, await lookAtLayer(db, place, own, now));
  }
  // Its rota, or its layer, is there no more.
  for (const alarm of left) await endSystemAlarm(db, alarm, now);
  await db
    .updateTable('notify_rotas')
    .set({ due_at: isGone ? null : Math.max(now + 1, next) })
    .where('id', '=', rotaId)
    .execute();
}
