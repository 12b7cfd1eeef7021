/**
 * Fencing: a write that a lease permits reads, in its own transaction, whether this process still has that lease. A process
 * that slept while another one took over can commit nothing of what it did before.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fixed } from '../storage/fixed.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { WorkPermit } from '../work/permit.ts';

/** A lease as it was when the work began. */
export interface HeldLease {
  readonly name: string;
  readonly epoch: number;
}

/** Another process has taken over what was worked on. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor(readonly lease: string) {
    super(`another process has ${lease}`);
  }
}

const current = new AsyncLocalStorage<HeldLease>();

/** Work whose writes stand under a lease. */
export const underLease = <T>(lease: HeldLease, work: () => Promise<T>): Promise<T> =>
  current.run(lease, work);

/** Shared, so that a lease that is being taken waits for the write, and the write for it. */
const epochOf = fixed((db, { name }: { name: string }) =>
  db.selectFrom('leases').select('epoch').where('name', '=', name).forShare(),
);

/** @throws LeaseLost where this process does not have it any more; until the transaction ends nobody takes it */
export async function checkLease(db: Db, { name, epoch }: HeldLease): Promise<void> {
  const [row] = await epochOf(db, { name });
  if (row === undefined || Number(row.epoch) !== epoch) throw new LeaseLost(name);
}

/** Work under no lease: what it begins goes on after the lease that it was begun under. */
export const underNone = <T>(work: () => T): T => current.exit(work);

/** A storage whose writes all stand under a permit, whoever makes them. */
export const permitted = (storage: Storage, permit: WorkPermit): Storage => ({
  ...storage,
  write: (work) => permit.within(() => storage.write(work)),
});

/** The storage, whose writes under a lease are refused once another process has it. @throws LeaseLost from `write` */
export function fenced(storage: Storage): Storage {
  return {
    ...storage,
    write: (work) => {
      const lease = current.getStore();
      if (lease === undefined) return storage.write(work);
      return storage.write(async (db) => {
        await checkLease(db, lease);
        return work(db);
      });
    },
  };
}
