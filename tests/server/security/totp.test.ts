/** S10: one-time codes as a second factor, against codes that are computed here by RFC 6238 itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepOf } from '../../../src/server/accounts/totp-code.ts';
import { startWorld, tryLogin, until, type World } from '../../support/security/world.ts';
import { password } from '../../support/server.ts';
import { codeAt } from '../../support/totp.ts';

/** The secret of RFC 6238's test vectors, `12345678901234567890`. */
const vector = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const stepAt = (ms: number) => Math.floor(ms / 30_000);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

describe('S10 codes', () => {
  it('S10 are those of RFC 6238, appendix B, to six digits', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const) {
      expect(codeAt(vector, seconds * 1000)).toBe(code);
      expect(stepOf(vector, code, seconds * 1000, null)).toBe(Math.floor(seconds / 30));
    }
  });
  it('S10 are good a step early and late, no longer, and once', () => {
    const now = 1_800_000_000_000;
    const step = Math.floor(now / 30_000);
    for (const [away, good] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const)
      expect(stepOf(vector, codeAt(vector, now + away * 30_000), now, null)).toBe(good ? step + away : null);
    expect(stepOf(vector, codeAt(vector, now), now, step)).toBeNull();
    expect(stepOf(vector, 'abcdef', now, null)).toBeNull();
  });
});

describe('S10 the second factor', () => {
  it('S10 is set up with the password and a code, asked for at login, and ends with the password and a code', async () => {
    const from = '127.0.9.1';
    const ask = (path: string, body?: object) =>
      world.ask({
        method: body === undefined ? 'GET' : 'POST',
        path: `/rest/user/totp${path}`,
        token,
        from,
        ...(body === undefined ? {} : { body }),
      });
    const token = await world.login('operatorA');
    const isOn = async () => ((await ask('')).envelope?.data as unknown as { on: boolean }).on;
    expect(await isOn()).toBe(false);
    expect((await ask('/begin', { password: 'a wrong one' })).envelope?.messageId).toBe('password.wrong');
    const { secret, uri } = (await ask('/begin', { password })).envelope?.data as unknown as {
      secret: string;
      uri: string;
    };
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await ask('/confirm', { otp: '000000' })).envelope?.messageId).toBe('totp.wrong');
    // Until it is confirmed a login goes on as before.
    expect((await tryLogin(world, 'operatorA', password, {}, from)).envelope?.status).toBe(200);
    // The code of the step before, so that further ones are left. It is too old where a step ended meanwhile.
    let before = 0;
    await until(async () => {
      before = Date.now() - 30_000;
      const { envelope } = await ask('/confirm', { otp: codeAt(secret, before) });
      const isLate = stepAt(Date.now()) > stepAt(before) + 1;
      if (!isLate) expect(envelope?.status).toBe(200);
      return envelope?.status === 200;
    });
    expect(await isOn()).toBe(true);

    const without = await tryLogin(world, 'operatorA', password, {}, from);
    expect([without.envelope?.messageId, without.envelope?.field]).toEqual(['totp.needed', 'otp']);
    // Who does not know the password does not learn that there is a second factor.
    const wrong = await tryLogin(world, 'operatorA', 'a wrong one', {}, '127.0.9.2');
    expect(wrong.envelope?.messageId).toBe('login.wrong');
    const used = await tryLogin(world, 'operatorA', password, { otp: codeAt(secret, before) }, '127.0.9.3');
    expect(used.envelope?.messageId).toBe('totp.wrong');
    const good = codeAt(secret, Date.now());
    expect((await tryLogin(world, 'operatorA', password, { otp: good }, from)).envelope?.status).toBe(200);
    const again = await tryLogin(world, 'operatorA', password, { otp: good }, '127.0.9.4');
    expect(again.envelope?.messageId).toBe('totp.wrong');

    const stored = await world.running.storage.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
    // D4: a session and the password alone neither end it nor put another one in its place.
    const refused = async (path: string, body: object) => {
      const { envelope } = await ask(path, body);
      return [envelope?.messageId, envelope?.field];
    };
    for (const path of ['/end', '/begin']) {
      expect(await refused(path, { password })).toEqual(['totp.needed', 'otp']);
      expect(await refused(path, { password, otp: ' ' })).toEqual(['totp.needed', 'otp']);
      expect(await refused(path, { password, otp: '000000' })).toEqual(['totp.wrong', 'otp']);
      // One that a login has used is spent here too.
      expect(await refused(path, { password, otp: good })).toEqual(['totp.wrong', 'otp']);
    }
    expect(await isOn()).toBe(true);
    const next = codeAt(secret, Date.now() + 30_000);
    // The session has failed often: it waits, and then the right pair ends the factor.
    await until(async () => (await ask('/end', { password, otp: next })).envelope?.status === 200);
    expect(await isOn()).toBe(false);
    // After the failures above work is asked for (S4), and no one-time code.
    const after = await tryLogin(world, 'operatorA', password, {}, from);
    expect(after.envelope?.messageId).toBe('login.code');
  });
});
