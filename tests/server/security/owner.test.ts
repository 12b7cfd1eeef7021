/** D2: the owner of an account can sign in while others guess; and what a proxy says of clients (S70, S71). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Puzzles } from '../../../src/server/accounts/guessing/puzzles.ts';
import { Login } from '../../../src/server/accounts/login.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { solved } from '../../support/security/puzzle.ts';
import { type Ask, type Reply, startWorld, type World } from '../../support/security/world.ts';
import { password } from '../../support/server.ts';
import { codeAt } from '../../support/totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const said = (reply: Reply) => reply.envelope?.messageId ?? 'in';
const cookieOf = (reply: Reply) => (reply.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
const tokenOf = (reply: Reply) => (reply.envelope?.data as unknown as { loginToken: string }).loginToken;

interface Try {
  readonly account: string;
  readonly word?: string;
  readonly otp?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}
/** A login that brings the work where it is asked for, as the console does. */
async function enter(world: World, { account, word = password, otp, headers = {}, from }: Try) {
  const at: Pick<Ask, 'headers' | 'from'> = { headers, ...(from === undefined ? {} : { from }) };
  const body = { accountName: account, password: word, ...(otp === undefined ? {} : { otp }) };
  const send = (more: object) =>
    world.ask({ method: 'POST', path: '/login', body: { ...body, ...more }, ...at });
  const first = await send({});
  if (said(first) !== 'login.code') return first;
  const { envelope } = await world.ask({
    method: 'POST',
    path: '/rest/login/code',
    body: { accountName: account },
    ...at,
  });
  const puzzle = envelope?.data as unknown as { codeId: string; seed: string; parts: number; bits: number };
  return send({ codeId: puzzle.codeId, code: solved(puzzle) });
}

let made = 0;
async function newAccount(world: World): Promise<string> {
  made += 1;
  const accountName = `owner${made}`;
  await createUser(world.running.storage, {
    accountName,
    password,
    companyId: 1,
    roleId: 2,
    language: 'en',
  });
  return accountName;
}
/** Fails until the account's logins from the address wait. */
async function holdUp(world: World, account: string, from: string, headers = {}): Promise<void> {
  let reply = await enter(world, { account, word: 'a wrong one', from, headers });
  for (let i = 0; i < 12; i++) reply = await enter(world, { account, word: `wrong ${i}`, from, headers });
  while (said(reply) !== 'login.throttled')
    reply = await enter(world, { account, word: 'wrong again', from, headers });
}

