/** Sessions (tests/server/security/README.md#sessions, S11–S16, S18, S19) and the log (S62) on the real server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookiePrefix, writeCookie } from '../../../src/console/state/connection/cookies.ts';
import { calls } from '../../../src/contract/index.ts';
import { createLog } from '../../../src/main/compose.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import type { Database } from '../../../src/server/storage/schema.ts';
import { sampleOf } from '../../support/security/samples.ts';
import { openStream, staysOpen } from '../../support/security/streams.ts';
import { startWorld, tryLogin, until, type World } from '../../support/security/world.ts';
import { password } from '../../support/server.ts';

let world: World;
const lines: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: createLog('trace', { write: (line) => void lines.push(line) }) });
});
afterAll(async () => {
  await world.stop();
});
const info = async (token: string) =>
  (await world.ask({ method: 'POST', path: '/rest/user/getInfo', body: {}, token })).envelope?.status;
const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
let made = 0;
async function newAccount(): Promise<string> {
  made += 1;
  const accountName = `member${made}`;
  await createUser(world.running.storage, { accountName, password, companyId: 1, roleId: 2, language: 'en' });
  return accountName;
}
const write = (work: (db: Kysely<Database>) => Promise<unknown>) =>
  world.running.storage.write(async (db) => {
    await work(db);
  });

describe('S11 the token', () => {
  it('S11 is 256 random bits, opaque, and never the same', async () => {
    const tokens = await Promise.all(Array.from({ length: 24 }, () => world.login('operatorA')));
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(new Set(tokens).size).toBe(24);
    // No place in it says the same of two sessions of one user.
    const bytes = tokens.map((token) => [...Buffer.from(token, 'base64url')]);
    for (let at = 0; at < 32; at++) expect(new Set(bytes.map((one) => one[at])).size).toBeGreaterThan(1);
  });
  it('S11 is stored as its hash and nowhere else', async () => {
    const token = await world.login('operatorA');
    const rows = await world.running.storage.db.selectFrom('sessions').select('token_hash').execute();
    expect(rows.map((row) => row.token_hash)).toContain(hashed(token));
    const files = readdirSync(world.folder, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const held = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name)));
    expect(held.some((content) => content.includes(hashed(token)))).toBe(true);
    expect(held.some((content) => content.includes(token))).toBe(false);
  });
});

it('S12 a login makes a new token and ends the one that it came with, its stream included', async () => {
  const first = await world.login('operatorA');
  const stream = await openStream(world.address, first);
  const body = { accountName: 'operatorA', password };
  const reply = await world.ask({ method: 'POST', path: '/login', body, token: `Bearer ${first}` });
  const { loginToken } = reply.envelope?.data as unknown as { loginToken: string };
  expect(loginToken).not.toBe(first);
  expect([await info(first), await info(loginToken)]).toEqual([401, 200]);
  await stream.ended;
});

describe('S13 one day at most', () => {
  const day = 86_400_000;
  it.each([
    ['opened a day ago', { created_at: Date.now() - day, expires_at: Date.now() - 1 }],
    [
      'opened a day ago, whatever its row says',
      { created_at: Date.now() - day, expires_at: Date.now() + 9 * day },
    ],
  ])('S13 a session %s is over', async (_title, set) => {
    const token = await world.login('operatorA');
    await write((db) =>
      db.updateTable('sessions').set(set).where('token_hash', '=', hashed(token)).execute(),
    );
    expect(await info(token)).toBe(401);
  });
  it('S13 a new session is good for a day', async () => {
    const token = await world.login('operatorA');
    const row = await world.running.storage.db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashed(token))
      .executeTakeFirstOrThrow();
    expect(row.expires_at - row.created_at).toBe(day);
    expect(await info(token)).toBe(200);
  });
});

it('S14 logout ends the session on the server, and no other', async () => {
  const [one, other] = [await world.login('operatorA'), await world.login('operatorA')];
  await world.ask({ method: 'POST', path: '/rest/user/logout', body: {}, token: one });
  expect([await info(one), await info(other)]).toEqual([401, 200]);
  const rows = await world.running.storage.db.selectFrom('sessions').select('token_hash').execute();
  expect(rows.map((row) => row.token_hash)).not.toContain(hashed(one));
});

describe('S15 within a second', () => {
  const grant = async (permission: string, instead: string) => {
    await write(async (db) => {
      await db
        .updateTable('role_permissions')
        .set({ permission: instead })
        .where('role_id', '=', 2)
        .where('permission', '=', permission)
        .execute();
    });
  };
  const cases: readonly (readonly [string, (account: string) => Promise<void>, () => Promise<void>])[] = [
    ['disabled', (account) => world.setUser(account, { disabled: 1 }), async () => {}],
    ['given another role', (account) => world.setUser(account, { role_id: 3 }), async () => {}],
    ['given another company', (account) => world.setUser(account, { company_id: 2 }), async () => {}],
    ['taken out of every company', (account) => world.setUser(account, { company_id: null }), async () => {}],
    // As many permissions as before: counting them would not show it.
    [
      'whose role has other permissions',
      () => grant('system:log:view', 'system:none:view'),
      () => grant('system:none:view', 'system:log:view'),
    ],
  ];
  it.each(cases)('S15 S44 the session and the stream of a user %s end', async (_title, change, back) => {
    const account = await newAccount();
    const token = await world.login(account);
    expect(await info(token)).toBe(200);
    const stream = await openStream(world.address, token);
    expect(stream.type).toBe('text/event-stream');
    expect(await staysOpen(stream, () => change(account))).toBeNull();
    expect(await info(token)).toBe(401);
    await back();
    // It has ended, and does not come back with the rights.
    await world.setUser(account, { disabled: 0, role_id: 2, company_id: 1 });
    await until(async () => (await info(await world.login(account))) === 200);
    expect(await info(token)).toBe(401);
  });
});

describe('S16 the cookie', () => {
  it.each([
    ['http://station.example/', false],
    ['https://station.example/', true],
  ])('S16 on %s: one day, SameSite=Strict, Secure under TLS, readable by scripts', (url, secure) => {
    const window = new Window({ url });
    const set: string[] = [];
    vi.stubGlobal('location', window.location);
    vi.stubGlobal('document', {
      set cookie(text: string) {
        set.push(text);
        window.document.cookie = text;
      },
    });
    writeCookie(`${cookiePrefix}token`, 'abc', 1);
    vi.unstubAllGlobals();
    expect(window.document.cookie).toBe('groundwatch-1.10.0-token=abc');
    expect(set).toEqual([
      `groundwatch-1.10.0-token=abc; Path=/; Max-Age=86400; SameSite=Strict${secure ? '; Secure' : ''}`,
    ]);
  });
  it('S16 S18 the server sets no cookie but the mark of a known device, which opens nothing', async () => {
    const failed = await tryLogin(world, 'operatorA', 'a wrong one');
    expect(failed.headers['set-cookie']).toBeUndefined();
    const reply = await tryLogin(world, 'operatorA');
    expect(reply.envelope?.status).toBe(200);
    const [cookie = '', ...others] = reply.headers['set-cookie'] ?? [];
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      /^groundwatch-1\.10\.0-device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    const alone = await world.ask({ method: 'POST', path: '/rest/user/getInfo', body: {}, headers });
    expect(alone.envelope?.status).toBe(401);
  });
  it('S18 a change is not made by cookies alone', async () => {
    const token = await world.login('operatorA');
    const headers = { cookie: `groundwatch-1.10.0-token=${token}` };
    await world.ask({ method: 'POST', path: '/rest/user/logout', body: {}, headers });
    expect(await info(token)).toBe(200);
  });
});

describe('S19 S62 the log', () => {
  it('S19 holds neither tokens nor passwords, whatever is asked and whatever goes wrong', async () => {
    const tokens: string[] = [];
    for (const call of calls) {
      const token = await world.login('operatorA');
      tokens.push(token);
      const sample = sampleOf(call, 1);
      const reply = await world.ask({ ...sample, token });
      if (call.id !== 'session.login') expect(reply.text).not.toContain(token);
      await world.ask({ ...sample, token, ...(sample.body === undefined ? {} : { body: '{' }) });
      await world.ask({ ...sample, token, path: `${sample.path}%zz` });
      await world.ask({ ...sample, token, path: sample.path.replace('/1', '/9') });
    }
    // A fault that is logged with all that is known of it.
    const fault = vi
      .spyOn(world.running.storage.readings, 'rows')
      .mockRejectedValueOnce(new Error('the disk is gone'));
    const token = await world.login('operatorA');
    const failed = await world.ask({ path: '/rest/readings/1/rows?row=tilt', token });
    fault.mockRestore();
    expect(failed.http).toBe(500);
    const log = lines.join('');
    expect(log).toContain('the disk is gone');
    for (const secret of [...tokens, ...tokens.map(hashed), token, password])
      expect(log).not.toContain(secret);
  });

  it('S62 holds no control characters: what a device says does not act on who reads it', () => {
    const written: string[] = [];
    const log = createLog('info', { write: (line) => void written.push(line) });
    const hostile = 'a\u0000b\u0007c\u001b[2Jd\u007fe\u0085f\u009b31mg\u2028h\u202ei\rj\bk\\u001bl';
    log.warn({ sn: hostile, nested: { text: [hostile] } }, hostile);
    log.info('a second line\nforged by the first');
    expect(written).toHaveLength(2);
    for (const line of written) {
      expect(line.endsWith('\n')).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      expect(() => JSON.parse(line)).not.toThrow();
    }
    const { sn, msg } = JSON.parse(written[0] ?? '') as { sn: string; msg: string };
    expect([sn, msg]).toEqual(Array(2).fill('abc[2Jdef31mghijk\\u001bl'));
  });
});
