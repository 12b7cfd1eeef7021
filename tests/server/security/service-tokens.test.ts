/** S79: what a program can do with a token, call by call of the contract; everything else needs a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../../src/base/permissions.ts';
import type { Call } from '../../../src/contract/call.ts';
import {
  permissionsWithin,
  type ServiceScope,
  serviceScopes,
} from '../../../src/contract/company/service-scopes.ts';
import { calls } from '../../../src/contract/index.ts';
import { scopeOf, selfCallId, serviceCallIds } from '../../../src/contract/service-calls.ts';
import { isServiceToken } from '../../../src/server/accounts/service/tokens.ts';
import * as checks from '../../support/security/checks.ts';
import { sampleOf } from '../../support/security/samples.ts';
import { startWorld, type World } from '../../support/security/world.ts';

let world: World;
/** Tokens by company and scopes; each of an account with the operators’ role, which holds every permission. */
const tokens = new Map<string, string>();
const keyOf = (company: 1 | 2, scopes: readonly ServiceScope[]) => `${company} ${scopes.join(' ')}`;
const allButOne = (left: ServiceScope) => serviceScopes.filter((scope) => scope !== left);

beforeAll(async () => {
  world = await startWorld();
  // Behind a name that the planting of `ask` does not know: it takes away what calls of service accounts made.
  const maintainer = await world.login('maintainer');
  const post = async <T>(path: string, body: object) =>
    (await world.call(path, { token: maintainer, method: 'POST', body })).envelope?.data as T;
  for (const company of [1, 2] as const) {
    const rights = { purpose: '', companyId: company, roleId: 2 };
    const account = { accountName: `robot-${company}`, ...rights };
    const { id } = await post<{ id: number }>('/rest/service-accounts', account);
    const wanted = [serviceScopes, ...serviceScopes.map(allButOne)];
    for (const scopes of wanted) {
      const body = { name: 'of the test', scopes, days: 1 };
      const { token } = await post<{ token: string }>(`/rest/service-accounts/${id}/tokens`, body);
      tokens.set(keyOf(company, scopes), token);
    }
  }
}, 120_000);
afterAll(() => world.stop());

const tokenOf = (company: 1 | 2, scopes: readonly ServiceScope[]) => {
  const token = tokens.get(keyOf(company, scopes));
  if (token === undefined) throw new Error('no such token');
  return token;
};

const closed = calls.filter((entry) => entry.access !== 'public');
const open = closed.filter((entry) => scopeOf(entry) !== null);
/** Calls that change what belongs to one account. */
const ofOwner: readonly string[] = ['scripts.rename', 'scripts.save'];
const askers = (token: string): checks.Askers => ({
  ask: world.ask,
  holder: async () => token,
  stranger: async () => token,
  foreigner: async () => tokenOf(2, serviceScopes),
});
/** Asks without planting anew, which would take the accounts of this test away. */
async function answerTo(entry: Call, token: string) {
  const { path, method = 'GET', body, headers = {} } = sampleOf(entry, 1);
  const { http, envelope } = await world.call(path, { token, method, body, headers });
  return [entry.id, http, envelope?.messageId];
}

describe('S79 the table of what tokens may ask', () => {
  it('names calls of the contract, and each of them is within reach of its scope', () => {
    expect(serviceCallIds.filter((id) => !closed.some((entry) => entry.id === id))).toEqual([]);
    const outOfReach = open.filter(({ id, access }) => {
      const scope = scopeOf({ id });
      const held = permissionsWithin(scope === null ? [] : [scope, 'read'], permissions);
      return access !== 'session' && ![access].flat().some((needed) => held.includes(needed));
    });
    expect(outOfReach.map(({ id }) => id)).toEqual([]);
  });

  it('lets through no permission by which a person approves, sounds, signs, or changes rights, sites and rules', () => {
    const left = permissions.filter((one) => !permissionsWithin(serviceScopes, permissions).includes(one));
    expect(left).toEqual(
      expect.arrayContaining([
        ...['device:command:sound', 'device:command:freeText', 'device:command:delete', 'device:site:edit'],
        ...['system:user:edit', 'system:role:edit', 'system:platform:edit', 'alarm:rule:edit'],
        ...['alarm:notify:edit', 'report:document:sign', 'device:script:delete', 'station:remark:delete'],
      ]),
    );
    // Nobody gets what the role does not hold.
    expect(permissionsWithin(serviceScopes, ['station:data:view', 'unknown:thing:do'])).toEqual([
      'station:data:view',
    ]);
    expect(permissionsWithin([], permissions)).toEqual([]);
  });

  it.each([
    'orders.confirm',
    'orders.create',
    'plans.approve',
    'plans.resume',
    'plans.cancelRest',
    'joint.sign',
    'sirens.sound',
    'sirens.arm',
    'alarms.shelve',
    'alarms.close',
    'reports.sign',
    'session.password',
    'users.create',
    'roles.update',
    'serviceAccounts.createToken',
    'serviceAccounts.list',
    'live.stream',
  ])('leaves %s to people', (id) => {
    const found = closed.find((entry) => entry.id === id);
    expect(found).toBeDefined();
    expect(scopeOf({ id })).toBeNull();
  });
});

