/**
 * The audit's head: its last entry, signed with a key that is not in the database. A chain alone does not show that
 * its end was cut off; comparing it with the head does. The head lies in a table of its own, moved on in the
 * transaction of each entry; in the memory of the server; in a file beside the database; and with those who have
 * exported it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { fixed } from '../storage/fixed.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { type Appended, followsFrom, takeAppended, verifyAudit } from './audit.ts';

type Db = Kysely<Database>;

/** The last entry and how many there are; signed as a whole. */
export interface AuditHead {
  readonly entryId: number;
  readonly hash: string;
  readonly entries: number;
  /** UTC ms at which it was signed. */
  readonly at: number;
  /** The first entry that was written after the end had been cut off; null = it never was. */
  readonly brokenAt: number | null;
  /** Identifies the key without revealing it. */
  readonly keyName: string;
  readonly signature: string;
}

/**
 * What is wrong: an entry was changed; entries are gone; the server's own head was changed, removed or signed by another
 * key; a head that somebody has kept was changed (`saved`), or was signed by another key (`key`).
 */
export type AuditFault = 'changed' | 'removed' | 'head' | 'saved' | 'key';

/** The first entry that is not as it was written, or is gone, and why; both null = the audit is whole. */
export interface Verified {
  readonly brokenAt: number | null;
  readonly why: AuditFault | null;
  readonly head: AuditHead | null;
}

/** Name of the file in the data directory. It is no part of a backup, whose database may be older. */
export const headFile = 'audit-head.json';
const fileEvery = 1000;

/** Keeps the head of one server's audit. */
export class AuditSeal {
  readonly #keyName: string;
  #last: AuditHead | null = null;
  readonly #file: WorkLoop;

  constructor(
    readonly key: Buffer,
    /** Data directory of the file; null = no file is kept. */
    readonly folder: string | null,
    readonly now: () => number = Date.now,
    failed: (error: unknown) => void = () => {},
  ) {
    this.#file = new WorkLoop({ run: async () => this.#writeFile(), failed });
    this.#keyName = createHmac('sha256', key).update('name').digest('hex').slice(0, 12);
    this.#last = this.#readFile();
  }

  #sign(head: Omit<AuditHead, 'signature' | 'keyName'>): AuditHead {
    const { entryId, hash, entries, at, brokenAt } = head;
    const text = JSON.stringify([entryId, hash, entries, at, brokenAt]);
    const signature = createHmac('sha256', this.key).update(text).digest('hex');
    return { entryId, hash, entries, at, brokenAt, keyName: this.#keyName, signature };
  }

