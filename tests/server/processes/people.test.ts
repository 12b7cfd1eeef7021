/** People who are answered by two processes in turn: signing in, sessions, rights, what is good once (src/server/processes). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Puzzles } from '../../../src/server/accounts/guessing/puzzles.ts';
import { Login } from '../../../src/server/accounts/login.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { bodyHash } from '../../../src/server/delivery/body-hash.ts';
import { takeConfirmation } from '../../../src/server/delivery/confirm.ts';
import { type OneProcess, startTwo, type TwoProcesses } from '../../support/processes.ts';
import { solved } from '../../support/security/puzzle.ts';
import { type Answer, password } from '../../support/server.ts';
import { codeAt } from '../../support/totp.ts';

type Asked = Pick<OneProcess, 'call'>;
let two: TwoProcesses;
let both: readonly [Asked, Asked];
beforeAll(async () => {
  two = await startTwo({ TRUST_PROXY: '127.0.0.1' });
  both = [two.a, two.b];
});
afterAll(async () => {
  await two.stop();
});

const said = ({ http, envelope }: Answer) =>
  http === 200 && envelope?.status === 200 ? 'in' : (envelope?.messageId ?? http);
let addresses = 0;
/** Of a client that no other test is. */
const newAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};
let accounts = 0;
async function newAccount(): Promise<string> {
  accounts += 1;
  const accountName = `walker${accounts}`;
  const { storage } = two.a.running;
  await createUser(storage, { accountName, password, companyId: 1, roleId: 2, language: 'en' });
  return accountName;
}
const post = (at: Asked, path: string, body: unknown, from: string, token?: string) =>
  at.call(path, {
    ...{ method: 'POST', body, headers: { 'x-forwarded-for': from } },
    ...(token === undefined ? {} : { token }),
  });
const enter = (at: Asked, accountName: string, word: string, from: string, more: object = {}) =>
  post(at, '/login', { accountName, password: word, ...more }, from);
const tokenIn = ({ envelope }: Answer) =>
  (envelope?.data as unknown as { loginToken?: string } | null)?.loginToken ?? '';
async function workOff(at: Asked, accountName: string, from: string) {
  const { envelope } = await post(at, '/rest/login/code', { accountName }, from);
  const puzzle = envelope?.data as unknown as { codeId: string; seed: string; parts: number; bits: number };
  return { codeId: puzzle.codeId, code: solved(puzzle) };
}
const stations = (at: Asked, token: string) => at.call('/rest/stations', { token }).then(said);

describe('a session', () => {
  it('of one process is one of the other; what ends it at one ends it at both with the next call', async () => {
    const account = await newAccount();
    const token = tokenIn(await enter(two.a, account, password, newAddress()));
    expect(await Promise.all(both.map((at) => stations(at, token)))).toEqual(['in', 'in']);
    await two.a.call('/rest/user/logout', { method: 'POST', token, body: {} });
    expect(await stations(two.b, token)).toBe('api.unauthorized');
  });
  it('follows the role of its account and the permissions of the role', async () => {
    const account = await newAccount();
    const { db } = two.a.running.storage;
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', account)
      .executeTakeFirstOrThrow();
    const maintainer = await two.a.login('maintainer');
    const token = tokenIn(await enter(two.b, account, password, newAddress()));
    expect(await stations(two.b, token)).toBe('in');
    const moved = { companyId: 1, roleId: 4, language: 'en', fullName: '', phone: '' };
    const put = await two.a.call(`/rest/users/${id}`, { method: 'PUT', token: maintainer, body: moved });
    expect(said(put)).toBe('in');
    expect(await stations(two.b, token)).toBe('api.unauthorized');
    const again = tokenIn(await enter(two.b, account, password, newAddress()));
    expect(await stations(two.b, again)).toBe('api.forbidden');
    const grown = { name: 'nothing', permissions: ['station:data:view'] };
    await two.a.call('/rest/roles/4', { method: 'PUT', token: maintainer, body: grown });
    // A session whose rights have changed ends where it was seen with others; the next one has them.
    const third = tokenIn(await enter(two.b, account, password, newAddress()));
    expect(await stations(two.b, third)).toBe('in');
  });
});

