import { type DataType, dataTypeName } from '../../../protocol/datatype.ts';
import type { Metric } from '../../../protocol/payload.ts';
import { steady } from '../../steady.ts';
import { fromJson, toJson } from '../../storage/json.ts';
import type { ForeignMetric } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';

/** Kept of one RTU, and of a value's text (*assumed*). */
const mostKept = 500;
const longestValue = 80;
/** ms until values that moved are written; what there is at all is written with the next flush. */
const valuesAfter = 600_000;
/** RTUs that one flush writes: the others who write get their turn. */
const together = 200;

/** Foreign metrics of all RTUs, bounded, in memory and in the database: what people make a mapping from. */
export class ForeignMetrics {
  readonly #byRtu = new Map<number, Map<string, ForeignMetric>>();
  /** What is not written yet: RTU → when it is to be, by the steady clock. */
  readonly #due = new Map<number, number>();

  /** Loads what devices reported to an earlier run of the server. */
  async load(storage: Storage): Promise<void> {
    const kept = await storage.db.selectFrom('foreign_metrics').selectAll().execute();
    for (const { rtu_id: rtuId, reported } of kept) {
      const list = fromJson(reported);
      this.#byRtu.set(rtuId, new Map(list.map((entry) => [keyOf(entry.device, entry.metric), entry])));
    }
  }

  /** Of the RTU's last births, by device and name. */
  list(rtuId: number): readonly ForeignMetric[] {
    return [...(this.#byRtu.get(rtuId)?.values() ?? [])].sort(
      (a, b) => compare(a.device, b.device) || compare(a.metric, b.metric),
    );
  }

  /** True where an RTU has foreign metrics. */
  has(rtuId: number): boolean {
    return this.#byRtu.has(rtuId);
  }

  /** Records what a device reported. Its birth names all that it has: what it does not name is removed. */
  note(rtuId: number, device: string, metrics: readonly Metric[], at: number, birth: boolean): void {
    const known = this.#byRtu.get(rtuId);
    if (metrics.length === 0 && known === undefined) return;
    const own = known ?? new Map<string, ForeignMetric>();
    const gone = new Set<string>();
    if (birth) for (const [key, entry] of own) if (entry.device === device) gone.add(key);
    for (const key of gone) own.delete(key);
    let isNew = false;
    for (const { name, datatype, value } of metrics) {
      if (name === null) continue;
      const key = keyOf(device, name);
      const before = own.get(key);
      if (before === undefined && own.size >= mostKept) continue;
      isNew ||= before === undefined && !gone.has(key);
      gone.delete(key);
      const isScalar = value !== null && typeof value !== 'object';
      own.set(key, {
        device,
        metric: name,
        type: datatype === null ? (before?.type ?? '') : dataTypeName(datatype as DataType),
        value: isScalar ? String(value).slice(0, longestValue) : null,
        at,
      });
    }
    if (own.size === 0) this.#byRtu.delete(rtuId);
    else this.#byRtu.set(rtuId, own);
    if (isNew || gone.size > 0) this.#due.set(rtuId, 0);
    else if (metrics.length > 0 && !this.#due.has(rtuId)) this.#due.set(rtuId, steady() + valuesAfter);
  }

  /**
   * Writes what is due; `everything`: values that moved a moment ago too.
   * @throws what the storage throws; nothing is lost by it
   */
  async flush(storage: Storage, everything = false): Promise<void> {
    const now = steady();
    const due = [...this.#due].filter(([, at]) => everything || at <= now);
    const part = everything ? due : due.slice(0, together);
    for (const [rtuId] of part) this.#due.delete(rtuId);
    try {
      for (let from = 0; from < part.length; from += together)
        await this.#write(
          storage,
          part.slice(from, from + together).map(([rtuId]) => rtuId),
        );
    } catch (error) {
      for (const [rtuId] of part) this.#due.set(rtuId, 0);
      throw error;
    }
  }

  #write(storage: Storage, rtuIds: readonly number[]): Promise<void> {
    return storage.write(async (db) => {
      const found = await db.selectFrom('rtus').select('id').where('id', 'in', rtuIds).execute();
      for (const { id } of found) {
        const list = this.list(id);
        if (list.length === 0) {
          await db.deleteFrom('foreign_metrics').where('rtu_id', '=', id).execute();
          continue;
        }
        const reported = toJson(list);
        await db
          .insertInto('foreign_metrics')
          .values({ rtu_id: id, reported })
          .onConflict((conflict) => conflict.column('rtu_id').doUpdateSet({ reported }))
          .execute();
      }
    });
  }
}

const keyOf = (device: string, metric: string) => `${device}/${metric}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