  /** True for a head that this server's key has signed. */
  isSigned(head: AuditHead): boolean {
    const expected = Buffer.from(this.#sign(head).signature);
    const given = Buffer.from(head.signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** The storage with a head that moves on with every entry, in the same transaction. */
  sealed(storage: Storage): Storage {
    return {
      ...storage,
      write: async (work) => {
        let moved: AuditHead | null = null;
        const answer = await storage.write(async (db) => {
          moved = null;
          takeAppended(db);
          try {
            const done = await work(db);
            const appended = takeAppended(db);
            if (appended !== null) moved = await this.#move(db, appended);
            return done;
          } finally {
            takeAppended(db);
          }
        });
        if (moved !== null) this.#keep(moved);
        return answer;
      },
      close: async () => {
        this.#file.wake();
        await this.#file.stop();
        await storage.close();
      },
    };
  }

  async #move(db: Db, appended: Appended): Promise<AuditHead> {
    const before = await readHead(db);
    const brokenAt = (await this.#follows(db, before, appended))
      ? (before?.brokenAt ?? null)
      : (before?.brokenAt ?? appended.first.id);
    const entries =
      before === null || appended.before.id !== before.entryId
        ? await countEntries(db)
        : before.entries + appended.count;
    const { id: entryId, hash } = appended.last;
    const head = this.#sign({ entryId, hash, entries, at: this.now(), brokenAt });
    await writeHead(db, { ...head });
    return head;
  }

  /** True when the new entries come after the head that is kept; those of tools that keep none may lie between. */
  async #follows(db: Db, before: AuditHead | null, { before: { id, hash } }: Appended): Promise<boolean> {
    if (before === null) return this.#last === null;
    if (!this.isSigned(before)) return false;
    if (before.entryId === id) return before.hash === hash;
    return before.entryId < id && (await followsFrom(db, before.entryId, before.hash)) === null;
  }

  #keep(head: AuditHead): void {
    // Commits may be reported in another order than they were made in.
    if (this.#last === null || head.entryId >= this.#last.entryId) this.#last = head;
    this.#file.wake(undefined, fileEvery);
  }

  #writeFile(): void {
    if (this.folder === null || this.#last === null) return;
    const path = join(this.folder, headFile);
    writeFileSync(`${path}.new`, `${JSON.stringify(this.#last)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  #readFile(): AuditHead | null {
    if (this.folder === null) return null;
    try {
      const head = parseHead(readFileSync(join(this.folder, headFile), 'utf8'));
      return head !== null && this.isSigned(head) ? head : null;
    } catch {
      // Without the file, or with one that says nothing, the heads kept elsewhere still count.
      return null;
    }
  }

  /** The head as it stands, to be kept elsewhere; null while there is no entry. */
  async current(db: Db): Promise<AuditHead | null> {
    return (await readHead(db)) ?? this.#last;
  }

  /**
   * Whether every entry follows from those before it and none is gone from the end, as far as any head shows: that of
   * the table, that of this server, and one that somebody has kept.
   */
  async verify(db: Db, kept: AuditHead | null = null): Promise<Verified> {
    // Read first: what is written meanwhile lies behind it.
    const head = await readHead(db);
    const last = this.#last;
    if (kept !== null && !this.isSigned(kept))
      return { brokenAt: kept.entryId, why: kept.keyName === this.#keyName ? 'saved' : 'key', head };
    const broken = await verifyAudit(db);
    if (broken !== null) return { brokenAt: broken, why: 'changed', head };
    if (head === null ? last !== null : !this.isSigned(head))
      return { brokenAt: head?.entryId ?? last?.entryId ?? null, why: 'head', head };
    for (const known of [head, last, kept]) {
      if (known === null) continue;
      if (known.brokenAt !== null)
        return { brokenAt: await firstMissing(db, known.brokenAt), why: 'removed', head };
      const row = await db
        .selectFrom('audit')
        .select('hash')
        .where('id', '=', known.entryId)
        .executeTakeFirst();
      if (row !== undefined && row.hash !== known.hash)
        return { brokenAt: known.entryId, why: 'changed', head };
      if (row === undefined) return { brokenAt: await firstMissing(db, known.entryId), why: 'removed', head };
    }
    return { brokenAt: null, why: null, head };
  }
}

const writeHead = fixed(
  (
    db,
    { entryId, hash, entries, at, brokenAt, keyName, signature }: { [K in keyof AuditHead]: AuditHead[K] },
  ) => {
    const row = {
      entry_id: entryId,
      hash,
      entries,
      at,
      broken_at: brokenAt,
      key_name: keyName,
      signature,
    };
    return db
      .insertInto('audit_head')
      .values({ one: 1, ...row })
      .onConflict((conflict) => conflict.column('one').doUpdateSet(row));
  },
);
const headRow = fixed((db) => db.selectFrom('audit_head').selectAll().where('one', '=', 1));

async function readHead(db: Db): Promise<AuditHead | null> {
  const [row] = await headRow(db, {});
  if (row === undefined) return null;
  return {
    entryId: row.entry_id,
    hash: row.hash,
    entries: row.entries,
    at: row.at,
    brokenAt: row.broken_at,
    keyName: row.key_name,
    signature: row.signature,
  };
}

async function countEntries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number after the last entry that is there before a missing one. */
async function firstMissing(db: Db, entryId: number): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('id', '<', entryId)
    .executeTakeFirst();
  return Number(row?.id ?? 0) + 1;
}

/** A head as it was exported; null for what is none. */
export function parseHead(text: string): AuditHead | null {
  let value: Partial<AuditHead> | null;
  try {
    value = JSON.parse(text) as Partial<AuditHead> | null;
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { entryId, hash, entries, at, brokenAt = null, keyName, signature } = value;
  const numbers = [entryId, entries, at, ...(brokenAt === null ? [] : [brokenAt])];
  if (!numbers.every((number) => Number.isSafeInteger(number))) return null;
  if (![hash, keyName, signature].every((word) => typeof word === 'string' && /^[0-9a-f]{1,64}$/.test(word)))
    return null;
  return { entryId, hash, entries, at, brokenAt, keyName, signature } as AuditHead;
}