describe('D2 S71: the owner', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world.stop();
  });
  const setSecret = (account: string, value: string | null) =>
    world.running.storage.write((db) =>
      db
        .updateTable('users')
        .set({ totp_secret: value, totp_step: null })
        .where('account_name', '=', account)
        .execute(),
    );

  it('D2: of a known device gets in while others at the same address are held up, without work', async () => {
    const [account, from] = [await newAccount(world), '127.0.40.1'];
    const cookie = cookieOf(await enter(world, { account, from }));
    await holdUp(world, account, from);
    expect(said(await enter(world, { account, from }))).toBe('login.throttled');
    const headers = { cookie };
    const body = { accountName: account, password };
    expect(said(await world.ask({ method: 'POST', path: '/login', body, from, headers }))).toBe('in');
    // The mark is of this account alone.
    const other = await newAccount(world);
    await holdUp(world, other, from);
    expect(said(await enter(world, { account: other, from, headers }))).toBe('login.throttled');
  });

  it('D2: a device has a budget and no more: it is held up by its own failures, and others are not', async () => {
    const [account, from] = [await newAccount(world), '127.0.40.2'];
    const headers = { cookie: cookieOf(await enter(world, { account, from })) };
    await holdUp(world, account, from, headers);
    expect(said(await enter(world, { account, from, headers }))).toBe('login.throttled');
    expect(said(await enter(world, { account, from: '127.0.40.3' }))).toBe('in');
    expect(said(await enter(world, { account, from }))).toBe('in');
  });

  it('D2: a mark that was changed, or earned with a password before, makes nobody known', async () => {
    const [account, from] = [await newAccount(world), '127.0.40.4'];
    const reply = await enter(world, { account, from });
    const cookie = cookieOf(reply);
    const changed = await world.ask({
      method: 'POST',
      path: '/rest/user/password',
      token: tokenOf(reply),
      from,
      body: { password, newPassword: 'quarry-at-dawn' },
    });
    expect(said(changed)).toBe('in');
    const renewed = cookieOf(changed);
    expect(renewed).not.toBe('');
    await holdUp(world, account, from);
    const word = 'quarry-at-dawn';
    for (const wrong of [cookie, renewed.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')), `${renewed}x`])
      expect(said(await enter(world, { account, word, from, headers: { cookie: wrong } }))).toBe(
        'login.throttled',
      );
    expect(said(await enter(world, { account, word, from, headers: { cookie: renewed } }))).toBe('in');
  });

  it('D2: one browser is known for several accounts', async () => {
    const from = '127.0.40.5';
    const [a, b] = [await newAccount(world), await newAccount(world)];
    const first = cookieOf(await enter(world, { account: a, from }));
    const cookie = cookieOf(await enter(world, { account: b, from, headers: { cookie: first } }));
    for (const account of [a, b]) {
      await holdUp(world, account, from);
      expect(said(await enter(world, { account, from, headers: { cookie } }))).toBe('in');
    }
  });

  /** A login whose clock stands still until the test moves it, and an account with a second factor that is held up. */
  async function heldUp(failures = 5) {
    let now = 1_800_000_000_000;
    const { storage } = world.running;
    const clock = () => now;
    const key = randomBytes(32);
    const sessions = new Sessions(storage, clock);
    const login = new Login(storage, sessions, clock, key, new Puzzles(key, 1));
    const account = await newAccount(world);
    await setSecret(account, secret);
    interface How {
      readonly works?: boolean;
      readonly address?: string;
      readonly device?: string;
    }
    const attempt = async (word: string, otp?: string, how: How = {}) => {
      const { works = true, address = '10.0.0.1', device } = how;
      const puzzle = await login.puzzle(account, address, device);
      const work = works ? { codeId: puzzle.codeId, code: solved(puzzle) } : {};
      return login
        .attempt({ accountName: account, password: word, ...work, otp, address, device, replaces: null })
        .then(
          () => ['in'],
          ({ messageId, data }: { messageId: string; data: unknown }) => [messageId, data],
        );
    };
    for (let i = 0; i < failures; i++) await attempt(`wrong ${i}`);
    return { attempt, clock, login, account, pass: (ms: number) => (now += ms) };
  }
  const held = ['login.throttled', { needCode: true, needOtp: true }];

  it('D2: with the right password and the right one-time code passes every wait, once a code', async () => {
    const { attempt, clock } = await heldUp();
    const otp = codeAt(secret, clock());
    // Whatever is not wholly right is answered as if nobody had looked.
    expect(await attempt(password)).toEqual(held);
    expect(await attempt(password, '000000')).toEqual(held);
    expect(await attempt('a wrong one', otp)).toEqual(held);
    expect(await attempt('a wrong one', '000000')).toEqual(held);
    // Without the work it is not looked at either.
    expect((await attempt(password, otp, { works: false }))[0]).toBe('login.code');
    expect(await attempt(password, otp)).toEqual(['in']);
    for (let i = 0; i < 5; i++) await attempt(`wrong ${i}`);
    expect(await attempt(password, otp)).toEqual(held);
  });

  /** The code of now and the one before it, as somebody types who has waited for the next. */
  const pairAt = (ms: number) => `${codeAt(secret, ms - 30_000)} ${codeAt(secret, ms)}`;

  it('D2: while others guess codes behind the right password, the owner passes a wait with two codes in a row', async () => {
    const { attempt, clock, pass } = await heldUp();
    for (let i = 0; i < 9; i++) expect(await attempt(password, `00000${i}`)).toEqual(held);
    // The tenth may still be the right one.
    expect(await attempt(password, codeAt(secret, clock()))).toEqual(['in']);
    pass(60_000);
    for (let i = 0; i < 5; i++) await attempt(`wrong ${i}`);
    expect(await attempt(password, '000000')).toEqual(held);
    // The eleventh may not, nor one of a later step: ten are all that anybody has in a day.
    for (const _ of [1, 2, 3]) {
      expect(await attempt(password, codeAt(secret, clock()))).toEqual(held);
      pass(30_000);
      for (let i = 0; i < 5; i++) await attempt(`wrong ${i}`);
      expect((await attempt(password))[0]).toBe('login.throttled');
    }
    // Two in a row are looked at however many were wrong, pairs included, and are good once.
    const none = [`${codeAt(secret, clock())}000000`, `000000${codeAt(secret, clock())}`, '000000000000'];
    const now = clock();
    none.push(`${codeAt(secret, now)} ${codeAt(secret, now - 30_000)}`);
    none.push(`${codeAt(secret, now)} ${codeAt(secret, now)}`);
    none.push(`${codeAt(secret, now - 30_000)} ${codeAt(secret, now + 30_000)}`);
    for (const wrong of [...none, ...none]) expect(await attempt(password, wrong), wrong).toEqual(held);
    expect(await attempt('a wrong one', pairAt(now))).toEqual(held);
    expect(await attempt(password, pairAt(now))).toEqual(['in']);
    for (let i = 0; i < 5; i++) await attempt(`wrong ${i}`);
    expect(await attempt(password, pairAt(now))).toEqual(held);
    // Neither of the two is used again.
    expect(await attempt(password, pairAt(now + 30_000))).toEqual(held);
    pass(60_000);
    for (let i = 0; i < 5; i++) await attempt(`wrong ${i}`);
    expect(await attempt(password, pairAt(clock()))).toEqual(['in']);
  });

  it('D2: ten wrong codes a day count from all addresses together; after that the login requests two codes', async () => {
    const { attempt, clock, pass } = await heldUp(0);
    const wrong = ['totp.wrong', { needOtp: true, needCode: false }];
    for (let i = 0; i < 10; i++) {
      const [said, data] = await attempt(password, '000000', { address: `10.0.1.${i}` });
      expect([said, { ...(data as object), needCode: false }]).toEqual(wrong);
    }
    const elsewhere = (otp: string, address: string) => attempt(password, otp, { address });
    const two = ['totp.two', { needOtp: true }];
    expect(await elsewhere('000000', '10.0.2.1')).toEqual(two);
    expect(await elsewhere(codeAt(secret, clock()), '10.0.2.1')).toEqual(two);
    expect((await attempt('a wrong one', '000000', { address: '10.0.2.2' }))[0]).toBe('login.wrong');
    expect(await elsewhere(pairAt(clock()), '10.0.2.1')).toEqual(['in']);
    // A login forgives none of it; the day does.
    pass(3_600_000);
    expect(await elsewhere(codeAt(secret, clock()), '10.0.2.1')).toEqual(two);
    pass(86_400_000 - 3_600_000 - 1);
    expect(await elsewhere(codeAt(secret, clock()), '10.0.2.1')).toEqual(two);
    pass(1);
    expect(await elsewhere(codeAt(secret, clock()), '10.0.2.1')).toEqual(['in']);
  });

  it('D2: a known device has ten wrong codes of its own, and those of others are none of its', async () => {
    const { attempt, clock, login, account, pass } = await heldUp(0);
    const device = await login.devices.issue(undefined, account);
    for (let i = 0; i < 10; i++) await attempt(password, '000000', { address: `10.0.3.${i}` });
    expect(await attempt(password, codeAt(secret, clock()), { device })).toEqual(['in']);
    for (let i = 0; i < 10; i++) {
      pass(60_000);
      expect((await attempt(password, '000000', { device }))[0]).toBe('totp.wrong');
    }
    pass(60_000);
    expect((await attempt(password, codeAt(secret, clock()), { device }))[0]).toBe('totp.two');
    expect(await attempt(password, pairAt(clock()), { device })).toEqual(['in']);
    // Nor are its of others.
    const { attempt: other, clock: time, login: again, account: second } = await heldUp(0);
    const known = await again.devices.issue(undefined, second);
    for (let i = 0; i < 5; i++) await other(password, '000000', { device: known });
    for (let i = 0; i < 9; i++) await other(password, '000000', { address: `10.0.4.${i}` });
    expect(await other(password, codeAt(secret, time()), { address: '10.0.4.99' })).toEqual(['in']);
  });

  it('D2: one code is good for one login, also on two ways at once', async () => {
    const [account, from] = [await newAccount(world), '127.0.40.8'];
    const cookie = cookieOf(await enter(world, { account, from }));
    await setSecret(account, secret);
    const otp = codeAt(secret, Date.now());
    const both = await Promise.all([
      enter(world, { account, from, otp }),
      enter(world, { account, from, otp, headers: { cookie } }),
      enter(world, { account, from: '127.0.40.9', otp }),
    ]);
    expect(both.map(said).filter((entry) => entry === 'in')).toHaveLength(1);
  });

  it('D2: proves in a session who it is while others at the address are held up', async () => {
    const [account, from] = [await newAccount(world), '127.0.40.10'];
    const token = tokenOf(await enter(world, { account, from }));
    await holdUp(world, account, from);
    const change = (word: string) =>
      world.ask({
        method: 'POST',
        path: '/rest/user/password',
        token,
        from,
        body: { password: word, newPassword: 'quarry-at-dawn' },
      });
    expect(said(await change(password))).toBe('in');
    // And a session that guesses is held up itself.
    let reply = await change('a wrong one');
    for (let i = 0; i < 12 && said(reply) === 'password.wrong'; i++) reply = await change(`wrong ${i}`);
    expect(said(reply)).toBe('login.throttled');
  });

  it('D2: many guesses at once from one address are not kept in memory without a bound', async () => {
    const from = '127.0.40.11';
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        world.ask({
          method: 'POST',
          path: '/login',
          body: { accountName: `guess-${index}`, password: 'a wrong one' },
          from,
        }),
      ),
    );
    const tally = replies.map(said);
    expect(tally.filter((entry) => entry === 'login.wrong')).toHaveLength(3);
    expect(tally.filter((entry) => entry === 'api.tooMany').length).toBeGreaterThan(0);
    expect(new Set(tally)).toEqual(new Set(['login.wrong', 'login.code', 'api.tooMany']));
  });
});

