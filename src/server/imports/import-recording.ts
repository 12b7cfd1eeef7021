import { statSync } from 'node:fs';
import type { Conflict, ConflictRule, Reading, Storage } from '../storage/storage.ts';
import { type Encoding, readFileFacts } from './encoding.ts';
import type { Mapping } from './mapping.ts';
import { type BadRow, readRecording } from './recording.ts';
import type { SourceTarget } from './targets.ts';

const batchSize = 2000;
const badKept = 1000;
/** Conflicts that a report names; all are counted. */
const conflictsKept = 100;

/** How an import went. `stored + filled + duplicates` readings came from `lines − rejected` good lines. */
export interface ImportReport {
  readonly lines: number;
  readonly stored: number;
  /** Readings that brought values for empty channels of rows that were there, or by the rule `replace` other values. */
  readonly filled: number;
  /** Readings that were there already: importing a file twice stores nothing new. */
  readonly duplicates: number;
  /** Values that differ from stored ones; of many the first 100. */
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
  /** Lines of which nothing could be taken. */
  readonly rejected: number;
  /** Everything that was wrong, counted by reason, and the first 1,000 by line. */
  readonly badCounts: Readonly<Partial<Record<BadRow['reason'], number>>>;
  readonly bad: readonly BadRow[];
}

export interface ImportOptions {
  /** Default `keep`. */
  readonly conflicts?: ConflictRule;
  /** Record that the readings belong to. */
  readonly run?: number;
  /** Lines below the header that are stored already: they are read and not stored again. */
  readonly skip?: number;
  /** Nothing is kept. */
  readonly dryRun?: boolean;
  /** Alarms are raised by what is imported, as by readings that come late. Default: it raises nothing. */
  readonly evaluates?: boolean;
  /** Default: recognised. */
  readonly encoding?: Encoding;
  /** Times after it are none of a recording. */
  readonly latest?: number;
  /** Share from 0 to 1, and lines read. */
  readonly onProgress?: (share: number, lines: number) => void;
}

/**
 * Reads a recording into the history of sensors, in batches that are committed as they come. A plan without a target
 * (null) is left out. A recording does not say when it arrived: its readings count as received when they were
 * collected, so that they do not look like resends. The report counts what was read and stored now.
 * @throws Refusal when the mapping does not fit; the storage's problem when it cannot write.
 */
export async function storeRecording(
  storage: Storage,
  file: string,
  mapping: Mapping,
  targets: readonly (SourceTarget | null)[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { conflicts: rule = 'keep', run, skip = 0, dryRun = false, latest, onProgress } = options;
  const { evaluates = false } = options;
  const encoding = options.encoding ?? (await readFileFacts(file, mapping.encoding)).encoding;
  const size = Math.max(1, statSync(file).size);
  const badCounts: Partial<Record<BadRow['reason'], number>> = {};
  const bad: BadRow[] = [];
  const conflicts: Conflict[] = [];
  const totals = { lines: 0, stored: 0, filled: 0, duplicates: 0, conflictCount: 0, rejected: 0 };
  let batch: Reading[] = [];
  const flush = async () => {
    const result = await storage.readings.ingest(batch, {
      conflicts: rule,
      dryRun,
      evaluates,
      ...(run === undefined ? {} : { run, progress: { lines: totals.lines, rejected: totals.rejected } }),
    });
    totals.stored += result.stored;
    totals.filled += result.filled;
    totals.duplicates += result.duplicates;
    totals.conflictCount += result.conflictCount;
    conflicts.push(...result.conflicts.slice(0, conflictsKept - conflicts.length));
    batch = [];
  };
  const recorded = readRecording(file, mapping, encoding, latest === undefined ? {} : { latest });
  for await (const line of recorded) {
    totals.lines += 1;
    for (const entry of line.bad) {
      badCounts[entry.reason] = (badCounts[entry.reason] ?? 0) + 1;
      if (bad.length < badKept) bad.push(entry);
    }
    if (line.readings.length === 0) totals.rejected += 1;
    if (totals.lines <= skip) continue;
    for (const { plan, reading } of line.readings) {
      const target = targets[plan] ?? null;
      if (target !== null) batch.push({ ...reading, sourceId: target.sourceId, receivedAt: reading.t });
    }
    if (batch.length >= batchSize) {
      await flush();
      onProgress?.(Math.min(1, line.bytes / size), totals.lines);
    }
  }
  await flush();
  onProgress?.(1, totals.lines);
  return { ...totals, conflicts, badCounts, bad };
}

/** As `storeRecording`, with what is there kept where it differs. */
export function importRecording(
  storage: Storage,
  file: string,
  mapping: Mapping,
  targets: readonly SourceTarget[],
  onProgress: (share: number, lines: number) => void,
): Promise<ImportReport> {
  return storeRecording(storage, file, mapping, targets, { onProgress });
}
