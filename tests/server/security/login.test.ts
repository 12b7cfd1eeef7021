/** Passwords and login (tests/server/security/README.md#passwords-and-login, S1–S8) on the real server, from as many loopback addresses as it takes. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Puzzles } from '../../../src/server/accounts/guessing/puzzles.ts';
import { Login } from '../../../src/server/accounts/login.ts';
import { hashing } from '../../../src/server/accounts/passwords.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { solved } from '../../support/security/puzzle.ts';
import { openStream } from '../../support/security/streams.ts';
import { type Reply, startWorld, tryLogin, until, type World } from '../../support/security/world.ts';
import { firstReading, password } from '../../support/server.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

let made = 0;
/** A new operator of company 1. */
async function newAccount(word = password): Promise<string> {
  made += 1;
  const accountName = `member${made}`;
  await createUser(world.running.storage, {
    accountName,
    password: word,
    companyId: 1,
    roleId: 2,
    language: 'en',
  });
  return accountName;
}
let used = 1;
const newAddress = () => {
  used += 1;
  return `127.0.${used >> 7}.${(used & 127) + 2}`;
};
const tokenIn = (reply: Reply): string => {
  const data: unknown = reply.envelope?.data ?? null;
  return (data as { loginToken?: string } | null)?.loginToken ?? '';
};
const said = (reply: Reply) => reply.envelope?.messageId ?? 'in';
/** A puzzle and its answers, as a browser would work them out. */
async function workOff(accountName: string, from: string) {
  const { envelope } = await world.ask({
    method: 'POST',
    path: '/rest/login/code',
    body: { accountName },
    from,
  });
  const puzzle = envelope?.data as unknown as PuzzleReply;
  return { codeId: puzzle.codeId, code: solved(puzzle) };
}
interface PuzzleReply {
  codeId: string;
  seed: string;
  parts: number;
  bits: number;
  seconds: number;
  needed: boolean;
}
const changeOwn = (token: string, word: string, newPassword: string) =>
  world.ask({ method: 'POST', path: '/rest/user/password', token, body: { password: word, newPassword } });

describe('S1 hashes', () => {
  it('S1 are argon2id with 19 MiB, t 2, p 1', async () => {
    const all = await world.running.storage.db
      .selectFrom('users')
      .select(['password_hash', 'is_service'])
      .execute();
    const users = all.filter((user) => user.is_service === 0);
    expect(users.length).toBeGreaterThan(3);
    // A program has none.
    expect(new Set(all.flatMap((user) => (user.is_service === 0 ? [] : user.password_hash)))).toEqual(
      new Set(['']),
    );
    for (const user of users) {
      const [, memory, rounds, lanes] =
        /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(user.password_hash)?.map(Number) ?? [];
      expect([(memory ?? 0) >= 19 * 1024, (rounds ?? 0) >= 2, lanes]).toEqual([true, true, 1]);
    }
  });

  it('S1 64 logins at once make four hashes at once, and telemetry is stored before they are through', async () => {
    let through = 0;
    let isStored = false;
    // Each client repeats its login until the readings are stored, so that 64 logins are in flight.
    const logins = Array.from({ length: 64 }, async (_, index) => {
      const answers: string[] = [];
      do {
        const name = `nobody-${index}-${answers.length}`;
        answers.push(said(await tryLogin(world, name, 'a wrong one', {}, newAddress())));
        through += 1;
      } while (!isStored);
      return answers;
    });
    await until(() => through > 0);
    for (let i = 0; i < 3; i++) {
      const t = firstReading + 86_400_000 + i;
      const reading = { sourceId: 1, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false };
      await world.running.storage.readings.ingest([{ ...reading, values: { x: i } }]);
    }
    isStored = true;
    expect(new Set((await Promise.all(logins)).flat())).toEqual(new Set(['login.wrong']));
    expect(hashing.most).toBe(4);
  });
});

it('S3 a wrong user and a wrong password: the same status, body, headers and time', async () => {
  const account = await newAccount();
  const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
  const timed = async (list: number[], name: string, from: string) => {
    const began = performance.now();
    const reply = await tryLogin(world, name, 'a wrong one', {}, from);
    list.push(performance.now() - began);
    const { date: _date, ...headers } = reply.headers;
    return { http: reply.http, text: reply.text, headers };
  };
  // What does not do the same work is quicker each time; another program that is at work is not there each time.
  const ratios: number[] = [];
  const isSame = (ratio: number) => ratio > 0.5 && ratio < 2;
  for (let tries = 0; tries < 4 && !ratios.some(isSame); tries++) {
    const times: { user: number[]; word: number[] } = { user: [], word: [] };
    for (let i = 0; i < 11; i++) {
      const from = newAddress();
      const user = await timed(times.user, `nobody-else-${tries}-${i}`, newAddress());
      const word = await timed(times.word, account, from);
      expect(word).toEqual(user);
      // The owner's login forgives the failure, so that no code is asked for.
      expect(said(await tryLogin(world, account, password, {}, from))).toBe('in');
    }
    ratios.push(median(times.user) / median(times.word));
  }
  expect(ratios.some(isSame), `ratios of the times: ${ratios.join(', ')}`).toBe(true);
});

