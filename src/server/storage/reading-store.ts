/** The store of readings over what asks its writer: what both dialects share. */
import type { Executor } from './executor.ts';
import { packBatch, resultOf } from './ingest/packed.ts';
import type { AnswerTo, WriteRequest } from './ingest/perform.ts';
import { rawColumns } from './readings/history.ts';
import type { Reads } from './readings/reads.ts';
import { readLatest, readNewest, readRevisions } from './readings/rows.ts';
import type { ReadingSource } from './readings/source.ts';
import { readStretch } from './readings/stretch.ts';
import { Rederiver } from './rollup/rederiver.ts';
import { endedDays } from './rollup/seal.ts';
import { Sealer } from './rollup/sealer.ts';
import { columnsOf } from './sealed/scan.ts';
import { Sealing } from './sealed/sealing.ts';
import type { IngestResult, ReadingStore } from './storage.ts';
import { pruneSources, sealSources, undoAll } from './upkeep.ts';

interface Parts {
  /** Asks the writer; each request is a transaction. `found`: what of its answer other processes are to hear of. */
  readonly ask: <R extends WriteRequest>(
    request: R,
    found?: (answer: AnswerTo<R>) => readonly IngestResult[],
  ) => Promise<AnswerTo<R>>;
  /** Long reads. */
  readonly reads: Reads;
  /** Short ones, on a connection that only reads. */
  readonly source: ReadingSource;
  readonly reader: Executor;
  /** Days that readings stay as rows; 0 = nothing is sealed in the background. */
  readonly sealAfterDays: number;
}

/** Is anything to be derived or computed? */
const waiting = `SELECT 1 FROM (SELECT 1 FROM rederivations UNION ALL SELECT 1 FROM formula_stretches) AS w LIMIT 1`;

/** The store, with its background work: days that ended are sealed, what late data touched is derived again. */
export async function openReadingStore({
  ask,
  reads,
  source,
  reader,
  sealAfterDays,
}: Parts): Promise<{ readonly readings: ReadingStore; close(): Promise<void> }> {
  const sealer = new Sealer(async (days) => {
    await ask({ name: 'seal', days });
  });
  const listeners = new Set<(result: IngestResult) => void>();
  const rederiver = new Rederiver(
    async () => {
      const resultsOf = ({ computed }: AnswerTo<{ readonly name: 'derive' }>) =>
        computed.map((outcome) => resultOf([], outcome));
      const answer = await ask({ name: 'derive' }, resultsOf);
      const { ended, isLeft } = answer;
      sealer.add(ended);
      for (const result of resultsOf(answer)) for (const listen of listeners) listen(result);
      return isLeft;
    },
    async () => (await reader.all(waiting, [])).length > 0,
  );
  const sealing = new Sealing({
    reader,
    seal: (source, before) => ask({ name: 'chunk', ...source, before }),
    days: sealAfterDays,
  });
  sealer.add((await endedDays(reader)).map(({ day, ...key }) => ({ key, day })));
  return {
    readings: {
      ...reads,
      ingest: async (
        batch,
        {
          conflicts = 'keep',
          run,
          progress,
          adds,
          evaluates = run === undefined,
          isLive = false,
          each = false,
          dryRun = false,
        } = {},
      ) => {
        const options = {
          rule: conflicts,
          run: run ?? null,
          progress: progress ?? null,
          adds: adds ?? null,
          evaluates,
          isLive,
          each,
          now: Date.now(),
        };
        const outcome = await ask({ name: 'store', batch: packBatch(batch), options, dryRun }, (answer) => [
          resultOf(batch, answer),
        ]);
        if (!dryRun) {
          sealer.add(outcome.ended);
          if (outcome.isLeft) rederiver.start();
        }
        return resultOf(batch, outcome);
      },
      onComputed: (listen) => {
        listeners.add(listen);
        return () => listeners.delete(listen);
      },
      undo: (run) => undoAll(ask, run, sealer, rederiver),
      latest: (row, sourceIds) => readLatest(source, row, sourceIds),
      revisions: (row, sourceIds) => readRevisions(source, row, sourceIds),
      stretch: (row, sourceIds, from, to) => readStretch(source, row, sourceIds, from, to),
      newest: async ({ channels, count, ...key }) => {
        const rows = await readNewest(source, key, channels, count);
        return rawColumns(channels, [columnsOf([...rows].reverse(), channels.length)]);
      },
      prune: (row, sourceIds, before) => pruneSources(ask, row, sourceIds, before),
      seal: (row, sourceIds, before) => sealSources(ask, row, sourceIds, before),
      settle: async () => {
        await rederiver.settle();
        await sealer.settle();
      },
    },
    close: async () => {
      await sealing.close();
      await rederiver.close();
      await sealer.close();
    },
  };
}
