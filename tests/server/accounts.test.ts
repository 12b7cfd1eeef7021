/** Login, verification code, throttle, sessions and the audit's chain, on the real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAttempts } from '../../src/server/accounts/guessing/attempts.ts';
import { Throttle } from '../../src/server/accounts/guessing/throttle.ts';
import { Login } from '../../src/server/accounts/login.ts';
import { Sessions } from '../../src/server/accounts/sessions.ts';
import { verifyAudit } from '../../src/server/audit/audit.ts';
import { solved } from '../support/security/puzzle.ts';
import { password, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
});
const post = (body: object, token?: string) =>
  server.call('/login', { method: 'POST', body, ...(token ? { token } : {}) });
const info = (token: string) => server.call('/rest/user/getInfo', { method: 'POST', body: {}, token });

describe('login', () => {
  it('answers loginToken, good with and without Bearer', async () => {
    const { envelope } = await post({ accountName: 'operatorA', password });
    expect(envelope).toMatchObject({
      status: 200,
      data: { loginToken: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const { loginToken } = envelope?.data as unknown as { loginToken: string };
    expect((await info(loginToken)).envelope?.data).toMatchObject({
      accountName: 'operatorA',
      roleId: 2,
      companyName: 'A',
    });
    expect((await info(`Bearer ${loginToken}`)).envelope?.status).toBe(200);
    const stored = await server.running.storage.db.selectFrom('sessions').select('token_hash').execute();
    expect(stored.map((row) => row.token_hash)).not.toContain(loginToken);
  });

  it('S3: a wrong user and a wrong password get the same answer', async () => {
    const [user, word] = [
      await post({ accountName: 'nobody', password }),
      await post({ accountName: 'operatorB', password: 'wrong' }),
    ];
    expect(word).toEqual(user);
    expect(user.envelope).toMatchObject({ status: 422, messageId: 'login.wrong' });
  });

  it('S12, S14: a new login ends the session it replaces; logout ends it on the server', async () => {
    const first = await server.login('operatorA');
    const { envelope } = await post({ accountName: 'operatorA', password }, first);
    const { loginToken } = envelope?.data as unknown as { loginToken: string };
    expect((await info(first)).envelope?.status).toBe(401);
    await server.call('/rest/user/logout', { method: 'POST', body: {}, token: loginToken });
    expect((await info(loginToken)).envelope?.status).toBe(401);
  });

  it('S15: a disabled user is out within a second', async () => {
    const token = await server.login('strangerA');
    expect((await info(token)).envelope?.status).toBe(200);
    const set = (disabled: number) =>
      server.running.storage.write((db) =>
        db.updateTable('users').set({ disabled }).where('account_name', '=', 'strangerA').execute(),
      );
    await set(1);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect((await info(token)).envelope?.status).toBe(401);
    await set(0);
  });
});

describe('with a clock that the test owns', () => {
  let now = 1_800_000_000_000;
  const clock = () => now;
  const attempt = (login: Login, word: string, more: object = {}) =>
    login.attempt({ accountName: 'operatorB', password: word, address: '10.0.0.9', replaces: null, ...more });

  it('S4: after three failures a verification code is asked for, good once', async () => {
    const { storage } = server.running;
    const login = new Login(storage, new Sessions(storage, clock), clock);
    for (let i = 0; i < 3; i++)
      await expect(attempt(login, 'wrong')).rejects.toMatchObject({ messageId: 'login.wrong' });
    await expect(attempt(login, password)).rejects.toMatchObject({
      messageId: 'login.code',
      data: { needCode: true },
    });
    const puzzle = await login.puzzle('operatorB', '10.0.0.9', undefined);
    expect(puzzle.needed).toBe(true);
    const { codeId } = puzzle;
    await expect(attempt(login, password, { codeId, code: '????' })).rejects.toMatchObject({
      messageId: 'login.code',
    });
    const code = solved(puzzle);
    expect(await attempt(login, password, { codeId, code })).toHaveLength(43);
    // Good once: the same answers count no more.
    for (let i = 0; i < 3; i++)
      await expect(attempt(login, 'wrong')).rejects.toMatchObject({ messageId: 'login.wrong' });
    await expect(attempt(login, password, { codeId, code })).rejects.toMatchObject({
      messageId: 'login.code',
    });
  });

  it('S5: waits grow, and one address does not lock another out', async () => {
    const throttle = new Throttle(ownAttempts(clock));
    const who = { account: 'a', address: '10.0.0.1' };
    const wait = async (address: string) => (await throttle.standing({ account: 'a', address })).wait;
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await (await throttle.begin(who)).wrong();
      waits.push(await wait(who.address));
      // A try that has to wait is none.
      if (waits[i] !== 0) await (await throttle.begin(who)).wrong();
      expect(await wait(who.address)).toBe(waits[i]);
      if (i < 7) now += waits[i] ?? 0;
    }
    expect(waits).toEqual([0, 0, 0, 0, 1000, 2000, 4000, 8000]);
    expect(await wait('10.0.0.2')).toBe(0);
    now += 7999;
    expect(await wait(who.address)).toBe(1);
    now += 1;
    const tried = await throttle.begin(who);
    expect(tried.wait).toBe(0);
    await tried.right();
    expect((await throttle.standing(who)).needsCode).toBe(false);
  });

  it('S13: a session ends after one day', async () => {
    const { storage } = server.running;
    const sessions = new Sessions(storage, clock);
    const token = await sessions.open(2, 'here', null);
    now += 86_400_000 - 1;
    expect(await sessions.viewer(token)).toMatchObject({ accountName: 'operatorA' });
    now += 1000;
    expect(await sessions.viewer(token)).toBeNull();
  });
});

describe('the audit', () => {
  it('is a chain; a changed row is found', async () => {
    const { storage } = server.running;
    await server.login('maintainer');
    expect(await verifyAudit(storage.db)).toBeNull();
    const row = await storage.db
      .selectFrom('audit')
      .select('id')
      .where('result', '=', 'refused')
      .executeTakeFirstOrThrow();
    await storage.write((db) =>
      db.updateTable('audit').set({ result: 'ok' }).where('id', '=', row.id).execute(),
    );
    expect(await verifyAudit(storage.db)).toBe(row.id);
  });
});
