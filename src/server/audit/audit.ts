import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../storage/schema.ts';

/** What the audit keeps of an act. Never a password, a token or a secret. */
export interface AuditEntry {
  readonly at: number;
  readonly userId: number | null;
  readonly accountName: string | null;
  readonly address: string | null;
  /** `area.verb`, e.g. session.login. */
  readonly action: string;
  /** What it concerned, e.g. `station:12`. */
  readonly subject: string | null;
  /** `ok`, `refused`, `failed`. */
  readonly result: string;
  readonly detail: string;
}

const first = '0'.repeat(64);

function chain(previous: string, entry: AuditEntry): string {
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

/** Id of the first entry that does not follow from those before it; null = the chain is whole. */
export async function verifyAudit(db: Kysely<Database>): Promise<number | null> {
  let previous = first;
  const rows = await db.selectFrom('audit').selectAll().orderBy('id').execute();
  for (const row of rows) {
    const hash = chain(previous, {
      at: row.at,
      userId: row.user_id,
      accountName: row.account_name,
      address: row.address,
      action: row.action,
      subject: row.subject,
      result: row.result,
      detail: row.detail,
    });
    if (hash !== row.hash) return row.id;
    previous = hash;
  }
  return null;
}
