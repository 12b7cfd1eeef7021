import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AuditAction, AuditResult } from '../../contract/audit.ts';
import type { Database } from '../storage/schema.ts';

/** What the audit keeps of an act. Never a password, a token or a secret. */
export interface AuditEntry {
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
type Stored = Omit<AuditEntry, 'action' | 'result'> & { readonly action: string; readonly result: string };

const pageSize = 5000;

function chain(previous: string, entry: Stored): string {
  const fields = [
    entry.at,
    entry.userId,
    entry.accountName,
    entry.address,
    entry.action,
    entry.subject,
    entry.result,
    entry.detail,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest('hex');
}

/** Appends an entry; call it inside the write transaction of the act itself. */
export async function appendAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const last = await db.selectFrom('audit').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  await db
    .insertInto('audit')
    .values({
      at: entry.at,
      user_id: entry.userId,
      account_name: entry.accountName,
      address: entry.address,
      action: entry.action,
      subject: entry.subject,
      result: entry.result,
      detail: entry.detail,
      hash: chain(last?.hash ?? first, entry),
    })
    .execute();
}

/**
 * Id of the first entry that does not follow from those before it; null = the chain is whole. Reads page by page, and
 * lets others be answered between two.
 */
export async function verifyAudit(db: Kysely<Database>): Promise<number | null> {
  let previous = first;
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      const {
        at,
        user_id: userId,
        account_name: accountName,
        address,
        action,
        subject,
        result,
        detail,
      } = row;
      const entry = { at, userId, accountName, address, action, subject, result, detail };
      if (chain(previous, entry) !== row.hash) return row.id;
      previous = row.hash;
      last = row.id;
    }
    if (rows.length < pageSize) return null;
    await turn();
  }
}
