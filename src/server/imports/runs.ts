/** Imports as they were done: recorded, listed, resumed, undone. */
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { appendAudit } from '../audit/audit.ts';
import { unpackChanges } from '../storage/ingest/import-changes.ts';
import type { Database } from '../storage/schema.ts';
import type { ConflictRule, Storage, UndoResult } from '../storage/storage.ts';
import type { Mapping } from './mapping.ts';
import type { Made } from './targets.ts';

type Db = Kysely<Database>;

/** Who imports or takes back. */
export interface Who {
  readonly userId: number | null;
  readonly accountName: string;
}

/** What an import was asked for, kept as text beside its counts. */
export interface ImportRequest {
  readonly mapping: Mapping;
  readonly station: string | null;
  readonly made: Made;
}

/** An import as it is listed. */
export interface Run {
  readonly id: number;
  readonly stationId: number | null;
  readonly file: string;
  readonly checksum: string;
  readonly asked: ImportRequest;
  readonly conflicts: ConflictRule;
  readonly who: string;
  readonly startedAt: number;
  /** Null while it is under way, and where it was interrupted. */
  readonly endedAt: number | null;
  readonly lines: number;
  readonly stored: number;
  readonly filled: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly conflictCount: number;
  readonly undoneAt: number | null;
  /** Set before the first reading is taken back. */
  readonly undoneBy: string | null;
  /** Source by which it came; null = from the command line. */
  readonly sourceId: number | null;
}

const rules: readonly ConflictRule[] = ['keep', 'replace', 'fail'];

async function select(
  db: Db,
  id: number | null,
  { sourceId, limit = 1000 }: { readonly sourceId?: number; readonly limit?: number } = {},
): Promise<Run[]> {
  let query = db.selectFrom('import_runs').selectAll().orderBy('id', 'desc');
  if (id !== null) query = query.where('id', '=', id);
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId);
  return (await query.limit(limit).execute()).map((row) => ({
    id: row.id,
    stationId: row.station_id,
    file: row.file,
    checksum: row.checksum,
    asked: JSON.parse(row.mapping) as ImportRequest, // written by startRun
    conflicts: rules.find((rule) => rule === row.conflicts) ?? 'keep',
    who: row.account_name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    lines: row.lines,
    stored: row.stored,
    filled: row.filled,
    duplicates: row.duplicates,
    rejected: row.rejected,
    conflictCount: row.conflict_count,
    undoneAt: row.undone_at,
    undoneBy: row.undone_by,
    sourceId: row.source_id,
  }));
}

/** The last 1,000 imports, newest first. */
export const listRuns = (db: Db): Promise<readonly Run[]> => select(db, null);

/** The last imports that came by a source, newest first. */
export const runsOfSource = (db: Db, sourceId: number, limit: number): Promise<readonly Run[]> =>
  select(db, null, { sourceId, limit });

/** An import; undefined where there is none of that id. */
export const findRun = async (db: Db, id: number): Promise<Run | undefined> => (await select(db, id))[0];

/** @throws Refusal 404 */
export async function oneRun(db: Db, id: number): Promise<Run> {
  const run = await findRun(db, id);
  if (run === undefined) throw new Refusal(404, 'import.run.none', { run: id });
  return run;
}

/** An import of the same file by the same mapping that was interrupted; the newest, undefined where there is none. */
export async function interruptedRun(
  db: Db,
  checksum: string,
  mapping: Mapping,
  station: string | null,
): Promise<Run | undefined> {
  const same = JSON.stringify([mapping, station]);
  return (await select(db, null)).find(
    (run) =>
      run.endedAt === null &&
      run.undoneBy === null &&
      run.checksum === checksum &&
      JSON.stringify([run.asked.mapping, run.asked.station]) === same,
  );
}

