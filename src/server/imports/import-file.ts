/** An import from a file to the history: everything is looked at first, then the run is recorded, then rows are stored. */
import { Refusal } from '../../base/errors.ts';
import { StorageProblem } from '../storage/problem.ts';
import type { Conflict, ConflictRule, Storage } from '../storage/storage.ts';
import { type Check, checkRecording, refuseShare } from './check.ts';
import { type FileFacts, readFileFacts } from './encoding.ts';
import { type ImportReport, storeRecording } from './import-recording.ts';
import type { Mapping } from './mapping.ts';
import { endRun, interruptedRun, type Run, startRun, undoRun, type Who } from './runs.ts';
import {
  type ImportPlace,
  lookUpTargets,
  makeTargets,
  type PlannedTarget,
  type SourceTarget,
} from './targets.ts';

const DAY = 86_400_000;

export interface ImportOrder {
  readonly file: string;
  readonly mapping: Mapping;
  /** Code of the station of those sensors that name none. */
  readonly station?: string | undefined;
  /** Where missing stations and sensors are made; null = they are refused. */
  readonly place: ImportPlace | null;
  /** Null: asked for where a value differs from a stored one. */
  readonly conflicts: ConflictRule | null;
  /** Per cent of the lines that may be refused. */
  readonly maxRefused: number;
  readonly dryRun: boolean;
  /** Alarms are raised by what is imported, as by readings that come late. */
  readonly evaluates?: boolean;
  /** Project that it stays within; absent = any. */
  readonly projectId?: number;
  /** Source that it comes by, with the version of its mapping; and the file's name for people, where it has another. */
  readonly source?: { readonly id: number; readonly version: number };
  readonly named?: string;
  readonly who: Who;
  readonly now: number;
  readonly onProgress?: (share: number, lines: number) => void;
}

