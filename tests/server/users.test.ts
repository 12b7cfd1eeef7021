import { execFileSync } from 'node:child_process';
/** The first administrator, users and roles on the real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../src/base/permissions.ts';
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { firstRoles } from '../../src/server/accounts/roles/roles.ts';
import { newSetupSecret } from '../../src/server/accounts/setup.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { until } from '../support/security/world.ts';
import { type Answer, password, startTestServer, type TestServer } from '../support/server.ts';

const refusal = ({ envelope }: Answer) => [envelope?.status, envelope?.messageId, envelope?.field];
const fresh = 'gully-above-the-road';

describe('the first start', () => {
  it('S9 has no account; its secret makes one administrator, once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'groundwatch-setup-'));
    const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const running = await startServer(readSettings(environment));
    const post = async (path: string, body: object) => {
      const answer = await fetch(running.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', lang: 'en' },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { status: number; messageId?: string; data: { loginToken?: string } };
    };
    const needed = async () =>
      ((await (await fetch(`${running.address}/rest/setup`)).json()) as { data: { needed: boolean } }).data
        .needed;
    try {
      expect(await needed()).toBe(true);
      const first = { accountName: 'owner', password: fresh, language: 'ja' };
      const void_ = await newSetupSecret(running.storage);
      const secret = await newSetupSecret(running.storage);
      expect(
        JSON.stringify(await running.storage.db.selectFrom('settings').selectAll().execute()),
      ).not.toContain(secret);
      expect((await post('/rest/setup', { ...first, secret: void_ })).messageId).toBe('setup.wrong');
      expect((await post('/rest/setup', { ...first, secret, password: 'short' })).messageId).toBe(
        'password.short',
      );
      const both = await Promise.all([1, 2].map(() => post('/rest/setup', { ...first, secret })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await needed()).toBe(false);
      expect((await post('/rest/setup', { ...first, secret, accountName: 'two' })).messageId).toBe(
        'setup.over',
      );
      expect((await post('/login', { accountName: 'owner', password: fresh })).data.loginToken).toHaveLength(
        43,
      );
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('shows the ports for devices during the setup, with TLS and without, and not after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'groundwatch-setup-'));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const state = async (environment: Readonly<Record<string, string>>, setUp = false) => {
      const usual = { PORT: '0', MQTT_PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
      const running = await startServer(readSettings({ ...usual, ...environment }));
      try {
        if (setUp)
          await createUser(running.storage, {
            ...{ accountName: 'owner', password: fresh, companyId: null, roleId: 1, language: 'en' },
          });
        const answer = (await (await fetch(`${running.address}/rest/setup`)).json()) as { data: object };
        return { data: answer.data, port: running.mqttPort, tlsPort: running.mqttTlsPort };
      } finally {
        await running.stop();
      }
    };
    const withTls = { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: '0' };
    try {
      const plain = await state({});
      expect(plain.data).toEqual({ needed: true, broker: { port: plain.port, tlsPort: null } });
      const both = await state(withTls);
      expect(both.tlsPort).toBeGreaterThan(0);
      expect(both.data).toEqual({ needed: true, broker: { port: both.port, tlsPort: both.tlsPort } });
      const only = await state({ ...withTls, MQTT_PORT: 'off' });
      expect(only.data).toEqual({ needed: true, broker: { port: null, tlsPort: only.tlsPort } });
      expect((await state({}, true)).data).toEqual({ needed: false });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('users', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer();
    token = await server.login('maintainer');
    await server.running.storage.write(async (db) => {
      await db.insertInto('roles').values({ name: 'company administrator' }).execute();
      await db
        .insertInto('role_permissions')
        .values(
          [...(firstRoles[1]?.permissions ?? []), 'system:user:edit'].map((permission) => ({
            role_id: 5,
            permission,
          })),
        )
        .execute();
    });
    const rest = { password, language: 'en' as const };
    await createUser(server.running.storage, { ...rest, accountName: 'adminA', companyId: 1, roleId: 5 });
  });
  afterAll(async () => {
    await server.stop();
  });
  const ask = (method: string, path: string, body?: unknown, by = token) =>
    server.call(path, { token: by, method, ...(body === undefined ? {} : { body }) });
  const newUser = (accountName: string, more: object = {}) => ({
    accountName,
    password: fresh,
    companyId: 1,
    roleId: 3,
    language: 'zh-chs',
    ...more,
  });
  const idOf = async (account: string) =>
    (
      await server.running.storage.db
        .selectFrom('users')
        .select('id')
        .where('account_name', '=', account)
        .executeTakeFirstOrThrow()
    ).id;

  it('are made, changed, kept out and let in again; their sessions end', async () => {
    expect((await ask('POST', '/rest/users', newUser('walker'))).envelope?.status).toBe(200);
    const id = await idOf('walker');
    const login = async (word: string) =>
      (await server.call('/login', { method: 'POST', body: { accountName: 'walker', password: word } }))
        .envelope?.data as unknown as { loginToken?: string } | null;
    const own = (await login(fresh))?.loginToken ?? '';
    expect((await ask('GET', '/rest/stations', undefined, own)).envelope?.status).toBe(200);
    await ask('POST', `/rest/users/${id}/disabled`, { disabled: true });
    expect((await ask('GET', '/rest/stations', undefined, own)).envelope?.status).toBe(401);
    expect((await login(fresh))?.loginToken).toBeUndefined();
    await ask('POST', `/rest/users/${id}/disabled`, { disabled: false });
    await ask('POST', `/rest/users/${id}/password`, { newPassword: 'another-long-phrase' });
    expect((await login('another-long-phrase'))?.loginToken).toHaveLength(43);
  });

  it('have names that differ in more than case, and passwords that hold', async () => {
    expect(refusal(await ask('POST', '/rest/users', newUser('OperatorA')))).toEqual([
      422,
      'sites.taken',
      'accountName',
    ]);
    expect(refusal(await ask('POST', '/rest/users', newUser('other', { password: 'password1' })))).toEqual([
      422,
      'password.common',
      'password',
    ]);
    expect(refusal(await ask('POST', '/rest/users', newUser('a b')))).toEqual([
      400,
      'bound.pattern',
      'accountName',
    ]);
  });

  it('S30 get no more than who makes them has: company, role, platform', async () => {
    const own = await server.login('adminA');
    expect((await ask('POST', '/rest/users', newUser('mate'), own)).envelope?.status).toBe(200);
    for (const [more, expected] of [
      [{ companyId: 2 }, [404, 'api.notFound', 'companyId']],
      [{ companyId: null }, [404, 'api.notFound', 'companyId']],
      [{ roleId: 1 }, [403, 'users.moreThanOwn', 'roleId']],
    ] as const)
      expect(refusal(await ask('POST', '/rest/users', newUser('more', more), own))).toEqual(expected);
    const foreign = await idOf('operatorB');
    const maintainer = await idOf('maintainer');
    for (const id of [foreign, maintainer]) {
      const reset = await ask('POST', `/rest/users/${id}/password`, { newPassword: fresh }, own);
      expect(refusal(reset)).toEqual([404, 'api.notFound', undefined]);
    }
    const { data } = (await ask('GET', '/rest/users', undefined, own)).envelope as unknown as {
      data: { users: { companyId: number }[]; roles: { id: number }[] };
    };
    expect(new Set(data.users.map(({ companyId }) => companyId))).toEqual(new Set([1]));
    expect(data.roles.map(({ id }) => id)).not.toContain(1);
  });

  it('cannot lock everybody out', async () => {
    const own = await idOf('maintainer');
    expect(refusal(await ask('POST', `/rest/users/${own}/disabled`, { disabled: true }))[1]).toBe(
      'users.notOneself',
    );
    const rights = { companyId: null, roleId: 2, language: 'en' };
    expect(refusal(await ask('PUT', `/rest/users/${own}`, rights))[1]).toBe('users.notOneself');
    await ask('POST', '/rest/users', newUser('second', { companyId: null, roleId: 1 }));
    const second = await server.call('/login', {
      method: 'POST',
      body: { accountName: 'second', password: fresh },
    });
    const theirs = (second.envelope?.data as unknown as { loginToken: string }).loginToken;
    expect(
      (await ask('POST', `/rest/users/${own}/disabled`, { disabled: true }, theirs)).envelope?.status,
    ).toBe(200);
    expect(
      (await ask('POST', `/rest/users/${own}/disabled`, { disabled: false }, theirs)).envelope?.status,
    ).toBe(200);
    token = await server.login('maintainer');
    const less = { name: 'maintainer', permissions: ['station:data:view'] };
    expect(refusal(await ask('PUT', '/rest/roles/1', less))).toEqual([422, 'users.roleKeeps', 'permissions']);
  });

  it('S15 of a role that lost a permission lose it within a second', async () => {
    const role = { name: 'watcher', permissions: ['station:data:view'] };
    const { id } = (await ask('POST', '/rest/roles', role)).envelope?.data as unknown as { id: number };
    await ask('POST', '/rest/users', newUser('watcher', { roleId: id }));
    const { loginToken } = (
      await server.call('/login', { method: 'POST', body: { accountName: 'watcher', password: fresh } })
    ).envelope?.data as unknown as { loginToken: string };
    const status = async () => (await ask('GET', '/rest/stations', undefined, loginToken)).envelope?.status;
    expect(await status()).toBe(200);
    await ask('PUT', `/rest/roles/${id}`, { name: 'watcher', permissions: [] });
    await until(async () => (await status()) !== 200, 1000);
    expect(refusal(await ask('DELETE', `/rest/roles/${id}`))[1]).toBe('users.roleUsed');
    expect(refusal(await ask('POST', '/rest/roles', { name: 'x', permissions: ['all:all:all'] }))).toEqual([
      422,
      'users.noPermission',
      'permissions',
    ]);
    expect(permissions).toContain('system:role:edit');
  });

  it('keeps each version of a role with who and why, and refuses to save over a newer one', async () => {
    const body = { name: 'night shift', permissions: ['station:data:view'], reason: ' begins ' };
    const { id } = (await ask('POST', '/rest/roles', body)).envelope?.data as unknown as { id: number };
    const more = { name: 'night shift', permissions: ['alarm:event:view', 'station:data:view'] };
    const save = (version: number, reason: string) =>
      ask('PUT', `/rest/roles/${id}`, { ...more, version, reason });
    expect((await save(1, 'sees alarms')).envelope?.status).toBe(200);
    expect(refusal(await save(1, 'late'))).toEqual([409, 'users.roleMoved', undefined]);
    const answer = await ask('GET', `/rest/roles/${id}/versions`);
    const { versions } = answer.envelope?.data as unknown as { versions: readonly object[] };
    expect(versions).toMatchObject([
      { version: 2, accountName: 'maintainer', reason: 'sees alarms', permissions: more.permissions },
      { version: 1, accountName: 'maintainer', reason: 'begins', permissions: body.permissions },
    ]);
    const { roles } = (await ask('GET', '/rest/users')).envelope?.data as unknown as {
      roles: readonly { id: number; version: number }[];
    };
    expect(roles.find((role) => role.id === id)?.version).toBe(2);
    // A company's own administrator neither sees nor changes what is the platform's.
    const own = await server.login('adminA');
    expect((await ask('GET', `/rest/roles/${id}/versions`, undefined, own)).http).toBe(403);
    expect((await ask('DELETE', `/rest/roles/${id}`)).envelope?.status).toBe(200);
    expect((await ask('GET', `/rest/roles/${id}/versions`)).http).toBe(404);
  });
});