describe('S4 the verification code', () => {
  it('S4 is asked for after three failures of an account from anywhere, checked here, good once', async () => {
    const account = await newAccount();
    for (let i = 0; i < 3; i++) {
      const reply = await tryLogin(world, account, 'a wrong one', {}, newAddress());
      expect(said(reply)).toBe('login.wrong');
      expect(reply.envelope?.data).toEqual({ needCode: i === 2 });
    }
    const from = newAddress();
    expect(said(await tryLogin(world, account, password, {}, from))).toBe('login.code');
    expect(said(await tryLogin(world, account, password, { codeId: 'made up', code: '1.2' }, from))).toBe(
      'login.code',
    );
    const half = await workOff(account, from);
    const [first = ''] = half.code.split('.');
    for (const code of ['????', first, half.code.replace(/[^.]+$/, ''), `${half.code}.0`])
      expect(said(await tryLogin(world, account, password, { ...half, code }, from)), code).toBe(
        'login.code',
      );
    const right = await workOff(account, from);
    expect(said(await tryLogin(world, account, password, right, from))).toBe('in');
    expect(said(await tryLogin(world, account, password, right, from))).toBe('login.code');
  });

  it('S4 is asked for after three failures of an address on whatever accounts', async () => {
    const from = newAddress();
    for (let i = 0; i < 3; i++) await tryLogin(world, `guess-${i}`, 'a wrong one', {}, from);
    const account = await newAccount();
    expect(said(await tryLogin(world, account, password, {}, from))).toBe('login.code');
    // A login of one good account does not clear what the address tried on others.
    expect(said(await tryLogin(world, account, password, await workOff(account, from), from))).toBe('in');
    expect(said(await tryLogin(world, account, password, {}, from))).toBe('login.code');
    expect(said(await tryLogin(world, account, password, {}, newAddress()))).toBe('in');
  });
});

describe('S5 the throttle', () => {
  it('S5 grows for who guesses, ends by itself, and never keeps the owner out', async () => {
    const account = await newAccount();
    const from = newAddress();
    const fail = async () => {
      const work = await workOff(account, from);
      return tryLogin(world, account, 'a wrong one', work, from);
    };
    for (let i = 0; i < 5; i++) expect(said(await fail())).toBe('login.wrong');
    // The first wait is a second; a machine that stalls for longer meets the next.
    let held = await fail();
    while (said(held) === 'login.wrong') held = await fail();
    expect([said(held), held.http, held.envelope?.status]).toEqual(['login.throttled', 200, 429]);
    const home = newAddress();
    expect(said(await tryLogin(world, account, password, await workOff(account, home), home))).toBe('in');
    await until(async () => said(await fail()) === 'login.wrong');
  });

  it('S5 does not even look at the right password while it waits, and waits longer each time', async () => {
    let now = 1_800_000_000_000;
    const { storage } = world.running;
    const clock = () => now;
    const key = randomBytes(32);
    const easy = new Puzzles(key, 1);
    const login = new Login(storage, new Sessions(storage, clock), clock, key, easy);
    const accountName = await newAccount();
    const attempt = async (word: string) => {
      const puzzle = await login.puzzle(accountName, '10.0.0.1', undefined);
      const more = { codeId: puzzle.codeId, code: solved(puzzle), address: '10.0.0.1', replaces: null };
      return login.attempt({ accountName, password: word, ...more }).then(
        () => 'in',
        (error: { messageId: string; params: { seconds?: number } }) =>
          error.params.seconds ?? error.messageId,
      );
    };
    for (let i = 0; i < 5; i++) expect(await attempt('a wrong one')).toBe('login.wrong');
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await attempt(password)).toBe(seconds);
      now += seconds * 1000;
      expect(await attempt('a wrong one')).toBe('login.wrong');
    }
    now += 60_000;
    expect(await attempt(password)).toBe('in');
  });

  it('S5 counts guesses that are made at once as if they were made one after the other', async () => {
    const account = await newAccount();
    const from = newAddress();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => tryLogin(world, account, `guess ${index}`, {}, from)),
    );
    const tally = replies.map(said);
    expect(tally.filter((entry) => entry === 'login.wrong')).toHaveLength(3);
    expect(tally.filter((entry) => entry === 'login.code')).toHaveLength(37);
  });
});