describe('S79 a token with every scope, of an account whose role holds everything', () => {
  it('is refused every call that needs a person, whatever is asked', async () => {
    const token = tokenOf(1, serviceScopes);
    const answers: unknown[] = [];
    const needing = closed.filter((entry) => scopeOf(entry) === null && entry.id !== selfCallId);
    for (const entry of needing) answers.push(await answerTo(entry, token));
    expect(answers).toEqual(needing.map(({ id }) => [id, 403, 'api.needsPerson']));
    expect(needing.length).toBeGreaterThan(100);
  });

  it('is answered the calls of its scopes, with nothing of another company', async () => {
    const holes: string[] = [];
    for (const entry of open.filter(({ id }) => !ofOwner.includes(id)))
      holes.push(...(await checks.holderHoles(askers(tokenOf(1, serviceScopes)), entry)));
    expect(holes).toEqual([]);
    // Those of a person stay a person’s.
    for (const entry of open.filter(({ id }) => ofOwner.includes(id)))
      expect(await answerTo(entry, tokenOf(1, serviceScopes))).toEqual([entry.id, 403, 'scripts.notOwn']);
  });

  it('finds nothing of another company by its ids', async () => {
    const holes: string[] = [];
    for (const entry of open)
      holes.push(...(await checks.foreignerHoles(askers(tokenOf(1, serviceScopes)), entry)));
    expect(holes).toEqual([]);
  });
});

describe.each(serviceScopes)('S79 a token without the scope %s', (scope) => {
  it('is refused its calls, and says which scope it lacks', async () => {
    const token = tokenOf(1, allButOne(scope));
    const own = open.filter((entry) => scopeOf(entry) === scope);
    const answers: unknown[] = [];
    for (const entry of own) answers.push(await answerTo(entry, token));
    expect(answers).toEqual(own.map(({ id }) => [id, 403, 'api.outOfScope']));
  });
});

describe('S79 what a token is not', () => {
  it('opens no session call with a cookie or in the address, and is no session token', async () => {
    const token = tokenOf(1, serviceScopes);
    expect(isServiceToken(token)).toBe(true);
    const bySession = await world.call('/rest/self', {
      headers: { cookie: `groundwatch-1.10.0-token=${token}` },
    });
    expect(bySession.envelope?.status).toBe(401);
    const inAddress = await world.call(`/rest/self?token=${token}`);
    expect(inAddress.envelope?.status).toBe(401);
    expect(await world.login('operatorA').then(isServiceToken)).toBe(false);
  });

  it('is kept as its hash alone, and stands in no entry of the audit', async () => {
    const { db } = world.running.storage;
    const secret = tokenOf(1, serviceScopes).slice(4);
    for (const table of ['service_tokens', 'audit', 'users', 'sessions'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(secret);
  });

  it('leaves what it was refused in the audit, under the name of its account', async () => {
    const { db } = world.running.storage;
    const denied = await db
      .selectFrom('audit')
      .select(['account_name', 'subject', 'detail', 'result'])
      .where('action', '=', 'access.denied')
      .where('subject', 'in', ['plans.approve', 'stations.list'])
      .execute();
    expect(denied).toContainEqual({
      ...{ account_name: 'robot-1', subject: 'plans.approve', detail: 'a person', result: 'refused' },
    });
    expect(denied).toContainEqual({
      ...{ account_name: 'robot-1', subject: 'stations.list', detail: 'read', result: 'refused' },
    });
  });
});
