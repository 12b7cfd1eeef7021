/** Where people can be reached: mail addresses that they have confirmed by a code, browsers that they have subscribed. */
import { createHash, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { addBrowser } from '../../contract/notify/notify.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { keepDeleted, takeDeleted } from '../deleted-rows.ts';
import { OutgoingRefusal } from '../outgoing.ts';
import type { ContactTable, Db, PushSubscriptionTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { choiceOf } from '../work-notices/choice.ts';
import { addMessage } from './message.ts';
import type { Notifier } from './notifier.ts';

const minute = 60_000;
const codeLife = 15 * minute;
/** Wrong codes, after which another one is needed. */
const mostTries = 5;
/** Addresses, and browsers, of one person. */
const mostContacts = 10;

const hashOf = (userId: number, code: string) =>
  createHash('sha256').update(`${userId} ${code}`).digest('hex');

export class ContactBook {
  constructor(
    readonly storage: Storage,
    readonly notifier: Notifier,
    readonly now: () => number = Date.now,
  ) {}

  async list({ userId }: Viewer) {
    const { db } = this.storage;
    const mails = await db
      .selectFrom('contacts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    const browsers = await db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return {
      mails: mails.map((row) => ({ id: row.id, address: row.address, confirmedAt: row.confirmed_at })),
      browsers: browsers.map((row) => ({ id: row.id, label: row.label, createdAt: row.created_at })),
      pushKey: this.notifier.pushKeys.publicKey,
      canMail: this.notifier.canMail,
      work: await choiceOf(db, userId),
    };
  }

  /** @throws Refusal 422 where no mail goes out, or there are too many; 429 for a code too soon after the last */
  async add(by: By, given: string) {
    const { userId, accountName, language, companyId } = by.viewer;
    if (!this.notifier.canMail) throw new Refusal(422, 'notify.reason.notSetUp', {}, 'address');
    const address = given.trim();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const contact = await this.storage.write(async (db) => {
      const now = this.now();
      const known = await db.selectFrom('contacts').selectAll().where('user_id', '=', userId).execute();
      // Codes go to whatever address is given: at most one a minute.
      if (known.some(({ sent_at }) => sent_at > now - minute))
        throw new Refusal(429, 'notify.code.tooSoon', {}, 'address');
      const same = known.find((row) => row.address === address);
      if (same?.confirmed_at != null) return { id: same.id, address, confirmedAt: same.confirmed_at };
      if (same === undefined && known.length >= mostContacts)
        throw new Refusal(422, 'notify.problem.tooMany', { most: mostContacts }, 'address');
      const values = { code_hash: hashOf(userId, code), code_until: now + codeLife, tries: 0, sent_at: now };
      const { id } =
        same === undefined
          ? await db
              .insertInto('contacts')
              .values({ user_id: userId, address, confirmed_at: null, ...values })
              .returning('id')
              .executeTakeFirstOrThrow()
          : await db
              .updateTable('contacts')
              .set(values)
              .where('id', '=', same.id)
              .returning('id')
              .executeTakeFirstOrThrow();
      await addMessage(db, {
        ...{ companyId: companyId ?? 0, projectId: null, alarmId: null, escalationId: null },
        ...{ kind: 'code', rank: 0, params: { code }, dueAt: now, now },
        receiver: {
          recipient: `user:${userId}`,
          userId,
          name: accountName,
          address,
          language,
          channel: 'mail',
          problem: null,
        },
      });
      await auditBy(db, by, { at: now, action: 'contact.add', subject: `user:${userId}`, detail: address });
      return { id, address, confirmedAt: null };
    });
    this.notifier.outbox.wake();
    return { contact };
  }

  /** @throws Refusal 404; 422 for a code that is wrong, has expired, or was tried too often */
  async confirm(by: By, id: number, given: string) {
    const { userId } = by.viewer;
    // A wrong try counts, also though it is refused.
    const outcome = await this.storage.write(async (db) => {
      const row = await db
        .selectFrom('contacts')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `contact ${id}` });
      if (row.confirmed_at !== null) return { id, address: row.address, confirmedAt: row.confirmed_at };
      const now = this.now();
      if (row.code_hash === null || (row.code_until ?? 0) <= now || row.tries >= mostTries)
        return 'over' as const;
      if (row.code_hash !== hashOf(userId, given.trim())) {
        await db
          .updateTable('contacts')
          .set({ tries: row.tries + 1 })
          .where('id', '=', id)
          .execute();
        return 'wrong' as const;
      }
      await db
        .updateTable('contacts')
        .set({ confirmed_at: now, code_hash: null })
        .where('id', '=', id)
        .execute();
      await auditBy(db, by, {
        at: now,
        action: 'contact.add',
        subject: `user:${userId}`,
        detail: `${row.address}: confirmed`,
      });
      return { id, address: row.address, confirmedAt: now };
    });
    if (typeof outcome === 'string') throw new Refusal(422, `notify.code.${outcome}`, {}, 'code');
    return { contact: outcome };
  }

  async remove(by: By, table: 'contacts' | 'push_subscriptions', id: number): Promise<Record<string, never>> {
    const { userId } = by.viewer;
    await this.storage.write(async (db) => {
      const row = await db
        .deleteFrom(table)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `contact ${id}` });
      const at = this.now();
      await keepDeleted(db, table, row, at);
      await auditBy(db, by, {
        at,
        action: 'contact.remove',
        subject: `user:${userId}`,
        detail: `${table} ${id}`,
      });
    });
    return {};
  }

  /** Puts one back that was taken away within a day. @throws Refusal 404; 409 where it is there again; 422 for too many */
  async restore(
    by: By,
    table: 'contacts' | 'push_subscriptions',
    id: number,
  ): Promise<Record<string, never>> {
    const { userId } = by.viewer;
    await this.storage.write(async (db) => {
      const at = this.now();
      const what = 'contact';
      let name: string;
      if (table === 'contacts') {
        const row = await takeDeleted<Selectable<ContactTable>>(db, table, id, { now: at, what });
        await this.#mayReturn(db, table, row.user_id === userId, id, userId);
        const there = await db
          .selectFrom(table)
          .select('id')
          .where('user_id', '=', userId)
          .where('address', '=', row.address)
          .executeTakeFirst();
        if (there !== undefined) throw new Refusal(409, 'undo.there', { name: row.address });
        await db.insertInto(table).values(row).execute();
        name = row.address;
      } else {
        const row = await takeDeleted<Selectable<PushSubscriptionTable>>(db, table, id, { now: at, what });
        await this.#mayReturn(db, table, row.user_id === userId, id, userId);
        // It may be another account's by now: the browser goes to whoever subscribed it last.
        const there = await db
          .selectFrom(table)
          .select('id')
          .where('endpoint', '=', row.endpoint)
          .executeTakeFirst();
        if (there !== undefined) throw new Refusal(409, 'undo.there', { name: row.label });
        await db.insertInto(table).values(row).execute();
        name = `browser ${row.label}`;
      }
      await auditBy(db, by, { at, action: 'contact.restore', subject: `user:${userId}`, detail: name });
    });
    return {};
  }

  async #mayReturn(
    db: Db,
    table: 'contacts' | 'push_subscriptions',
    isOwn: boolean,
    id: number,
    userId: number,
  ): Promise<void> {
    if (!isOwn) throw new Refusal(404, 'api.notFound', { what: `contact ${id}` });
    const own = await db.selectFrom(table).select('id').where('user_id', '=', userId).execute();
    if (own.length >= mostContacts) throw new Refusal(422, 'notify.problem.tooMany', { most: mostContacts });
  }

  /** Takes a browser's subscription; one that another account had in this browser goes over. */
  async addBrowser(by: By, { endpoint, p256dh, auth, label }: BodyOf<typeof addBrowser>) {
    const { userId } = by.viewer;
    try {
      const url = this.notifier.outgoing.check(endpoint);
      if (url.protocol !== 'https:') throw new OutgoingRefusal('https is wanted');
    } catch (error) {
      if (error instanceof OutgoingRefusal) throw new Refusal(422, 'notify.problem.url', {}, 'endpoint');
      throw error;
    }
    return this.storage.write(async (db) => {
      const now = this.now();
      await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();
      const own = await db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      if (own.length >= mostContacts)
        throw new Refusal(422, 'notify.problem.tooMany', { most: mostContacts }, 'endpoint');
      const { id } = await db
        .insertInto('push_subscriptions')
        .values({ user_id: userId, endpoint, p256dh, auth, label: label.trim(), created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await auditBy(db, by, {
        at: now,
        action: 'contact.add',
        subject: `user:${userId}`,
        detail: `browser ${label.trim()}`,
      });
      return { browser: { id, label: label.trim(), createdAt: now } };
    });
  }
}
