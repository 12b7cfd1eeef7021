/** The queue's rows. Each transition is one transaction: the row, its audit entry and, for a send, its attempt. */
import { sql, type Updateable } from 'kysely';
import { isEnded } from '../../contract/devices/order-states.ts';
import { appendAudit } from '../audit/audit.ts';
import type { By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { databaseNow } from '../processes/life.ts';
import { noteZeroed } from '../sites/baselines/zeroed.ts';
import type { Cell } from '../storage/executor.ts';
import { fixed } from '../storage/fixed.ts';
import type { Db, OrderTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type FaultPoint, type Faults, noFaults } from './faults.ts';
import { type OrderRow, standingOf, stateOf, withoutSecrets } from './row.ts';
import { type DeliveryEvent, type RefusedReason, transition } from './transition.ts';

export type { Db };
export interface OrderChange {
  readonly set?: Partial<OrderRow>;
  /** Who did it; the server itself where it is left out. */
  readonly by?: By | undefined;
  /** What the audit keeps besides the states. Never a secret. */
  readonly detail?: Readonly<Record<string, string | number>>;
}
export type Stepped = { readonly row: OrderRow; readonly refused: RefusedReason | null };

/** How long an unknown outcome is still looked for. Assumed. */
const keptOpen = 7 * 86_400_000;
const failures = new Set(['failed', 'expired', 'indeterminate']);

/** Writes the audit entry of a transition, and that the order changed; inside its transaction. */
export async function auditStep(
  db: Db,
  row: Pick<OrderRow, 'id' | 'name' | 'rtu_id'>,
  step: {
    readonly event: DeliveryEvent | 'create' | 'delete';
    readonly from: string | null;
    readonly to: string;
    readonly at: number;
  },
  { by, detail }: Pick<OrderChange, 'by' | 'detail'>,
): Promise<void> {
  const { event, from, to, at } = step;
  await noteChange(db, 'order', row.id, at);
  await appendAudit(db, {
    at,
    userId: by?.viewer.userId ?? null,
    accountName: by?.viewer.accountName ?? null,
    address: by?.address ?? null,
    action: `command.${event}`,
    subject: `command:${row.id}`,
    result: failures.has(to) ? 'failed' : 'ok',
    detail: JSON.stringify({ rtu: row.rtu_id, name: row.name, from, to, ...detail }),
  });
}

type Update = Readonly<Record<string, Cell>>;
const updates = new Map<string, (db: Db, given: Update) => Promise<readonly unknown[]>>();

/** What sets columns of the order `ofId` where it stands at `ofState`. */
function updateRow(columns: readonly string[]) {
  const key = columns.join();
  const known =
    updates.get(key) ??
    fixed((db, given: Update) =>
      db
        .updateTable('orders')
        .set(
          Object.fromEntries(
            columns.map((column) => [column, given[column]]),
          ) as object as Updateable<OrderTable>,
        )
        .where('id', '=', given['ofId'] as string)
        .where('state', '=', given['ofState'] as string)
        .returning('id'),
    );
  updates.set(key, known);
  return known;
}

/** One transition of a row that was read in the same transaction. A refusal changes nothing. */
export async function stepIn(
  db: Db,
  row: OrderRow,
  event: DeliveryEvent,
  at: number,
  change: OrderChange = {},
): Promise<Stepped> {
  const outcome = transition(standingOf(row, at), event);
  if ('refused' in outcome) return { row, refused: outcome.refused };
  const { to } = outcome;
  const set = {
    ...change.set,
    state: to,
    ...(isEnded(to) ? { ended_at: at, body: JSON.stringify(withoutSecrets(row)) } : {}),
  };
  const given = { ...set, ofId: row.id, ofState: row.state } as Update;
  const columns = Object.entries(set).flatMap(([column, value]) => (value === undefined ? [] : [column]));
  const [updated] = await updateRow(columns)(db, given);
  // Another process was first: it has made the entry, and what we know is old.
  if (updated === undefined) return { row, refused: 'ended' };
  await auditStep(db, row, { event, from: row.state, to, at }, change);
  if (to === 'succeeded')
    await noteZeroed(
      db,
      {
        id: row.id,
        rtuId: row.rtu_id,
        slot: row.slot,
        type: row.type,
        name: row.name,
        body: row.body,
        sentAt: row.sent_at ?? at,
        userId: row.user_id,
        accountName: row.account_name,
        reason: row.reason,
      },
      at,
    );
  return { row: { ...row, ...set }, refused: null };
}

const orderRow = fixed((db, { id }: { id: string }) =>
  db.selectFrom('orders').selectAll().where('id', '=', id),
);
const openRows = fixed((db, { rtuId }: { rtuId: number }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('rtu_id', '=', rtuId)
    .where('state', 'in', ['queued', 'sending', 'retry'])
    .orderBy('position'),
);
/** What could still be reported of: open, unknown, or not yet read back, and ended after a time. */
const interestingTo = (db: Db, since: number) =>
  db
    .selectFrom('orders')
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'sending', 'retry']),
        where.and([
          where('state', 'in', ['indeterminate', 'succeeded']),
          where('ended_at', '>', since),
          where.or([where('state', '=', 'indeterminate'), where('verification', '=', 'pending')]),
        ]),
      ]),
    );
