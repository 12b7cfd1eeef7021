/** Seals old readings in idle time: source after source, a week of one at a time, with pauses between. */
import type { RowId } from '../../../catalogue/model.ts';
import { steady } from '../../steady.ts';
import { WorkLoop } from '../../work/loop.ts';
import { type Executor, toNumber, toText } from '../executor.ts';
import { DAY } from '../rollup/calendar.ts';
import { storedRow } from '../tables.ts';
import type { Sealed } from './seal.ts';

/** ms after the start: whoever starts the product wants to see it first. */
const FIRST = 60_000;
/** ms between two rounds over all sources. */
const ROUND = 3_600_000;
/** ms that a round pauses at least after a piece, and how many times as long as the piece took. */
const PAUSE = 20;
const SHARE = 4;
/** Sources that are looked at in one statement. */
const AT_ONCE = 200;

interface SourceKey {
  readonly row: RowId;
  readonly sourceId: number;
}

export interface SealingParts {
  readonly reader: Executor;
  readonly seal: (source: SourceKey, before: number) => Promise<Sealed>;
  /** Days that readings stay as rows; 0 = nothing is ever sealed. */
  readonly days: number;
}

/** Sources behind `after` that have readings older than `before`, in order of their ids. */
async function sourcesAfter(exec: Executor, after: SourceKey | null): Promise<readonly SourceKey[]> {
  const rows = await exec.all(
    `SELECT DISTINCT row_id, source_id FROM latest
     WHERE ${after === null ? '1 = 1' : 'row_id > ? OR (row_id = ? AND source_id > ?)'}
     ORDER BY row_id, source_id LIMIT ${AT_ONCE}`,
    after === null ? [] : [after.row, after.row, after.sourceId],
  );
  return rows.map(([row, sourceId]) => ({ row: storedRow(toText(row)).id, sourceId: toNumber(sourceId) }));
}

/** Has a source a reading in its table that is older than so? */
async function isDue(exec: Executor, { row, sourceId }: SourceKey, before: number): Promise<boolean> {
  const { table } = storedRow(row);
  const found = await exec.all(
    `SELECT 1 FROM latest l WHERE l.row_id = ? AND l.source_id = ?
       AND (SELECT min(r.t) FROM ${table} r WHERE r.source_id = l.source_id AND r.element = l.element) < ? LIMIT 1`,
    [row, sourceId, before],
  );
  return found.length > 0;
}

export class Sealing {
  readonly #parts: SealingParts;
  readonly #loop: WorkLoop;
  #waiting: SourceKey[] = [];
  #last: SourceKey | null = null;

  constructor(parts: SealingParts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({ run: () => this.#piece(), failed: () => {}, again: [ROUND] });
    if (parts.days > 0) this.#loop.wake(undefined, FIRST);
  }

  /** One source's week. Answers in how many ms to go on. */
  async #piece(): Promise<number> {
    const before = Date.now() - this.#parts.days * DAY;
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#waiting = [...(await sourcesAfter(this.#parts.reader, this.#last))];
        if (this.#waiting.length > 0) continue;
        this.#last = null;
        return ROUND;
      }
      if (this.#loop.isStopped) return ROUND;
      if (await isDue(this.#parts.reader, next, before - 7 * DAY)) {
        const began = steady();
        // One that cannot be sealed stays as it is, and holds up none of those behind it; the next round tries again.
        const sealed = await this.#parts.seal(next, before).catch(() => null);
        if (sealed?.isLeft !== true) this.#pass(next);
        return Math.max(PAUSE, SHARE * (steady() - began));
      }
      this.#pass(next);
    }
  }

  #pass(source: SourceKey): void {
    this.#waiting.shift();
    this.#last = source;
  }

  /** Stops; where it was is found again on the next start. */
  close(): Promise<void> {
    return this.#loop.stop();
  }
}
