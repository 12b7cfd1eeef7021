import { statSync } from 'node:fs';
import type { Reading, Storage } from '../storage/storage.ts';
import type { Mapping } from './mapping.ts';
import { type BadRow, readRecording } from './recording.ts';
import type { Target } from './targets.ts';

const batchSize = 2000;
const badKept = 1000;

/** Fills what the recording lacks and the catalogue can compute (tilt from x and y, the day's rain, …). */
export type Complete = (reading: Reading) => Promise<Reading>;

/** How an import went. `stored + duplicates` readings came from `lines − rejected` good lines. */
export interface ImportReport {
  readonly lines: number;
  readonly stored: number;
  /** Readings that were there already: importing a file twice stores nothing new. */
  readonly duplicates: number;
  /** Lines of which nothing could be taken. */
  readonly rejected: number;
  /** Everything that was wrong, counted by reason, and the first 1,000 by line. */
  readonly badCounts: Readonly<Partial<Record<BadRow['reason'], number>>>;
  readonly bad: readonly BadRow[];
}

/**
 * Imports a recording into the history of sensors. Batches are committed as they come, so that an interrupted import
 * is finished by running it again. A recording does not say when it arrived: its readings count as received when
 * they were collected, so that they do not look like resends. `onProgress` gets a share from 0 to 1.
 * @throws Refusal when the mapping does not fit; the storage's problem when it cannot write.
 */
export async function importRecording(
  storage: Storage,
  file: string,
  mapping: Mapping,
  targets: readonly Target[],
  complete: Complete,
  onProgress: (share: number, lines: number) => void,
): Promise<ImportReport> {
  const size = Math.max(1, statSync(file).size);
  const badCounts: Partial<Record<BadRow['reason'], number>> = {};
  const bad: BadRow[] = [];
  const totals = { lines: 0, stored: 0, duplicates: 0, rejected: 0 };
  let batch: Reading[] = [];
  const flush = async () => {
    const result = await storage.readings.ingest(batch);
    totals.stored += result.stored;
    totals.duplicates += result.duplicates;
    batch = [];
  };
  for await (const line of readRecording(file, mapping)) {
    totals.lines += 1;
    for (const entry of line.bad) {
      badCounts[entry.reason] = (badCounts[entry.reason] ?? 0) + 1;
      if (bad.length < badKept) bad.push(entry);
    }
    if (line.readings.length === 0) totals.rejected += 1;
    for (const { plan, reading } of line.readings) {
      const target = targets[plan];
      if (target !== undefined)
        batch.push(await complete({ ...reading, sourceId: target.sourceId, receivedAt: reading.t }));
    }
    if (batch.length >= batchSize) {
      await flush();
      onProgress(Math.min(1, line.bytes / size), totals.lines);
    }
  }
  await flush();
  onProgress(1, totals.lines);
  return { ...totals, badCounts, bad };
}