const interestingAt = fixed((db, { rtuId, since }: { rtuId: number; since: number }) =>
  interestingTo(db, since).where('rtu_id', '=', rtuId).selectAll().orderBy('position'),
);
const insertAttempt = fixed(
  (db, { id, attempt, at, session }: { id: string; attempt: number; at: number; session: string }) =>
    db.insertInto('order_attempts').values({ order_id: id, attempt, at, session }),
);

export class OrderStore {
  constructor(
    readonly storage: Storage,
    readonly now: () => number = Date.now,
    readonly faults: Faults = noFaults,
  ) {}

  /** A transaction with its two fault points. */
  async write<T>(name: string, work: (db: Db) => Promise<T>): Promise<T> {
    const result = await this.storage.write(async (db) => {
      const done = await work(db);
      this.faults(`${name}:inside` as FaultPoint);
      return done;
    });
    this.faults(`${name}:committed` as FaultPoint);
    return result;
  }

  /** A transition of an order by its id; null where there is no such order, or `fits` says no. */
  step(
    id: string,
    event: DeliveryEvent,
    change: OrderChange | ((row: OrderRow, db: Db) => Promise<OrderChange> | OrderChange) = {},
    fits: (row: OrderRow) => boolean = () => true,
  ): Promise<Stepped | null> {
    return this.write(event, async (db) => {
      const [row] = await orderRow(db, { id });
      if (row === undefined || !fits(row)) return null;
      const given = typeof change === 'function' ? await change(row, db) : change;
      return stepIn(db, row, event, this.now(), given);
    });
  }

  /** Writes what is no transition: times, a trial, a verification. */
  async note(id: string, set: Updateable<OrderTable>): Promise<void> {
    await this.write('note', async (db) => {
      await db.updateTable('orders').set(set).where('id', '=', id).execute();
      await noteChange(db, 'order', id, this.now());
    });
  }

  /**
   * Makes an order *sending*, durably, before anything is on the wire: sequence number of the node at its first
   * send, one attempt more, the session. Null where it may not be sent.
   */
  async send(
    id: string,
    node: { readonly session: string; readonly tracked: boolean; readonly highWater: bigint },
  ): Promise<OrderRow | null> {
    return this.write('send', async (db) => {
      const at = this.now();
      const [row] = await orderRow(db, { id });
      if (row === undefined || 'refused' in transition(standingOf(row, at), 'send')) return null;
      const seq = row.seq ?? (node.tracked ? await nextSeq(db, row.rtu_id, node.highWater) : null);
      const attempt = row.attempts + 1;
      const { session } = node;
      const stepped = await stepIn(db, row, 'send', at, {
        set: { seq, attempts: attempt, session, sent_at: at },
        detail: { attempt, ...(seq === null ? {} : { seq }) },
      });
      if (stepped.refused !== null) return null;
      await insertAttempt(db, { id, attempt, at, session });
      return stepped.row;
    });
  }

  async byId(id: string): Promise<OrderRow | undefined> {
    return (await orderRow(this.storage.db, { id }))[0];
  }

