/** Service accounts: how tokens begin, are renewed and end, and that an account of a program is no person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../src/base/permissions.ts';
import { serviceBounds } from '../../src/contract/company/service-accounts.ts';
import { ServiceTokens } from '../../src/server/accounts/service/tokens.ts';
import { ownWindows } from '../../src/server/processes/call-windows.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type Answer, password, startTestServer, type TestServer } from '../support/server.ts';

const day = 86_400_000;
const hour = 3_600_000;

let postgres: TestPostgres;
const servers: Partial<Record<'sqlite' | 'postgres', TestServer>> = {};
beforeAll(async () => {
  postgres = await startPostgres();
  servers.sqlite = await startTestServer();
  servers.postgres = await startTestServer({ databaseUrl: await postgres.database() });
}, 300_000);
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  await postgres?.stop();
});

const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];
const dataOf = <T>(answer: Answer): T => {
  expect(answer.text).toContain('"status":200');
  return answer.envelope?.data as T;
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let server: TestServer;
  const sessions = new Map<string, string>();
  let accounts = 0;
  beforeAll(async () => {
    const found = servers[dialect];
    if (found === undefined) throw new Error('not started');
    server = found;
    const { storage } = server.running;
    // The operators of a company administer its users here.
    await storage.write((db) =>
      db.insertInto('role_permissions').values({ role_id: 2, permission: 'system:user:edit' }).execute(),
    );
    for (const account of ['maintainer', 'operatorA', 'operatorB'])
      sessions.set(account, await server.login(account));
  });

  const ask = (method: string, path: string, body?: unknown, by = 'operatorA') =>
    server.call(path, {
      method,
      token: sessions.get(by) ?? by,
      ...(body === undefined ? {} : { body }),
    });
  async function account(companyId: number | null = 1, roleId = 2, by = 'operatorA') {
    accounts += 1;
    const body = { accountName: `robot-${dialect}-${accounts}`, purpose: 'Imports', companyId, roleId };
    const { id } = dataOf<{ id: number }>(await ask('POST', '/rest/service-accounts', body, by));
    return { id, name: body.accountName };
  }
  async function tokenFor(id: number, scopes: readonly string[] = ['read'], days = 30, name = 'nightly') {
    const body = { name, scopes, days };
    return dataOf<{ tokenId: number; token: string }>(
      await ask('POST', `/rest/service-accounts/${id}/tokens`, body),
    );
  }
  const statusOf = async (token: string) =>
    (await ask('GET', '/rest/stations', undefined, token)).envelope?.status;
  /** Tokens as a server sees them whose clock and stopwatch are set by hand. */
  const at = (now: () => number, ran = () => 0) =>
    new ServiceTokens(server.running.storage, now, ownWindows(ran), async () => now());
  const rowOf = (id: number) =>
    server.running.storage.db
      .selectFrom('service_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('a program reads its company’s stations by a token, and is said to be who it is', async () => {
    const { id, name } = await account();
    const { token, tokenId } = await tokenFor(id, ['read', 'propose']);
    expect(token).toMatch(/^gws_[\w-]{43}$/);
    const stations = dataOf<{ stations: { code: string }[] }>(
      await ask('GET', '/rest/stations', undefined, token),
    );
    expect(stations.stations.map(({ code }) => code)).toEqual(['A-1']);
    const bearer = await server.call('/rest/self', { headers: { authorization: `Bearer ${token}` } });
    expect(bearer.envelope?.data).toMatchObject({
      accountName: name,
      companyName: 'A',
      token: { name: 'nightly', scopes: ['read', 'propose'] },
    });
    const mine = dataOf<{ token: null; accountName: string }>(await ask('GET', '/rest/self'));
    expect(mine).toMatchObject({ accountName: 'operatorA', token: null });
    const { accounts: listed } = dataOf<{ accounts: { id: number; tokens: object[] }[] }>(
      await ask('GET', '/rest/service-accounts'),
    );
    const own = listed.find((one) => one.id === id);
    expect(own?.tokens).toEqual([
      expect.objectContaining({
        ...{ id: tokenId, name: 'nightly', hint: token.slice(4, 10), createdBy: 'operatorA' },
        ...{ usedFrom: '127.0.0.1', endedAt: null, oldUntil: null },
      }),
    ]);
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  it('a token ends with its last day, at that millisecond', async () => {
    const { id } = await account();
    const { token, tokenId } = await tokenFor(id, ['read'], 7);
    const { created_at: created, expires_at: end } = await rowOf(tokenId);
    expect(end - created).toBe(7 * day);
    expect(await at(() => end - 1).viewer(token, '::1')).not.toBeNull();
    expect(await at(() => end).viewer(token, '::1')).toBeNull();
  });

  it('the secret before a renewed one is good until its time is over, or until the new one is used', async () => {
    const { id } = await account();
    const { token: first, tokenId } = await tokenFor(id, ['read'], 30);
    const renew = async (overlapHours: number) =>
      dataOf<{ token: string }>(
        await ask('POST', `/rest/service-tokens/${tokenId}/renewed`, { overlapHours }),
      ).token;
    const second = await renew(2);
    const { old_until: until } = await rowOf(tokenId);
    const begun = (await rowOf(tokenId)).expires_at - 30 * day;
    expect(until).toBe(begun + 2 * hour);
    expect(await at(() => (until ?? 0) - 1).viewer(first, '::1')).not.toBeNull();
    expect(await at(() => until ?? 0).viewer(first, '::1')).toBeNull();
    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(second)).toBe(200);
    expect(await statusOf(first)).toBe(401);
    const third = await renew(0);
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
    // What was over is not made good again by the overlap of its follower.
    await server.running.storage.write((db) =>
      db
        .updateTable('service_tokens')
        .set({ expires_at: Date.now() - 1 })
        .where('id', '=', tokenId)
        .execute(),
    );
    const fourth = await renew(2);
    expect([await statusOf(third), await statusOf(fourth)]).toEqual([401, 200]);
  });

  it('a token that was taken back is refused with the next call, and is not renewed', async () => {
    const { id } = await account();
    const { token, tokenId } = await tokenFor(id);
    expect(await statusOf(token)).toBe(200);
    dataOf(await ask('DELETE', `/rest/service-tokens/${tokenId}`));
    expect(await statusOf(token)).toBe(401);
    const again = await ask('POST', `/rest/service-tokens/${tokenId}/renewed`, { overlapHours: 1 });
    expect(refusal(again)).toEqual([409, 'serviceAccounts.ended', undefined]);
    dataOf(await ask('DELETE', `/rest/service-tokens/${tokenId}`));
  });

  it('a disabled account, a company that is off, and a role that holds less count with the next call', async () => {
    const { id } = await account();
    const { token } = await tokenFor(id);
    const change = async (set: object) =>
      dataOf(
        await ask('PUT', `/rest/service-accounts/${id}`, {
          ...{ purpose: 'Imports', companyId: 1, roleId: 2, disabled: false },
          ...set,
        }),
      );
    await change({ disabled: true });
    expect(await statusOf(token)).toBe(401);
    await change({ disabled: false });
    expect(await statusOf(token)).toBe(200);
    await change({ roleId: 4 });
    const refused = await ask('GET', '/rest/stations', undefined, token);
    expect([refused.http, refused.envelope?.messageId]).toEqual([403, 'api.forbidden']);
    await change({ roleId: 2 });
    const off = (value: number | null) =>
      server.running.storage.write((db) =>
        db.updateTable('companies').set({ off_at: value }).where('id', '=', 1).execute(),
      );
    await off(1);
    expect(await statusOf(token)).toBe(401);
    await off(null);
    expect(await statusOf(token)).toBe(200);
  });

  it('its use is noted once a minute, with where it came from', async () => {
    const { id } = await account();
    const { token, tokenId } = await tokenFor(id);
    let now = Date.now();
    const tokens = at(() => now);
    await tokens.viewer(token, '192.0.2.1');
    const first = now;
    expect(await rowOf(tokenId)).toMatchObject({ used_at: first, used_from: '192.0.2.1' });
    now += 59_999;
    await tokens.viewer(token, '192.0.2.2');
    expect(await rowOf(tokenId)).toMatchObject({ used_at: first, used_from: '192.0.2.1' });
    now += 1;
    await tokens.viewer(token, '192.0.2.2');
    expect(await rowOf(tokenId)).toMatchObject({ used_at: now, used_from: '192.0.2.2' });
  });

  it('its budget is so many calls a minute, each token for itself, and every answer says what is left', async () => {
    let ran = 0;
    const tokens = at(Date.now, () => ran);
    const left: number[] = [];
    for (let i = 0; i <= serviceBounds.calls; i++) left.push((await tokens.count(1)).remaining);
    expect([left[0], left.at(-2), left.at(-1)]).toEqual([serviceBounds.calls - 1, 0, -1]);
    expect((await tokens.count(2)).remaining).toBe(serviceBounds.calls - 1);
    ran = 59_999;
    expect(await tokens.count(1)).toEqual({ limit: serviceBounds.calls, remaining: -2, seconds: 1 });
    ran = 60_000;
    expect(await tokens.count(1)).toEqual({
      ...{ limit: serviceBounds.calls, remaining: serviceBounds.calls - 1, seconds: 60 },
    });

    const { id } = await account();
    const { token } = await tokenFor(id);
    const call = () => fetch(`${server.address}/rest/self`, { headers: { authorization: token } });
    const headers = (answer: Response) =>
      ['limit', 'remaining', 'reset'].map((name) => Number(answer.headers.get(`x-ratelimit-${name}`)));
    const [limit, remaining, reset] = headers(await call());
    expect([limit, remaining]).toEqual([600, 599]);
    expect(reset).toBeGreaterThan(0);
    let refused: Response | null = null;
    for (let asked = 1; asked <= serviceBounds.calls && refused === null; asked += 1) {
      const answer = await call();
      const { status } = (await answer.json()) as { status: number };
      if (status === 200) expect(headers(answer)[1]).toBe(serviceBounds.calls - 1 - asked);
      else {
        refused = answer;
        expect([asked, status, headers(answer)[1]]).toEqual([serviceBounds.calls, 429, 0]);
      }
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  }, 120_000);

  it('there are so many tokens of an account that are not over, and no more', async () => {
    const { id } = await account();
    const made = [];
    for (let n = 0; n < serviceBounds.tokens; n += 1) made.push(await tokenFor(id));
    const body = { name: 'one more', scopes: ['read'], days: 1 };
    const path = `/rest/service-accounts/${id}/tokens`;
    expect(refusal(await ask('POST', path, body))).toEqual([
      ...[409, 'serviceAccounts.tooManyTokens', undefined],
    ]);
    dataOf(await ask('DELETE', `/rest/service-tokens/${made[0]?.tokenId}`));
    dataOf(await ask('POST', path, body));
    for (const days of [0, serviceBounds.days + 1])
      expect((await ask('POST', path, { ...body, days })).http).toBe(400);
    expect((await ask('POST', path, { ...body, scopes: [] })).http).toBe(400);
    expect((await ask('POST', path, { ...body, scopes: ['approve'] })).http).toBe(400);
  });

  it('nobody gives more than they have, nor deals with accounts of another company', async () => {
    const body = { accountName: `too-much-${dialect}`, purpose: '', companyId: 1, roleId: 1 };
    expect(refusal(await ask('POST', '/rest/service-accounts', body))).toEqual([
      ...[403, 'users.moreThanOwn', 'roleId'],
    ]);
    for (const companyId of [2, null])
      expect(refusal(await ask('POST', '/rest/service-accounts', { ...body, roleId: 2, companyId }))).toEqual(
        [404, 'api.notFound', 'companyId'],
      );
    const { id } = await account();
    const { tokenId } = await tokenFor(id);
    const rights = { purpose: 'x', companyId: 2, roleId: 2, disabled: false };
    const attempts = [
      ask('PUT', `/rest/service-accounts/${id}`, rights, 'operatorB'),
      ask(
        'POST',
        `/rest/service-accounts/${id}/tokens`,
        { name: 'x', scopes: ['read'], days: 1 },
        'operatorB',
      ),
      ask('POST', `/rest/service-tokens/${tokenId}/renewed`, { overlapHours: 0 }, 'operatorB'),
      ask('DELETE', `/rest/service-tokens/${tokenId}`, undefined, 'operatorB'),
    ];
    for (const answer of await Promise.all(attempts))
      expect([answer.http, answer.envelope?.messageId]).toEqual([404, 'api.notFound']);
    // Tokens of an account that holds more than the asker are no way to it.
    const strong = await account(1, 1, 'maintainer');
    const wanted = { name: 'x', scopes: ['read'], days: 1 };
    expect(refusal(await ask('POST', `/rest/service-accounts/${strong.id}/tokens`, wanted))).toEqual([
      ...[403, 'users.moreThanOwn', 'roleId'],
    ]);
    // Names are those of users too.
    const taken = { ...body, accountName: 'OPERATORA', roleId: 2 };
    expect((await ask('POST', '/rest/service-accounts', taken)).envelope?.field).toBe('accountName');
  });

  it('it is no person: it cannot sign in, is in no list of people, and keeps nobody in', async () => {
    const { id, name } = await account();
    const lists = [
      await ask('GET', '/rest/users', undefined, 'maintainer'),
      await ask('GET', '/rest/alarms/assignees', undefined, 'maintainer'),
      await ask('GET', '/rest/notify', undefined, 'maintainer'),
    ];
    for (const list of lists) expect(list.text).not.toContain(name);
    for (const [method, path, body] of [
      ['PUT', `/rest/users/${id}`, { companyId: 1, roleId: 2, language: 'en' }],
      ['POST', `/rest/users/${id}/password`, { newPassword: 'gully-above-the-road' }],
      ['POST', `/rest/users/${id}/disabled`, { disabled: true }],
    ] as const)
      expect((await ask(method, path, body, 'maintainer')).http).toBe(404);
    // The last person who may do everything stays, whatever programs may do.
    await account(null, 1, 'maintainer');
    const role = { name: `all-${dialect}`, permissions: [...permissions] };
    const { id: roleId } = dataOf<{ id: number }>(await ask('POST', '/rest/roles', role, 'maintainer'));
    const other = { accountName: `other-${dialect}`, password, companyId: null, roleId, language: 'en' };
    dataOf(await ask('POST', '/rest/users', other, 'maintainer'));
    const by = await server.login(other.accountName);
    const users = dataOf<{ users: { id: number; accountName: string }[] }>(
      await ask('GET', '/rest/users', undefined, by),
    );
    const last = users.users.find(({ accountName }) => accountName === 'maintainer');
    const kept = await ask('POST', `/rest/users/${last?.id}/disabled`, { disabled: true }, by);
    expect(refusal(kept)).toEqual([422, 'users.lastMaintainer', undefined]);
    for (const secret of [' ', password, 'null']) {
      const answer = await server.call('/login', {
        method: 'POST',
        body: { accountName: name, password: secret },
      });
      expect(answer.envelope?.status).not.toBe(200);
    }
  });

  it('what is made, renewed and taken back stands in the audit without a secret', async () => {
    const { id } = await account();
    const { token, tokenId } = await tokenFor(id);
    const { token: next } = dataOf<{ token: string }>(
      await ask('POST', `/rest/service-tokens/${tokenId}/renewed`, { overlapHours: 24 }),
    );
    dataOf(await ask('DELETE', `/rest/service-tokens/${tokenId}`));
    const entries = await server.running.storage.db
      .selectFrom('audit')
      .select(['action', 'account_name', 'detail'])
      .where('subject', '=', `user:${id}`)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'token', 'renew', 'end'].map((act) => `serviceAccounts.${act}`),
    );
    expect(new Set(entries.map((entry) => entry.account_name))).toEqual(new Set(['operatorA']));
    for (const secret of [token, next]) expect(JSON.stringify(entries)).not.toContain(secret.slice(4, 20));
  });

  it('a plan that a program proposes is a draft in its name, which a person approves and it cannot', async () => {
    const { id, name } = await account();
    const { token } = await tokenFor(id, ['read', 'propose']);
    const items = [{ target: { rtuId: 1, slot: null }, group: 'rtu', edits: { lowBattery: 11.2 } }];
    const body = { title: 'Low battery', surface: 'script', items };
    const { plan } = dataOf<{ plan: { id: string; state: string; createdBy: string } }>(
      await ask('POST', '/rest/plans', body, token),
    );
    expect(plan).toMatchObject({ state: 'draft', createdBy: name });
    const refused = await ask('POST', `/rest/plans/${plan.id}/approve`, {}, token);
    expect([refused.http, refused.envelope?.messageId]).toEqual([403, 'api.needsPerson']);
    const seen = dataOf<{ plans: { id: string }[] }>(await ask('GET', '/rest/plans'));
    expect(seen.plans.map((one) => one.id)).toContain(plan.id);
  });
});
