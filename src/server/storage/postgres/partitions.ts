/** Month partitions of the reading tables, made when the first reading of a month arrives. */
import type { Executor } from '../executor.ts';

/** Any number; the advisory lock under which partitions are made, so that two processes do not make the same one. */
const LOCK = 702_411_031;

function monthOf(t: number): { name: string; from: number; to: number } {
  const date = new Date(t);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const name = `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`;
  return { name, from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

/** Remembers the partitions that are committed. */
export class Partitions {
  readonly #known = new Set<string>();

  /**
   * Makes the partitions that hold the moments, within the caller's transaction; returns what to pass to `committed`.
   * A table is made apart and then attached: unlike making it in place this blocks neither readers nor writers.
   */
  async ensure(exec: Executor, table: string, moments: Iterable<number>): Promise<string[]> {
    const wanted = new Map<string, { from: number; to: number }>();
    for (const t of moments) {
      const { name, ...range } = monthOf(t);
      const partition = `${table}_${name}`;
      if (!this.#known.has(partition)) wanted.set(partition, range);
    }
    if (wanted.size > 0) await exec.all('SELECT pg_advisory_xact_lock(?)', [LOCK]);
    for (const [partition, { from, to }] of wanted) {
      const [found] = await exec.all('SELECT 1 FROM pg_class WHERE oid = to_regclass(?)', [partition]);
      if (found) continue;
      await exec.run(`CREATE TABLE ${partition} (LIKE ${table} INCLUDING ALL)`, []);
      await exec.run(
        `ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES FROM (${from}) TO (${to})`,
        [],
      );
    }
    return [...wanted.keys()];
  }

  committed(partitions: readonly string[]): void {
    for (const partition of partitions) this.#known.add(partition);
  }
}