describe('the throttle', () => {
  it('counts over both: a code after three failures, a wait after five, and not before', async () => {
    const account = await newAccount();
    const from = newAddress();
    for (let i = 0; i < 3; i++) {
      const at = both[i % 2] as Asked;
      const reply = await enter(at, account, 'a wrong one', from);
      expect([said(reply), reply.envelope?.data]).toEqual(['login.wrong', { needCode: i === 2 }]);
    }
    for (const at of both) expect(said(await enter(at, account, password, from))).toBe('login.code');
    for (let i = 3; i < 5; i++) {
      const [made, asked] = [both[i % 2] as Asked, both[(i + 1) % 2] as Asked];
      expect(said(await enter(asked, account, 'a wrong one', from, await workOff(made, account, from)))).toBe(
        'login.wrong',
      );
    }
    // Both wait at once; a second later, or from elsewhere, the owner is let in.
    const held = await Promise.all(both.map((at) => enter(at, account, password, from)));
    expect(held.map(said)).toEqual(['login.throttled', 'login.throttled']);
    const home = newAddress();
    expect(said(await enter(two.b, account, password, home, await workOff(two.a, account, home)))).toBe('in');
  });
  it('guesses that are made at both at once are no more than those made one after the other', async () => {
    const account = await newAccount();
    const from = newAddress();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) => enter(both[i % 2] as Asked, account, `guess ${i}`, from)),
    );
    const tally = replies.map(said);
    expect(tally.filter((one) => one === 'login.wrong')).toHaveLength(3);
    expect(tally.filter((one) => one === 'login.code')).toHaveLength(37);
  });
  it('a puzzle is good once, wherever it was made and is answered', async () => {
    const account = await newAccount();
    const from = newAddress();
    for (let i = 0; i < 3; i++) await enter(two.a, account, 'a wrong one', from);
    const work = await workOff(two.a, account, from);
    const tries = both.map((at) => enter(at, account, 'a wrong one', from, work).then(said));
    expect((await Promise.all(tries)).sort()).toEqual(['login.code', 'login.wrong']);
    expect(said(await enter(two.b, account, password, from, work))).toBe('login.code');
  });
  it('a session that guesses at both has one budget', async () => {
    const account = await newAccount();
    const token = tokenIn(await enter(two.a, account, password, newAddress()));
    const change = (at: Asked, word: string) =>
      post(
        at,
        '/rest/user/password',
        { password: word, newPassword: 'quarry-at-dawn' },
        newAddress(),
        token,
      ).then(said);
    for (let i = 0; i < 5; i++)
      expect(await change(both[i % 2] as Asked, `guess ${i}`)).toBe('password.wrong');
    expect(await change(two.b, password)).toBe('login.throttled');
    expect(await change(two.a, password)).toBe('login.throttled');
  });
});