  /** What has not ended, in the order of its queue. */
  open(rtuId: number, db: Db = this.storage.db): Promise<readonly OrderRow[]> {
    return openRows(db, { rtuId });
  }

  /** Orders about which a device could still report something: open, unknown, or not yet read back. */
  interesting(rtuId: number): Promise<readonly OrderRow[]> {
    return interestingAt(this.storage.db, { rtuId, since: this.now() - keptOpen });
  }

  /** RTUs of orders. */
  async rtusOf(ids: readonly string[]): Promise<readonly number[]> {
    const found = new Set<number>();
    for (let at = 0; at < ids.length; at += 1000) {
      const rows = await this.storage.db
        .selectFrom('orders')
        .select('rtu_id')
        .distinct()
        .where('id', 'in', ids.slice(at, at + 1000))
        .execute();
      for (const row of rows) found.add(row.rtu_id);
    }
    return [...found];
  }

  /** RTUs with something of that kind. */
  async interestingRtus(): Promise<readonly number[]> {
    const rows = await interestingTo(this.storage.db, this.now() - keptOpen)
      .select('rtu_id')
      .distinct()
      .execute();
    return rows.map((row) => row.rtu_id);
  }

  /** Ids with their RTUs of what is in flight by the database's word, or whose time to live is over. */
  async inFlight(): Promise<readonly OrderRow[]> {
    return this.storage.db.selectFrom('orders').selectAll().where('state', '=', 'sending').execute();
  }

  /**
   * Ends the sends of processes that are dead, or gave the RTU up (server/processes): nobody waits for their answers. What
   * the device says of them later counts as ever. Answers the RTUs.
   */
  async silenceAbandoned(): Promise<readonly number[]> {
    const abandoned = (db: Db) =>
      db
        .selectFrom('orders')
        .selectAll('orders')
        .leftJoin('leases', (on) => on.on('leases.name', '=', sql<string>`'rtu:' || orders.rtu_id`))
        .leftJoin('processes', (on) =>
          on.onRef('processes.id', '=', 'leases.holder').on('processes.until_at', '>', databaseNow),
        )
        .where('orders.state', '=', 'sending')
        .where('processes.id', 'is', null)
        .execute();
    if ((await abandoned(this.storage.db)).length === 0) return [];
    return this.write('silence', async (db) => {
      const rows = await abandoned(db);
      for (const row of rows)
        await stepIn(db, row, 'silence', this.now(), { detail: { why: 'process ended' } });
      return rows.map((row) => row.rtu_id);
    });
  }

  overdue(): Promise<readonly Pick<OrderRow, 'id' | 'rtu_id'>[]> {
    return this.storage.db
      .selectFrom('orders')
      .select(['id', 'rtu_id'])
      .where('state', 'in', ['queued', 'retry'])
      .where('not_after', '<=', this.now())
      .execute();
  }

  /** Sequence number of the node's last order; 0 = it had none. */
  async lastSeq(rtuId: number): Promise<number> {
    const row = await this.storage.db
      .selectFrom('orders')
      .select((expression) => expression.fn.max('seq').as('last'))
      .where('rtu_id', '=', rtuId)
      .executeTakeFirst();
    return row?.last ?? 0;
  }
}

const seqRow = fixed((db, { rtuId }: { rtuId: number }) =>
  db.selectFrom('rtus').select('next_seq').where('id', '=', rtuId),
);
const keepSeq = fixed((db, { rtuId, next }: { rtuId: number; next: number }) =>
  db.updateTable('rtus').set({ next_seq: next }).where('id', '=', rtuId),
);

async function nextSeq(db: Db, rtuId: number, highWater: bigint): Promise<number> {
  const [known] = await seqRow(db, { rtuId });
  if (known === undefined) throw new Error(`no rtu ${rtuId}`);
  const seq = Math.max(known.next_seq ?? 1, Number(highWater) + 1);
  await keepSeq(db, { rtuId, next: seq + 1 });
  return seq;
}

/** True where a row waits to be sent or is in flight. */
export const isOpen = (row: OrderRow): boolean => !isEnded(stateOf(row));