/** What an import did, or as a dry run would do. */
export interface ImportOutcome {
  /** Null for a dry run. */
  readonly run: number | null;
  /** True where an interrupted import was resumed; the counts are of the whole. */
  readonly resumed: boolean;
  readonly facts: FileFacts;
  readonly check: Check;
  readonly wanted: readonly PlannedTarget[];
  readonly counts: Pick<Run, 'lines' | 'stored' | 'filled' | 'duplicates' | 'rejected' | 'conflictCount'>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Targets that have readings between the first and the last time of the file: only those can differ from it. A dry run
 * tries all that are there: of what is pruned by now nothing is left to be seen, and it is not stored again.
 */
async function met(
  storage: Storage,
  check: Check,
  wanted: readonly PlannedTarget[],
  dryRun: boolean,
): Promise<(SourceTarget | null)[]> {
  return Promise.all(
    wanted.map(async ({ sourceId, stationId }, index) => {
      const [plan, span] = [check.plans[index], check.spans[index]];
      if (plan === undefined || span === undefined || sourceId === null || span.count === 0) return null;
      const { row, element } = plan;
      const target = { sourceId, stationId: stationId ?? 0 };
      if (dryRun) return target;
      const page = { sourceId, row, element, from: span.from, to: span.to + 1, limit: 1 };
      const { total } = await storage.readings.rows(page);
      return total === 0 ? null : target;
    }),
  );
}

/** Does everything and keeps nothing. What meets no stored reading is new and need not be tried. */
async function tryOut(
  storage: Storage,
  order: ImportOrder,
  facts: FileFacts,
  check: Check,
  wanted: readonly PlannedTarget[],
): Promise<Pick<ImportReport, 'stored' | 'filled' | 'duplicates' | 'conflictCount' | 'conflicts'>> {
  const targets = await met(storage, check, wanted, order.dryRun);
  const fresh = check.spans.reduce((sum, { count }, plan) => sum + (targets[plan] === null ? count : 0), 0);
  if (targets.every((target) => target === null)) {
    return { stored: fresh, filled: 0, duplicates: 0, conflictCount: 0, conflicts: [] };
  }
  const tried = await storeRecording(storage, order.file, order.mapping, targets, {
    conflicts: order.conflicts === 'replace' ? 'replace' : 'keep',
    dryRun: true,
    encoding: facts.encoding,
    latest: order.now + DAY,
  });
  return { ...tried, stored: tried.stored + fresh };
}

async function begin(
  storage: Storage,
  order: ImportOrder,
  facts: FileFacts,
  wanted: readonly PlannedTarget[],
): Promise<{ readonly run: number; readonly targets: readonly SourceTarget[] }> {
  return storage.write(async (db) => {
    const { targets, made } = await makeTargets(db, wanted, order.place);
    const run = await startRun(
      db,
      {
        stationId: targets[0]?.stationId ?? null,
        file: order.named ?? order.file,
        checksum: facts.checksum,
        asked: { mapping: order.mapping, station: order.station ?? null, made },
        conflicts: order.conflicts ?? 'keep',
        startedAt: order.now,
        ...(order.source === undefined ? {} : { source: order.source }),
      },
      order.who,
    );
    return { run, targets };
  });
}

/**
 * Imports a file, or with `dryRun` says what would come of it. Nothing is made before the whole file, the mapping, the
 * targets and the stored rows that it meets have been looked at. An import of the same file by the same mapping that
 * was interrupted is resumed.
 * @throws Refusal where something does not fit; with the check as its data where too much of the file is refused, and
 * with the conflicts where a rule is to be named. 500 with the run where it was interrupted by the storage.
 */
export async function importFile(storage: Storage, order: ImportOrder): Promise<ImportOutcome> {
  const { file, mapping, now } = order;
  const facts = await readFileFacts(file, mapping.encoding);
  const latest = now + DAY;
  const check = await checkRecording(file, mapping, facts.encoding, latest);
  refuseShare(check, order.maxRefused);
  const readings = check.spans.reduce((sum, { count }) => sum + count, 0);
  if (readings === 0) throw new Refusal(422, 'import.check.nothing', { file }, undefined, check);
  const wanted = await lookUpTargets(
    storage.db,
    order.station,
    mapping.sensors,
    order.place,
    order.projectId ?? null,
  );
  const { lines, rejected } = check;
  const half = await interruptedRun(storage.db, facts.checksum, mapping, order.station ?? null);
  if (half !== undefined && order.conflicts !== null && order.conflicts !== half.conflicts) {
    throw new Refusal(409, 'import.run.rule', { run: half.id, rule: half.conflicts });
  }
  const base = { facts, check, wanted, resumed: half !== undefined };
  if (order.dryRun || (half === undefined && order.conflicts !== 'keep' && order.conflicts !== 'replace')) {
    const { conflicts, ...tried } = await tryOut(storage, order, facts, check, wanted);
    if (order.dryRun) return { ...base, run: null, counts: { lines, rejected, ...tried }, conflicts };
    if (tried.conflictCount > 0) {
      const id = order.conflicts === null ? 'import.conflicts.ask' : 'import.conflicts.fail';
      throw new Refusal(409, id, { count: tried.conflictCount }, 'conflicts', { wanted, conflicts });
    }
  }
  const { run, targets } =
    half === undefined
      ? await begin(storage, order, facts, wanted)
      : {
          run: half.id,
          targets: (await storage.write((db) => makeTargets(db, wanted, order.place))).targets,
        };
  const rule = half?.conflicts ?? order.conflicts ?? 'keep';
  try {
    const { conflicts } = await storeRecording(storage, file, mapping, targets, {
      conflicts: rule,
      run,
      skip: half?.lines ?? 0,
      evaluates: order.evaluates === true,
      encoding: facts.encoding,
      latest,
      ...(order.onProgress === undefined ? {} : { onProgress: order.onProgress }),
    });
    return { ...base, run, counts: await endRun(storage, run, order.who, now), conflicts };
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    if (error.fault === 'conflict' && rule === 'fail') {
      // A device has stored another value since it was tried: nothing of the import stays.
      await undoRun(storage, run, order.who, now);
      throw new Refusal(409, 'import.conflicts.fail', { count: 1 }, 'conflicts');
    }
    throw new Refusal(500, 'import.run.interrupted', { run, problem: error.message });
  }
}