describe('a one-time code', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const secured = async () => {
    const account = await newAccount();
    const { storage } = two.a.running;
    await storage.write((db) =>
      db.updateTable('users').set({ totp_secret: secret }).where('account_name', '=', account).execute(),
    );
    return account;
  };
  it('is used once, of two that come at once', async () => {
    const account = await secured();
    const otp = codeAt(secret, Date.now());
    const tries = both.map((at) => enter(at, account, password, newAddress(), { otp }).then(said));
    expect((await Promise.all(tries)).sort()).toEqual(['in', 'totp.wrong']);
  });
  it('of wrong ones ten a day are looked at by both together, by whatever clocks', async () => {
    const account = await secured();
    const key = randomBytes(32);
    // The clock of one is wrong by two days, and its puzzles are easy.
    const logins = [two.a, two.b].map(({ running: { storage } }, index) => {
      const clock = () => Date.now() + index * 2 * 86_400_000;
      return new Login(storage, new Sessions(storage, clock), clock, key, new Puzzles(key, 1));
    });
    const attempt = async (index: number, otp: string) => {
      const [login, address] = [logins[index % 2] as Login, newAddress()];
      const puzzle = await logins[(index + 1) % 2]?.puzzle(account, address, undefined);
      const work = puzzle === undefined ? {} : { codeId: puzzle.codeId, code: solved(puzzle) };
      return login.attempt({ accountName: account, password, otp, address, replaces: null, ...work }).then(
        () => 'in',
        (error: { messageId: string }) => error.messageId,
      );
    };
    const right = () => codeAt(secret, Date.now());
    const wrong = ((Number(right()) + 500_000) % 1_000_000).toString().padStart(6, '0');
    for (let i = 0; i < 9; i++) expect(await attempt(i, wrong)).toBe('totp.wrong');
    // The tenth may be the right one, and then counts for nothing.
    expect(await attempt(9, right())).toBe('in');
    expect(await attempt(10, wrong)).toBe('totp.wrong');
    for (const i of [11, 12]) expect(await attempt(i, right())).toBe('totp.two');
  });
});

describe('what is ordered', () => {
  const orderOf = (key: string) => ({
    key: `key-of-two-processes-${key}`,
    target: { rtuId: 1, slot: null },
    content: { type: 'action', action: 'reportNow', args: {} },
    reason: 'of the test',
    surface: 'button',
  });
  const proofOf = async (at: Asked, token: string, body: unknown) => {
    const { envelope } = await post(at, '/rest/user/confirm', { body, password }, newAddress(), token);
    return (envelope?.data as unknown as { confirmation?: string } | null)?.confirmation ?? '';
  };
  const create = (at: Asked, token: string, body: object, confirmation: string) =>
    post(at, '/rest/orders', { ...body, confirmation }, newAddress(), token);

  it('is proven at one process and ordered at the other', async () => {
    const token = tokenIn(await enter(two.a, await newAccount(), password, newAddress()));
    const set = { type: 'set', group: 'rtu', edits: { lowBattery: 11 }, version: 0 };
    const body = { ...orderOf('proof'), content: set };
    const proof = await proofOf(two.a, token, body);
    const other = { ...body, content: { ...set, edits: { lowBattery: 12 } } };
    expect(said(await create(two.b, token, other, proof))).toBe('set.confirmationOver');
    expect(said(await create(two.b, token, body, proof))).toBe('in');
  });
  it('by a proof that is used at both at once: one has it', async () => {
    const account = await newAccount();
    const token = tokenIn(await enter(two.b, account, password, newAddress()));
    const body = orderOf('once');
    const confirmation = await proofOf(two.b, token, body);
    const viewer = await new Sessions(two.a.running.storage).viewer(token);
    if (viewer === null) throw new Error('no session');
    const used = await Promise.allSettled(
      [two.a, two.b].map(({ running: { storage } }, index) =>
        storage.write((db) =>
          takeConfirmation(
            db,
            { viewer, address: 'here', token },
            // The clock of the second one is wrong by an hour: the database's decides.
            { confirmation, hash: bodyHash(body), now: Date.now() + index * 3_600_000 },
          ),
        ),
      ),
    );
    expect(used.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
  it('by the same key at both at once is one order', async () => {
    const token = tokenIn(await enter(two.b, await newAccount(), password, newAddress()));
    const body = orderOf('same');
    const proofs = await Promise.all(both.map((at) => proofOf(at, token, body)));
    const made = await Promise.all(both.map((at, i) => create(at, token, body, proofs[i] ?? '')));
    const ids = made.map(
      ({ envelope }) => (envelope?.data as unknown as { order?: { id: string } } | null)?.order?.id,
    );
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
    const { db } = two.a.running.storage;
    const rows = await db.selectFrom('orders').select('id').where('idempotency_key', '=', body.key).execute();
    expect(rows).toHaveLength(1);
  });
});
