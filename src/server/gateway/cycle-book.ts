/** Cycles of RTUs as their status reports tell them, kept with the times in which they were in force. */
import { type CycleReport, withReports } from '../../domain/alarms/cycle-reports.ts';
import { cyclesAt, type FormerCycles, type KnownCycles } from '../../domain/alarms/cycles.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage, StretchReading } from '../storage/storage.ts';

/** A longer cycle than anybody sets is no cycle, seconds. */
const longestCycle = 366 * 86_400;

/** A cycle as it is kept, whole seconds; null for what is none. What a device says may be any number. */
function cycleOf(reported: unknown): number | null {
  if (typeof reported !== 'number' || !(reported > 0 && reported <= longestCycle)) return null;
  return Math.max(1, Math.round(reported));
}

/**
 * What the values of a status report say of cycles. While an RTU collects fast it reports as fast; what it owes to its
 * curves stays the collection cycle.
 */
export function cycleReport(at: number, values: Readonly<Record<string, unknown>>): CycleReport {
  const { sendCycle, fastCollect, fastCollectCycle, collectionCycle } = values;
  const sent = fastCollect === 1 ? fastCollectCycle : sendCycle;
  return {
    at,
    sendCycle: cycleOf(sent),
    collectionCycle: cycleOf(collectionCycle),
  };
}

/** A device whose clock is ahead begins nothing in the future. */
const ofRow = ({
  t,
  receivedAt,
  values,
}: Pick<StretchReading, 't' | 'receivedAt'> & { readonly values: Readonly<Record<string, unknown>> }) =>
  cycleReport(Math.min(t, receivedAt), values);

async function readKnown(db: Db, rtuId: number): Promise<KnownCycles | null> {
  const rtu = await db
    .selectFrom('rtus')
    .select(['send_cycle', 'collection_cycle'])
    .where('id', '=', rtuId)
    .executeTakeFirst();
  if (rtu === undefined) return null;
  const rows = await db
    .selectFrom('former_cycles')
    .selectAll()
    .where('rtu_id', '=', rtuId)
    .orderBy('until_t')
    .execute();
  const formerCycles: FormerCycles[] = rows.map((row) => ({
    until: row.until_t,
    collectionCycle: row.collection_cycle,
    sendCycle: row.send_cycle,
  }));
  return { sendCycle: rtu.send_cycle, collectionCycle: rtu.collection_cycle, formerCycles };
}

/** True where a report says what is known already. */
function isKnown(known: KnownCycles, { at, sendCycle, collectionCycle }: CycleReport): boolean {
  const inForce = cyclesAt(known, at);
  return (
    (sendCycle ?? inForce.sendCycle) === inForce.sendCycle &&
    (collectionCycle ?? inForce.collectionCycle) === inForce.collectionCycle
  );
}

/** The first stored report behind a moment that tells each cycle; looked for in spans that grow. */
async function nextAfter(readings: Storage['readings'], rtuId: number, t: number, cycle: number) {
  const found: { sendCycle: number | null; collectionCycle: number | null } = {
    sendCycle: null,
    collectionCycle: null,
  };
  const [latest] = (await readings.latest('status', [rtuId])).filter(({ element }) => element === 0);
  const end = latest?.t ?? t;
  let from = t + 1;
  for (let span = 4 * cycle * 1000; from <= end; span *= 8) {
    const rows = await readings.stretch('status', [rtuId], from, Math.min(end, from + span));
    for (const row of rows.get(rtuId) ?? []) {
      const report = ofRow(row);
      if (row.element !== 0 || report.at <= t) continue;
      if (report.sendCycle !== null) found.sendCycle ??= report.at;
      if (report.collectionCycle !== null) found.collectionCycle ??= report.at;
    }
    if (found.sendCycle !== null && found.collectionCycle !== null) break;
    from += span + 1;
  }
  return found;
}

/** Whether anything stored before a moment tells each cycle. */
async function reportedBefore(readings: Storage['readings'], rtuId: number, t: number) {
  const spans = [{ sourceId: rtuId, element: 0, from: 0, to: t - 1 }];
  const [[sendCycle], [collectionCycle]] = await Promise.all([
    readings.earlier({ row: 'status', channel: 'sendCycle', spans }),
    readings.earlier({ row: 'status', channel: 'collectionCycle', spans }),
  ]);
  return { sendCycle: sendCycle != null, collectionCycle: collectionCycle != null };
}

/**
 * Takes reports that have come, whichever came before which. What is stored around them says up to when each is in force.
 * @param reports of one RTU, not older than what is kept of its status
 * @returns the cycles as they are known now; null where nothing has changed
 */
