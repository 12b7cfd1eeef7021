import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely, Selectable } from 'kysely';
import type { AuditAction, AuditResult } from '../../contract/company/audit.ts';
import { fixed } from '../storage/fixed.ts';
import type { AuditTable, Database } from '../storage/schema.ts';

/** What the audit keeps of an act. Never a password, a token or a secret. */
export interface AuditRecord {
  readonly at: number;
  readonly userId: number | null;
  readonly accountName: string | null;
  readonly address: string | null;
  /** `area.verb`, e.g. session.login. */
  readonly action: AuditAction;
  /** What it concerned, e.g. `station:12`. */
  readonly subject: string | null;
  readonly result: AuditResult;
  readonly detail: string;
}

const first = '0'.repeat(64);

/** An entry as it lies in the table: of any version of the product. */
type Stored = Readonly<Omit<Selectable<AuditTable>, 'id' | 'hash'>>;

/** Entries that are looked at without letting others be served: some milliseconds. */
const pageSize = 500;

function chain(previous: string, row: Stored): string {
  const { at, user_id, account_name, address, action, subject, result, detail } = row;
  const fields = [at, user_id, account_name, address, action, subject, result, detail];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest('hex');
}

interface Link {
  readonly id: number;
  readonly hash: string;
}
/** Entries that a transaction has written: the one before them, the first and the last of them. */
export interface Appended {
  readonly before: Link;
  readonly first: Link;
  readonly last: Link;
  readonly count: number;
}
const appendedIn = new WeakMap<Kysely<Database>, Appended>();

/** What was appended by way of `db` since the last time that it was asked; null = nothing. */
export function takeAppended(db: Kysely<Database>): Appended | null {
  const found = appendedIn.get(db) ?? null;
  appendedIn.delete(db);
  return found;
}

const lastEntry = fixed((db) => db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1));
const insertEntry = fixed((db, row: Stored & { readonly hash: string }) => {
  const { at, user_id, account_name, address, action, subject, result, detail, hash } = row;
  const values = { at, user_id, account_name, address, action, subject, result, detail, hash };
  return db.insertInto('audit').values(values).returning('id');
});

/** Appends an entry; call it inside the write transaction of the act itself. */
export async function appendAudit(db: Kysely<Database>, entry: AuditRecord): Promise<void> {
  const { userId, accountName, ...rest } = entry;
  const row = { ...rest, user_id: userId, account_name: accountName };
  const [before] = await lastEntry(db, {});
  const hash = chain(before?.hash ?? first, row);
  const [inserted] = await insertEntry(db, { ...row, hash });
  if (inserted === undefined) throw new Error('an entry of the audit was not inserted');
  const { id } = inserted;
  const known = appendedIn.get(db);
  appendedIn.set(db, {
    before: known?.before ?? before ?? { id: 0, hash: first },
    first: known?.first ?? { id, hash },
    last: { id, hash },
    count: (known?.count ?? 0) + 1,
  });
}

/**
 * Id of the first entry that does not follow from those before it; null = the chain is whole. Reads page by page, and
 * lets others be answered between two.
 */
export const verifyAudit = (db: Kysely<Database>): Promise<number | null> => walk(db, 0, first);

/** The same from an entry on, which must be there with its hash; its own id where it is not. */
export async function followsFrom(db: Kysely<Database>, id: number, hash: string): Promise<number | null> {
  const row = await db.selectFrom('audit').select('hash').where('id', '=', id).executeTakeFirst();
  return row?.hash === hash ? walk(db, id, hash) : id;
}

async function walk(db: Kysely<Database>, from: number, hash: string): Promise<number | null> {
  let previous = hash;
  let last = from;
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      if (chain(previous, row) !== row.hash) return row.id;
      previous = row.hash;
      last = row.id;
    }
    if (rows.length < pageSize) return null;
    await turn();
  }
}