describe('S7 a new password', () => {
  const fresh = async (newPassword: string) => {
    const account = await newAccount();
    const token = tokenIn(await tryLogin(world, account, password, {}, newAddress()));
    return { account, reply: await changeOwn(token, password, newPassword) };
  };
  it.each([
    ['seven77', 'password.short'],
    ['密码密码密码密', 'password.short'],
    ['password', 'password.common'],
    ['P@ssw0rd', 'password.common'],
    ['Password2024!', 'password.common'],
    ['qwertyuiop', 'password.common'],
    ['1qaz2wsx', 'password.common'],
    ['12345678', 'password.common'],
    ['87654321', 'password.common'],
    ['aaaaaaaa', 'password.common'],
    ['abcabcabc', 'password.common'],
    ['19900101', 'password.common'],
    ['iloveyou1', 'password.common'],
    ['woaini1314', 'password.common'],
    ['Groundwatch1', 'password.common'],
  ])('S7 %s is refused: %s', async (word, messageId) => {
    const { reply } = await fresh(word);
    expect([reply.envelope?.status, reply.envelope?.messageId, reply.envelope?.field]).toEqual([
      422,
      messageId,
      'newPassword',
    ]);
    const user = { accountName: 'never', password: word, companyId: 1, roleId: 2, language: 'en' as const };
    await expect(createUser(world.running.storage, user)).rejects.toMatchObject({ messageId });
  });
  it('S7 the account’s own name is refused', async () => {
    const user = { accountName: 'watchman-7', password: 'Watchman-7', companyId: 1, roleId: 2 };
    const asked = createUser(world.running.storage, { ...user, language: 'en' });
    await expect(asked).rejects.toMatchObject({ messageId: 'password.common' });
  });
  it.each([
    ['eight characters', 'tr33-mud'],
    ['64 characters', 'slope '.repeat(12).slice(0, 63).concat('!')],
    ['256 characters', `${'river-bend '.repeat(30).slice(0, 255)}!`],
    ['any script, spaces and signs', '斜坡 のすべり 🌧️ "quoted" \\ % _'],
  ])('S7 %s are taken, and none of them is cut off', async (_title, word) => {
    const { account, reply } = await fresh(word);
    expect(said(reply)).toBe('in');
    const from = newAddress();
    expect(said(await tryLogin(world, account, word.slice(0, -1), {}, from))).toBe('login.wrong');
    expect(said(await tryLogin(world, account, `${word.slice(0, -1)}?`, {}, from))).toBe('login.wrong');
    expect(said(await tryLogin(world, account, word, {}, from))).toBe('in');
  });
  it('S7 257 characters are refused and not cut', async () => {
    const { reply } = await fresh('a-b-c-d-'.repeat(33).slice(0, 257));
    expect([reply.http, reply.envelope?.field]).toEqual([400, 'newPassword']);
  });
});

describe('S8 changing the own password', () => {
  it('S8 needs the current one, ends the other sessions and their streams, and leaves its own', async () => {
    const account = await newAccount();
    const enter = async (word: string) => tokenIn(await tryLogin(world, account, word, {}, newAddress()));
    const [own, other] = [await enter(password), await enter(password)];
    const stream = await openStream(world.address, other);
    const info = async (token: string) =>
      (await world.ask({ method: 'POST', path: '/rest/user/getInfo', body: {}, token })).envelope?.status;
    const wrong = await changeOwn(own, 'not the one', 'quarry-at-dawn');
    expect([said(wrong), wrong.envelope?.field]).toEqual(['password.wrong', 'password']);
    expect(said(await changeOwn(own, password, password))).toBe('password.same');
    expect([await info(own), await info(other)]).toEqual([200, 200]);

    expect(said(await changeOwn(own, password, 'quarry-at-dawn'))).toBe('in');
    await stream.ended;
    expect([await info(own), await info(other)]).toEqual([200, 401]);
    expect(await enter(password)).toBe('');
    expect(await enter('quarry-at-dawn')).not.toBe('');
    const rows = await world.running.storage.db
      .selectFrom('audit')
      .selectAll()
      .where('account_name', '=', account)
      .where('action', '=', 'session.password')
      .execute();
    expect(rows.map((row) => row.result)).toEqual(['refused', 'ok']);
    expect(JSON.stringify(rows)).not.toMatch(/quarry|not the one|slope-of/);
  });

  it('S8 is throttled as a login is: a stolen session is no way to guess', async () => {
    const account = await newAccount();
    const token = tokenIn(await tryLogin(world, account, password, {}, '127.0.0.1'));
    for (let i = 0; i < 5; i++)
      expect(said(await changeOwn(token, `guess ${i}`, 'quarry-at-dawn'))).toBe('password.wrong');
    await until(async () => said(await changeOwn(token, 'a guess', 'quarry-at-dawn')) === 'login.throttled');
  });
});
