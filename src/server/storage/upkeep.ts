/** Work on readings that takes several transactions, over the writer of either dialect. */
import type { RowId } from '../../catalogue/model.ts';
import type { AnswerTo, WriteRequest } from './ingest/perform.ts';
import type { Rederiver } from './rollup/rederiver.ts';
import type { Sealer } from './rollup/sealer.ts';
import type { UndoResult } from './storage.ts';

/** Runs a request of the writer in a transaction of its own. */
export type UpkeepRequest = <R extends WriteRequest>(request: R) => Promise<AnswerTo<R>>;

/** Takes an import back, part after part. */
export async function undoAll(
  ask: UpkeepRequest,
  run: number,
  sealer: Sealer,
  rederiver: Rederiver,
): Promise<UndoResult> {
  let removed = 0;
  let restored = 0;
  for (;;) {
    const part = await ask({ name: 'undo', run });
    if (part === null) break;
    removed += part.removed;
    restored += part.restored;
    sealer.add(part.ended);
  }
  rederiver.start();
  return { removed, restored };
}

/**
 * Removes the readings of whole days that end at or before the day of `before`, and refuses older ones from then on.
 * Their days are rolled up first. Answers how many went.
 */
export async function pruneSources(
  ask: UpkeepRequest,
  row: RowId,
  sourceIds: readonly number[],
  before: number,
): Promise<number> {
  let gone = 0;
  for (const sourceId of sourceIds) {
    const raised = await ask({ name: 'floor', row, sourceId, before });
    for (const key of raised?.keys ?? []) {
      for (let went = 1; went > 0; gone += went) {
        went = await ask({ name: 'prune', key, floor: raised?.floor ?? 0 });
      }
    }
  }
  return gone;
}

/** Seals the readings of sources in weeks that end at or before a moment. Answers how many. */
export async function sealSources(
  ask: UpkeepRequest,
  row: RowId,
  sourceIds: readonly number[],
  before: number,
): Promise<number> {
  let rows = 0;
  for (const sourceId of sourceIds) {
    for (let isLeft = true; isLeft; ) {
      const sealed = await ask({ name: 'chunk', row, sourceId, before });
      rows += sealed.rows;
      isLeft = sealed.isLeft;
    }
  }
  return rows;
}