export async function learnCycles(
  storage: Pick<Storage, 'db' | 'readings' | 'write'>,
  rtuId: number,
  reports: readonly CycleReport[],
): Promise<KnownCycles | null> {
  const { readings } = storage;
  const before = await readKnown(storage.db as Db, rtuId);
  if (before === null) return null;
  const news = reports.filter((report) => !isKnown(before, report)).toSorted((a, b) => a.at - b.at);
  const [first] = news;
  const last = news.at(-1);
  if (first === undefined || last === undefined) return null;
  const stored = (await readings.stretch('status', [rtuId], first.at, last.at)).get(rtuId) ?? [];
  const byTime = new Map<number, CycleReport>();
  // What is stored of a time is what counts of it: of two that differ the first one stays.
  for (const report of [...stored.filter(({ element }) => element === 0).map(ofRow), ...reports])
    if (report.at >= first.at && report.at <= last.at && !byTime.has(report.at))
      byTime.set(report.at, report);
  const later = reports.filter(({ at }) => at > last.at);
  const earlier = reports.filter(({ at }) => at < first.at);
  const reported = await reportedBefore(readings, rtuId, first.at);
  const next = await nextAfter(readings, rtuId, last.at, before.sendCycle);
  const nextOf = (name: 'sendCycle' | 'collectionCycle') => {
    const own = later.filter((report) => report[name] !== null).map(({ at }) => at);
    const at = Math.min(next[name] ?? Number.POSITIVE_INFINITY, ...own);
    return Number.isFinite(at) ? at : null;
  };
  const beforeOf = (name: 'sendCycle' | 'collectionCycle') =>
    reported[name] || earlier.some((report) => report[name] !== null);
  return storage.write(async (tx) => {
    const known = await readKnown(tx, rtuId);
    const outcome =
      known === null
        ? null
        : withReports(known, {
            reports: [...byTime.values()].sort((a, b) => a.at - b.at),
            before: { sendCycle: beforeOf('sendCycle'), collectionCycle: beforeOf('collectionCycle') },
            next: { sendCycle: nextOf('sendCycle'), collectionCycle: nextOf('collectionCycle') },
          });
    if (outcome === null) return null;
    await writeKnown(tx, rtuId, outcome);
    return outcome.known;
  });
}

/** Writes what is other than before, and from when on: what was judged by other cycles is judged anew from there. */
async function writeKnown(
  db: Db,
  rtuId: number,
  { known, since, changedFrom }: NonNullable<ReturnType<typeof withReports>>,
): Promise<void> {
  await db
    .deleteFrom('former_cycles')
    .where('rtu_id', '=', rtuId)
    .where('until_t', '>=', changedFrom)
    .execute();
  const added = (known.formerCycles ?? []).filter(({ until }) => until >= changedFrom);
  for (const { until, sendCycle, collectionCycle } of added)
    await db
      .insertInto('former_cycles')
      .values({ rtu_id: rtuId, until_t: until, send_cycle: sendCycle, collection_cycle: collectionCycle })
      .execute();
  const { cycles_revision: revision } = await db
    .updateTable('rtus')
    .set(({ eb }) => ({
      ...{ send_cycle: known.sendCycle, collection_cycle: known.collectionCycle, cycles_since: since },
      cycles_revision: eb('cycles_revision', '+', 1),
    }))
    .where('id', '=', rtuId)
    .returning('cycles_revision')
    .executeTakeFirstOrThrow();
  await db.insertInto('cycle_changes').values({ rtu_id: rtuId, revision, from_t: changedFrom }).execute();
}

/** RTUs that are asked about together. */
const together = 500;
/** How far behind the newest report others are looked for at first, ms. */
const firstLook = 3_600_000;

/**
 * The earliest stored report that may not have been learnt of: all that came after the newest one that is known to have been.
 * Reports that come in order are the newest ones of their time; of those that come behind others the storage keeps a note.
 */
async function unwrittenFrom(
  readings: Storage['readings'],
  rtuId: number,
  newest: Pick<StretchReading, 't'>,
  writtenAt: number,
): Promise<number> {
  for (let span = firstLook; ; span *= 8) {
    const from = Math.max(0, newest.t - span);
    const rows = (await readings.stretch('status', [rtuId], from, newest.t)).get(rtuId) ?? [];
    const own = rows.filter(({ element }) => element === 0);
    const index = own.findLastIndex(({ receivedAt }) => receivedAt <= writtenAt);
    if (index >= 0 || from === 0) return own[index + 1]?.t ?? newest.t;
  }
}

/**
 * Learns of reports that a process had stored and not yet learnt of when it ended. Called as the gateway starts, before RTUs
 * are looked at. Doing it twice changes nothing.
 */
export async function learnUnwritten(storage: Pick<Storage, 'db' | 'readings' | 'write'>): Promise<void> {
  const { db, readings } = storage;
  const rtus = await db
    .selectFrom('rtus')
    .select(['id', 'last_contact_at', 'send_cycle', 'collection_cycle'])
    .execute();
  const notes = await db
    .selectFrom('late_readings')
    .select(['source_id', 'from_t'])
    .where('row_id', '=', 'status')
    .execute();
  const lateFrom = new Map(notes.map((note) => [note.source_id, note.from_t]));
  for (let at = 0; at < rtus.length; at += together) {
    const some = rtus.slice(at, at + together);
    const byId = new Map(some.map((rtu) => [rtu.id, rtu]));
    const latest = await readings.latest('status', [...byId.keys()]);
    for (const newest of latest.filter(({ element }) => element === 0)) {
      const { sourceId: rtuId } = newest;
      const rtu = byId.get(rtuId);
      if (rtu === undefined) continue;
      // Facts are written with the last contact that they are of.
      const writtenAt = rtu.last_contact_at ?? Number.NEGATIVE_INFINITY;
      const present = { sendCycle: rtu.send_cycle, collectionCycle: rtu.collection_cycle };
      const isNew = newest.receivedAt > writtenAt || !isKnown(present, ofRow(newest));
      const late = lateFrom.get(rtuId) ?? Number.POSITIVE_INFINITY;
      if (!isNew && late === Number.POSITIVE_INFINITY) continue;
      const from = Math.min(late, isNew ? await unwrittenFrom(readings, rtuId, newest, writtenAt) : late);
      const rows = (await readings.stretch('status', [rtuId], from, newest.t)).get(rtuId) ?? [];
      await learnCycles(storage, rtuId, rows.filter(({ element }) => element === 0).map(ofRow));
    }
  }
}
