// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookiePrefix, readCookie } from '../../../../src/console/state/connection/cookies.ts';
import {
  can,
  dropSession,
  hasToken,
  session,
  signIn,
  signOut,
} from '../../../../src/console/state/connection/session.ts';
import * as contract from '../../../../src/contract/company/session.ts';
import { type Answering, envelope, startAnswering } from './answering.ts';

let server: Answering;
const ok = (data: unknown) => envelope({ status: 200, msg: '', data });
const menu = (menuAuth: string, children: unknown[] = []) => ({ menuType: 'menu', menuAuth, children });
beforeAll(async () => {
  server = await startAnswering();
});
afterAll(() => server.stop());
beforeEach(() => {
  dropSession();
  server.answer(contract.login.path, ok({ loginToken: 'secret' }));
  server.answer(contract.getInfo.path, ok({ name: 'Ann', accountName: 'ann', roleId: 2 }));
  server.answer(contract.getRoleId.path, ok({ roleId: 2 }));
  server.answer(
    contract.permissions.path,
    ok({
      permissions: ['a:b:view'],
      menus: [menu(''), menu('c:d:view', [menu('e:f:set'), menu('a:b:view')])],
    }),
  );
  server.answer(contract.logout.path, ok({}));
});
const enter = () => signIn({ accountName: 'ann', password: 'right' });

describe('signing in', () => {
  it('keeps the token and an id under the prefixed names', async () => {
    await enter();
    expect(readCookie('groundwatch-1.10.0-token')).toBe('secret');
    expect(readCookie('groundwatch-1.10.0-uuid')).toMatch(/^[\da-f-]{36}$/);
    expect(cookiePrefix).toBe('groundwatch-1.10.0-');
  });
  it('knows the user, the role and the union of both lists of permissions', async () => {
    await enter();
    expect(session).toMatchObject({ ready: true, roleId: 2, user: { name: 'Ann' } });
    expect([...session.permissions].sort()).toEqual(['a:b:view', 'c:d:view', 'e:f:set']);
  });
  it('refused keeps nothing and reports the server’s message', async () => {
    server.answer(contract.login.path, envelope({ status: 422, msg: 'wrong', data: { needCode: true } }));
    await expect(enter()).rejects.toMatchObject({ message: 'wrong', data: { needCode: true } });
    expect(hasToken()).toBe(false);
  });
  it.each([null, {}])('answered with %j in place of a token reports the server’s message', async (data) => {
    server.answer(contract.login.path, envelope({ status: 200, msg: 'account is closed', data }));
    await expect(enter()).rejects.toMatchObject({ name: 'ApiError', message: 'account is closed' });
    expect(hasToken()).toBe(false);
  });
  it('goes on when the permissions do not come', async () => {
    server.answer(contract.permissions.path, (response) => response.writeHead(500).end());
    await enter();
    expect(session).toMatchObject({ ready: true, user: { name: 'Ann' }, permissions: [] });
  });
});

describe('signing out', () => {
  it('forgets the session here and ends it on the server', async () => {
    await enter();
    await signOut();
    expect(server.asked.at(-1)).toMatchObject({
      url: contract.logout.path,
      headers: { authorization: 'secret' },
    });
    expect(hasToken()).toBe(false);
    expect(readCookie('groundwatch-1.10.0-uuid')).toBeNull();
    expect(session).toMatchObject({ user: null, roleId: null, permissions: [], ready: false });
  });
  it('does not wait for a server that is gone', async () => {
    await enter();
    server.answer(contract.logout.path, (response) => response.destroy());
    await signOut();
    expect(hasToken()).toBe(false);
  });
});

describe('permission', () => {
  it('passes with any of a list', async () => {
    await enter();
    expect(can('a:b:view')).toBe(true);
    expect(can(['x:y:z', 'e:f:set'])).toBe(true);
    expect(can('x:y:z')).toBe(false);
  });
  it.each([[''], [[]], [['']]])('asked with %j is an error', (nothing) => {
    expect(() => can(nothing)).toThrow(TypeError);
  });
});