/** Records an import that begins, within the transaction that makes what it needs. */
export async function startRun(
  db: Db,
  run: Pick<Run, 'stationId' | 'file' | 'checksum' | 'asked' | 'conflicts' | 'startedAt'> & {
    readonly source?: { readonly id: number; readonly version: number };
  },
  who: Who,
): Promise<number> {
  const { id } = await db
    .insertInto('import_runs')
    .values({
      station_id: run.stationId,
      file: run.file,
      checksum: run.checksum,
      mapping: JSON.stringify(run.asked),
      conflicts: run.conflicts,
      user_id: who.userId,
      account_name: who.accountName,
      started_at: run.startedAt,
      ended_at: null,
      lines: 0,
      stored: 0,
      filled: 0,
      duplicates: 0,
      rejected: 0,
      conflict_count: 0,
      undone_at: null,
      undone_by: null,
      source_id: run.source?.id ?? null,
      mapping_version: run.source?.version ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records that an import has come to its end, and writes it into the audit. */
export async function endRun(storage: Storage, id: number, who: Who, now: number): Promise<Run> {
  return storage.write(async (db) => {
    await db.updateTable('import_runs').set({ ended_at: now }).where('id', '=', id).execute();
    const run = await oneRun(db, id);
    await appendAudit(db, {
      at: now,
      ...who,
      address: null,
      action: 'import.run',
      subject: run.stationId === null ? null : `station:${run.stationId}`,
      result: 'ok',
      detail: `run ${id}: ${run.file}, ${run.stored} stored, ${run.filled} filled, ${run.duplicates} known, ${run.conflictCount} conflicts`,
    });
    return run;
  });
}

/** Id of a later import that changed a cell which this one had changed too; null where there is none. */
async function builtUponBy(db: Db, id: number): Promise<number | null> {
  const parts = () => db.selectFrom('import_changes').selectAll();
  const own = await db
    .selectFrom('import_changes')
    .select(['seq', 'row_id', 'source_id', 'element', 'from_t', 'to_t'])
    .where('run_id', '=', id)
    .execute();
  for (const { seq, row_id, source_id, element, from_t, to_t } of own) {
    const later = await parts()
      .where('run_id', '>', id)
      .where('row_id', '=', row_id)
      .where('source_id', '=', source_id)
      .where('element', '=', element)
      .where('from_t', '<=', to_t)
      .where('to_t', '>=', from_t)
      .orderBy('run_id', 'desc')
      .execute();
    if (later.length === 0) continue;
    const part = await parts().where('run_id', '=', id).where('seq', '=', seq).executeTakeFirstOrThrow();
    const cells = new Map(unpackChanges(part.changes).map(({ t, was }) => [t, was]));
    for (const { run_id, changes } of later) {
      const meets = unpackChanges(changes).some(({ t, was }) =>
        [...was.keys()].some((column) => cells.get(t)?.has(column)),
      );
      if (meets) return run_id;
    }
  }
  return null;
}

/** Tables of what is kept by series besides its readings. */
const seriesTables = [
  'latest',
  'rollup_days',
  'rollup_hours',
  'reading_floors',
  'reading_conflicts',
  'rederivations',
];

/** Removes what is kept of series without readings, and what `work` removes; false where something else refers to it. */
async function removed(
  storage: Storage,
  rows: readonly RowId[],
  sourceId: number,
  work: (db: Db) => Promise<unknown>,
) {
  const overviews = await Promise.all(rows.map((row) => storage.readings.overview(row, [sourceId])));
  if (overviews.flat().some(({ count }) => count > 0)) return false;
  try {
    await storage.write(async (db) => {
      for (const table of seriesTables) {
        const of = sql.join(rows);
        await sql`DELETE FROM ${sql.table(table)} WHERE source_id = ${sourceId} AND row_id IN (${of})`.execute(
          db,
        );
      }
      await work(db);
    });
    return true;
  } catch {
    // Something else refers to it by now: it stays.
    return false;
  }
}

/** Removes the sensors, RTUs and stations that an import made and that nothing else has used since. */
async function unmake(storage: Storage, { sensors, rtus, stations }: Made): Promise<void> {
  await storage.readings.settle();
  const { db } = storage;
  for (const id of sensors) {
    const sensor = await db.selectFrom('sensors').select('kind').where('id', '=', id).executeTakeFirst();
    const rows = kindByCode(sensor?.kind ?? -1)?.rows ?? [];
    if (rows.length > 0)
      await removed(storage, rows, id, (write) => write.deleteFrom('sensors').where('id', '=', id).execute());
  }
  for (const id of rtus) {
    await removed(storage, ['status'], id, async (write) => {
      await write.deleteFrom('former_cycles').where('rtu_id', '=', id).execute();
      await write.deleteFrom('cycle_changes').where('rtu_id', '=', id).execute();
      await write.deleteFrom('rtus').where('id', '=', id).execute();
    });
  }
  for (const id of stations) {
    await removed(storage, ['status'], -1, (write) =>
      write.deleteFrom('stations').where('id', '=', id).execute(),
    );
  }
}

/**
 * Takes an import back as a whole: its readings, and the station and sensors that it made where nothing else uses them.
 * After a kill the same call goes on.
 * @throws Refusal 404 for an import that there is not, 409 where it is undone already or a later one is built upon it
 */
export async function undoRun(storage: Storage, id: number, who: Who, now: number): Promise<UndoResult> {
  const run = await oneRun(storage.db, id);
  if (run.undoneAt !== null) throw new Refusal(409, 'import.run.undone', { run: id });
  const later = await builtUponBy(storage.db, id);
  if (later !== null) throw new Refusal(409, 'import.run.later', { run: id, later });
  await storage.write((db) =>
    db.updateTable('import_runs').set({ undone_by: who.accountName }).where('id', '=', id).execute(),
  );
  const result = await storage.readings.undo(id);
  await unmake(storage, run.asked.made);
  await storage.write(async (db) => {
    await db.updateTable('import_runs').set({ undone_at: now }).where('id', '=', id).execute();
    await appendAudit(db, {
      at: now,
      ...who,
      address: null,
      action: 'import.undo',
      subject: run.stationId === null ? null : `station:${run.stationId}`,
      result: 'ok',
      detail: `run ${id}: ${run.file}, ${result.removed} rows removed, ${result.restored} restored`,
    });
  });
  return result;
}