const metrics = (world: World, headers: Record<string, string>, from = '127.0.0.1') =>
  world.ask({ path: '/metrics', headers, from }).then(({ http }) => http);
const lastAddress = async (world: World, account: string) =>
  (
    await world.running.storage.db
      .selectFrom('audit')
      .select('address')
      .where('account_name', '=', account)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.address;

describe('D2 S70: without TRUST_PROXY', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world.stop();
  });
  it('D2: what was passed on is never of this machine, by whatever header or name', async () => {
    const { host } = new URL(world.address);
    expect(await metrics(world, {})).toBe(200);
    expect(await metrics(world, { host: host.replace('127.0.0.1', 'localhost') })).toBe(200);
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-forwarded-host',
      'x-forwarded-port',
      'forwarded',
      'via',
      'x-real-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'x-original-forwarded-for',
      'x-envoy-external-address',
    ])
      expect(await metrics(world, { [name]: '127.0.0.1' }), name).toBe(403);
    for (const name of ['groundwatch.example', 'localhost.evil.example', '10.0.0.1:8080', '[::2]'])
      expect(await metrics(world, { host: name }), name).toBe(403);
  });
  it('D2: nobody names the own address: throttle and audit see the connection', async () => {
    const account = await newAccount(world);
    for (let i = 0; i < 3; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}` };
      await enter(world, { account: `x-${i}`, word: 'wrong', from: '127.0.41.1', headers });
    }
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    const body = { accountName: account, password };
    const asked = await world.ask({ method: 'POST', path: '/login', body, from: '127.0.41.1', headers });
    expect(said(asked)).toBe('login.code');
    expect(said(await enter(world, { account, from: '127.0.41.1', headers }))).toBe('in');
    expect(await lastAddress(world, account)).toBe('127.0.41.1');
  });
});

describe.each([
  ['an address', '127.0.0.1'],
  ['a network', '127.0.0.0/30, 10.0.0.0/8'],
  ['a number of proxies', '1'],
])('D2 S70: with TRUST_PROXY as %s', (_title, trust) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ environment: { TRUST_PROXY: trust } });
  });
  afterAll(async () => {
    await world.stop();
  });
  const by = (client: string) => ({ 'x-forwarded-for': client });
  it('D2: throttle, work and audit see the client, each for itself', async () => {
    const account = await newAccount(world);
    await holdUp(world, account, '127.0.0.1', by('203.0.113.7'));
    expect(said(await enter(world, { account, headers: by('203.0.113.7') }))).toBe('login.throttled');
    expect(said(await enter(world, { account, headers: by('203.0.113.8') }))).toBe('in');
    expect(await lastAddress(world, account)).toBe('203.0.113.8');
    const other = await newAccount(world);
    const body = { accountName: other, password };
    const ask = (client: string) =>
      world.ask({ method: 'POST', path: '/login', body, headers: by(client), from: '127.0.0.1' });
    expect(said(await ask('203.0.113.7'))).toBe('login.code');
    expect(said(await ask('198.51.100.1'))).toBe('in');
    expect(said(await ask('2001:db8::17'))).toBe('in');
    expect(await lastAddress(world, other)).toBe('2001:db8::17');
    // With its port, as some proxies write it; and what a client has made up stands before what the proxy says.
    expect(said(await ask('198.51.100.1:4711'))).toBe('in');
    expect(await lastAddress(world, other)).toBe('198.51.100.1');
    expect(said(await ask('127.0.0.1, 8.8.8.8, 198.51.100.2'))).toBe('in');
    expect(await lastAddress(world, other)).toBe('198.51.100.2');
    expect(said(await ask('not an address'))).toBe('in');
    expect(await lastAddress(world, other)).toBe('127.0.0.1');
  });
  it('D2: /metrics is of this machine neither through the proxy nor by it', async () => {
    expect(await metrics(world, by('203.0.113.7'))).toBe(403);
    expect(await metrics(world, by('127.0.0.1'))).toBe(403);
    expect(await metrics(world, {})).toBe(403);
  });
  it('D2: only a trusted proxy is believed', async () => {
    if (trust === '1') return expect(await metrics(world, {}, '127.0.42.1')).toBe(403);
    const account = await newAccount(world);
    expect(said(await enter(world, { account, from: '127.0.42.1', headers: by('203.0.113.9') }))).toBe('in');
    expect(await lastAddress(world, account)).toBe('127.0.42.1');
    expect(await metrics(world, {}, '127.0.42.1')).toBe(200);
  });
});
