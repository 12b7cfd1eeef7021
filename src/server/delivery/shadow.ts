/** What devices reported of their parameters (the shadow's reported half), by births and data. */

import { groups } from '../../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../../catalogue/model.ts';
import { type MetricScalar, parameterFromMetric } from '../../derive/metric-values.ts';
import type { Metric, MetricValue } from '../../protocol/payload.ts';
import { begins } from '../../protocol/text.ts';
import { noteChange } from '../changes/change-log.ts';
import type { EventOrigin } from '../gateway/events.ts';
import { fixed } from '../storage/fixed.ts';
import { fromJson, type Json, toJson } from '../storage/json.ts';
import type { ReportedValue, ReportedValues } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { type Faults, noFaults } from './faults.ts';
import { rtuSlot, slotOf } from './row.ts';
import type { Db } from './store.ts';

interface Pending {
  readonly rtuId: number;
  readonly slot: number;
  readonly stationId: number;
  readonly reported: Map<string, ReportedValue>;
}

const fields = new Map<string, ParameterField>(
  Object.values(groups).flatMap((group) =>
    group.fields.map((field): [string, ParameterField] => [`param/${group.id}/${field.id}`, field]),
  ),
);
/** Sources of one transaction: the others who write get their turn in between. */
const together = 200;
const flushEvery = 300;

const isScalar = (value: MetricValue): value is MetricScalar => typeof value !== 'object' || value === null;

/** A value that the field can hold; undefined for any other, and for a secret, which no device reports. */
function readValue(field: ParameterField, value: MetricValue): ParameterValue | undefined {
  if (field.type === 'secret' || !isScalar(value)) return undefined;
  const read = parameterFromMetric(field, value);
  return typeof read === 'string' && field.type === 'text' && read.length > field.maxLength
    ? undefined
    : read;
}

/** The newer of two; an older sample never moves what is known (I15). */
const newer = (known: ReportedValue | undefined, next: ReportedValue): boolean =>
  known === undefined || next[1] >= known[1];

export function parseReported(text: Json<ReportedValues> | undefined): ReportedValues {
  return text === undefined ? {} : fromJson(text);
}

const reportedRow = fixed((db, { rtuId, slot }: { rtuId: number; slot: number }) =>
  db.selectFrom('parameters').select('reported').where('rtu_id', '=', rtuId).where('slot', '=', slot),
);
const keepReported = fixed(
  (db, { rtuId, slot, reported }: { rtuId: number; slot: number; reported: Json<ReportedValues> }) =>
    db
      .insertInto('parameters')
      .values({ rtu_id: rtuId, slot, reported })
      .onConflict((conflict) => conflict.columns(['rtu_id', 'slot']).doUpdateSet({ reported })),
);

export async function readReported(db: Db, rtuId: number, slot: number | null): Promise<ReportedValues> {
  const [row] = await reportedRow(db, { rtuId, slot: slot ?? rtuSlot });
  return parseReported(row?.reported);
}

export class Shadow {
  readonly #pending = new Map<string, Pending>();
  readonly #loop: WorkLoop;
  #running: Promise<void> = Promise.resolve();
  /** Flushes that have begun, or wait for their turn. */
  #flushes = 0;

  constructor(
    readonly storage: Storage,
    failed: (error: unknown) => void,
    readonly faults: Faults = noFaults,
  ) {
    const run = async () => {
      if (this.#pending.size > 0) await this.flush();
    };
    this.#loop = new WorkLoop({ run, failed, again: [10 * flushEvery] });
  }

  /**
   * Takes in what a message says of parameters; true when it says anything. Values flagged as historical are left
   * alone; one with a time of its own is of that time, any other of the moment it was heard.
   */
  take({ rtuId, stationId, device, at }: EventOrigin, metrics: readonly Metric[]): boolean {
    const slot = slotOf(device);
    if (slot === null) return false;
    let pending: Pending | undefined;
    for (const { name, value, isHistorical, timestamp } of metrics) {
      const field = name !== null && begins(name, 'param/') ? fields.get(name) : undefined;
      if (name === null || field === undefined || isHistorical) continue;
      const read = readValue(field, value);
      if (read === undefined) continue;
      const key = `${rtuId}/${slot}`;
      pending ??= this.#pending.get(key) ?? { rtuId, slot, stationId, reported: new Map() };
      this.#pending.set(key, pending);
      const next: ReportedValue = [read, Math.min(timestamp ?? at, at), at];
      const id = name.slice('param/'.length);
      if (newer(pending.reported.get(id), next)) pending.reported.set(id, next);
    }
    if (pending === undefined) return false;
    this.#loop.wake(undefined, flushEvery);
    return true;
  }

  /** Resolves when everything taken in before is stored. @throws what the storage throws; nothing is lost by it */
  flush(): Promise<void> {
    // The first one asks for its write at once: the next write comes behind it, in the same commit.
    const run = this.#flushes === 0 ? this.#flush() : this.#running.catch(() => {}).then(() => this.#flush());
    this.#flushes += 1;
    this.#running = run.finally(() => {
      this.#flushes -= 1;
    });
    return this.#running;
  }

  /**
   * Does what writes, such that it finds stored what was taken in before: in the same commit, where nothing is being
   * stored. @throws what the work or the storage throws
   */
  async before<T>(work: () => Promise<T>): Promise<T> {
    const isFirst = this.#flushes === 0 && this.#pending.size <= together;
    const flushed = this.flush();
    if (!isFirst) await flushed;
    const [stored, done] = await Promise.allSettled([flushed, work()]);
    if (stored.status === 'rejected') throw stored.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #flush(): Promise<void> {
    while (this.#pending.size > 0) {
      const batch = [...this.#pending].slice(0, together);
      for (const [key] of batch) this.#pending.delete(key);
      try {
        await this.storage.write(async (db) => {
          const stations = new Set<number>();
          for (const [, pending] of batch)
            if (await this.#store(db, pending)) stations.add(pending.stationId);
          for (const stationId of stations) await noteChange(db, 'parameters', stationId);
          this.faults('shadow:inside');
        });
        this.faults('shadow:committed');
      } catch (error) {
        for (const [key, old] of batch) {
          const since = this.#pending.get(key);
          const reported = new Map(old.reported);
          for (const [id, next] of since?.reported ?? [])
            if (newer(reported.get(id), next)) reported.set(id, next);
          this.#pending.set(key, { ...old, reported });
        }
        this.#loop.wake(undefined, 10 * flushEvery);
        throw error;
      }
    }
  }

  async #store(db: Db, { rtuId, slot, reported }: Pending): Promise<boolean> {
    const known = await readReported(db, rtuId, slot);
    const fresh = [...reported].filter(([id, next]) => newer(known[id], next));
    if (fresh.length === 0) return false;
    const text = toJson({ ...known, ...Object.fromEntries(fresh) });
    await keepReported(db, { rtuId, slot, reported: text });
    return fresh.some(([id, [value]]) => JSON.stringify(known[id]?.[0]) !== JSON.stringify(value));
  }
}
