/** D4 S76: what is cut off the audit's end is noticed, whatever the database alone would say. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServerKey, serverKeyFile } from '../../src/server/accounts/server-key.ts';
import { appendAudit, verifyAudit } from '../../src/server/audit/audit.ts';
import { AuditSeal, headFile, parseHead } from '../../src/server/audit/head.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openBoth } from '../support/storage-fixture.ts';

const key = Buffer.alloc(32, 7);
const entry = (at: number) => ({
  at,
  userId: null,
  accountName: 'staff',
  address: '10.0.0.1',
  action: 'sites.import' as const,
  subject: `station:${at}`,
  result: 'ok' as const,
  detail: '',
});

let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(1);
});
afterAll(() => both?.close());

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let folder: string;
  let seal: AuditSeal;
  let raw: Storage;
  let storage: Storage;
  const add = (at: number) => storage.write((db) => appendAudit(db, entry(at)));
  const last = async () =>
    Number(
      (
        await raw.db
          .selectFrom('audit')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id,
    );
  const cut = (from: number) =>
    raw.write(async (db) => void (await db.deleteFrom('audit').where('id', '>=', from).execute()));
  const begin = async () => {
    raw = both.fixtures[dialect].storage;
    await raw.write(async (db) => {
      await db.deleteFrom('audit').execute();
      await db.deleteFrom('audit_head').execute();
    });
    rmSync(join(folder, headFile), { force: true });
    seal = new AuditSeal(key, folder);
    storage = seal.sealed(raw);
    for (let at = 1; at <= 5; at++) await add(at);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-head-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('D4: is whole, entry by entry, with several of one transaction and those of tools without a key', async () => {
    await begin();
    await storage.write(async (db) => {
      await appendAudit(db, entry(6));
      await appendAudit(db, entry(7));
    });
    await raw.write((db) => appendAudit(db, entry(8)));
    expect(await seal.verify(raw.db)).toMatchObject({ brokenAt: null, why: null, head: { entries: 7 } });
    await add(9);
    const { head, why } = await seal.verify(raw.db);
    expect([why, head?.entries, head?.entryId]).toEqual([null, 9, await last()]);
    await expect(
      storage.write(async (db) => {
        await appendAudit(db, entry(10));
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    await add(11);
    expect(await seal.verify(raw.db)).toMatchObject({ why: null, head: { entries: 10 } });
  });
  it('D4: notices the removal of the last entry, which the chain does not; also after others were written', async () => {
    await begin();
    const id = await last();
    await cut(id);
    expect(await verifyAudit(raw.db)).toBeNull();
    expect(await seal.verify(raw.db)).toMatchObject({ brokenAt: id, why: 'removed' });
    await add(20);
    await add(21);
    expect(await verifyAudit(raw.db)).toBeNull();
    expect(await seal.verify(raw.db)).toMatchObject({ why: 'removed', brokenAt: id });
    // And a server that knows nothing but the table.
    expect(await new AuditSeal(key, null).verify(raw.db)).toMatchObject({ why: 'removed' });
  });
  it('D4: notices the removal of everything, the head included', async () => {
    await begin();
    await raw.write(async (db) => {
      await db.deleteFrom('audit').execute();
      await db.deleteFrom('audit_head').execute();
    });
    expect(await seal.verify(raw.db)).toMatchObject({ why: 'head' });
    await add(30);
    expect((await seal.verify(raw.db)).why).toBe('removed');
  });
  it('D4: notices an older head that was put back with the older end, by the file beside the database', async () => {
    await begin();
    const old = await raw.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
    const kept = JSON.stringify(await seal.current(raw.db));
    await add(40);
    const id = await last();
    await raw.write(async (db) => {
      await db.deleteFrom('audit').where('id', '>=', id).execute();
      await db.updateTable('audit_head').set(old).execute();
    });
    expect(await seal.verify(raw.db)).toMatchObject({ brokenAt: id, why: 'removed' });
    // Stopped and started again: what it remembered is in the file.
    await seal.sealed({ ...raw, close: async () => {} }).close();
    const again = new AuditSeal(key, folder);
    expect(await again.verify(raw.db)).toMatchObject({ brokenAt: id, why: 'removed' });
    // Without the file the exported signature still serves: here it shows that no earlier entry is missing.
    rmSync(join(folder, headFile));
    const bare = new AuditSeal(key, folder);
    expect((await bare.verify(raw.db)).why).toBeNull();
    expect((await bare.verify(raw.db, parseHead(kept))).why).toBeNull();
    await cut(id - 1);
    expect(await bare.verify(raw.db, parseHead(kept))).toMatchObject({ brokenAt: id - 1, why: 'removed' });
  });
  it('D4: notices a chain that was written anew, and a head that nobody with the key has signed', async () => {
    await begin();
    const kept = await seal.current(raw.db);
    const head = kept ?? { entryId: 0 };
    // The whole of the table anew, each entry following from the one before.
    await raw.write(async (db) => {
      await db.deleteFrom('audit').execute();
      for (let at = 51; at <= 55; at++) await appendAudit(db, entry(at));
      const rows = await db.selectFrom('audit').select('id').orderBy('id').execute();
      for (const [index, { id }] of rows.entries())
        await db
          .updateTable('audit')
          .set({ id: head.entryId - 4 + index })
          .where('id', '=', id)
          .execute();
    });
    expect(await verifyAudit(raw.db)).toBeNull();
    expect(await seal.verify(raw.db)).toMatchObject({ brokenAt: head.entryId, why: 'changed' });
    // The hash of the new end put into the head as well: only the signature shows it.
    const { hash } = await raw.db
      .selectFrom('audit')
      .select('hash')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await raw.write(async (db) => void (await db.updateTable('audit_head').set({ hash }).execute()));
    expect((await new AuditSeal(key, null).verify(raw.db)).why).toBe('head');
    for (const set of [{ entries: 4 }, { entry_id: 1 }, { broken_at: 3 }, { signature: '00' }]) {
      await begin();
      await raw.write(async (db) => void (await db.updateTable('audit_head').set(set).execute()));
      expect((await seal.verify(raw.db)).why, JSON.stringify(set)).toBe('head');
    }
    await begin();
    const other = new AuditSeal(Buffer.alloc(32, 8), null);
    expect((await other.verify(raw.db)).why).toBe('head');
    expect((await seal.verify(raw.db, { ...(await seal.current(raw.db)), entries: 1 } as never)).why).toBe(
      'saved',
    );
    const own = new AuditSeal(Buffer.alloc(32, 8), null).sealed(raw);
    await own.write((db) => appendAudit(db, entry(9)));
    expect((await seal.verify(raw.db, await other.current(raw.db))).why).toBe('key');
  });
});

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await server.running.storage.write(async (db) => {
      await db
        .insertInto('role_permissions')
        .values({ role_id: 2, permission: 'system:audit:view' })
        .execute();
    });
  });
  afterAll(() => server.stop());

  it('D4: exports its head on demand, and finds by it what is gone', async () => {
    const token = await server.login('maintainer');
    const verify = async (head?: string) => {
      const query = head === undefined ? '' : `?head=${encodeURIComponent(head)}`;
      return (await server.call(`/rest/audit/verify${query}`, { token })).envelope;
    };
    const { text } = await server.call('/rest/audit/head', { token });
    expect(parseHead(text)?.entryId).toBeGreaterThan(0);
    const saved = parseHead(text);
    expect((await verify(text))?.data).toMatchObject({
      brokenAt: null,
      why: null,
      saved: { entryId: saved?.entryId, entries: saved?.entries, at: saved?.at },
    });
    expect((await verify())?.data).toMatchObject({ saved: null, entries: saved?.entries });
    for (const wrong of ['', '{}', 'x', text.slice(3)])
      expect(await verify(wrong)).toMatchObject({ status: 422, messageId: 'audit.noHead', field: 'head' });
    const changed = JSON.stringify({ ...JSON.parse(text), entries: 1 });
    expect((await verify(changed))?.data).toMatchObject({ why: 'saved' });
    const foreign = JSON.stringify({ ...JSON.parse(text), keyName: 'abc', signature: 'def' });
    expect((await verify(foreign))?.data).toMatchObject({ why: 'key' });
    const id = parseHead(text)?.entryId ?? 0;
    await server.running.storage.write(async (db) => {
      await db.deleteFrom('audit').where('id', '>=', id).execute();
    });
    expect((await verify())?.data).toMatchObject({ brokenAt: id, why: 'removed' });
    expect((await verify(text))?.data).toMatchObject({ brokenAt: id, why: 'removed' });
  });
  it('D4: keeps its key outside the database, for itself alone', async () => {
    const path = join(server.folder, serverKeyFile);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const secret = readFileSync(path, 'utf8').trim();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(readServerKey(server.folder, null).toString('hex')).toBe(secret);
    const database = readFileSync(join(server.folder, 'groundwatch.db'));
    expect(database.includes(secret) || database.includes(Buffer.from(secret, 'hex'))).toBe(false);
    const other = mkdtempSync(join(tmpdir(), 'server-key-'));
    try {
      expect(readServerKey(other, null)).not.toEqual(readServerKey(server.folder, null));
      expect(readServerKey(other, 'x'.repeat(32))).toEqual(readServerKey(server.folder, 'x'.repeat(32)));
      writeFileSync(join(other, serverKeyFile), 'half a key');
      expect(() => readServerKey(other, null)).toThrow(/holds no key/);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});
