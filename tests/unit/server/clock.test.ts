/** Parts of the server that count time, when the clock is set back by an hour. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ownAttempts } from '../../../src/server/accounts/guessing/attempts.ts';
import { Throttle } from '../../../src/server/accounts/guessing/throttle.ts';
import { Seldom } from '../../../src/server/audit/seldom.ts';
import { WaitingList } from '../../../src/server/gateway/waiting.ts';
import { Sealer } from '../../../src/server/storage/rollup/sealer.ts';

const hour = 3_600_000;
let now = 0;
const clock = () => now;
afterEach(() => {
  vi.useRealTimers();
});

describe('after a jump of an hour back', () => {
  it('what is recorded seldom is recorded again', () => {
    now = 10 * hour;
    const seldom = new Seldom(60_000, clock);
    expect(seldom.first('a')).toBe(true);
    now -= hour;
    expect(seldom.first('a')).toBe(true);
    expect(seldom.first('a')).toBe(false);
    now += 60_000;
    expect(seldom.first('a')).toBe(true);
  });

  it('nobody waits longer for a login than the failures ask for', async () => {
    now = 10 * hour;
    const throttle = new Throttle(ownAttempts(clock));
    const who = { account: 'a', address: '10.0.0.1' };
    const wait = async () => (await throttle.standing(who)).wait;
    for (let failures = 0; failures < 7; failures++) {
      const tried = await throttle.begin(who);
      now += tried.wait;
      await (tried.wait === 0 ? tried : await throttle.begin(who)).wrong();
    }
    expect(await wait()).toBe(4000);
    now -= hour;
    expect(await wait()).toBe(4000);
    now += 4000;
    expect(await wait()).toBe(0);
    expect((await throttle.standing(who)).needsCode).toBe(true);
  });

  it('an RTU that knocks is listed', () => {
    now = 10 * hour;
    const list = new WaitingList(clock);
    for (let index = 0; index < 6; index++) list.knock(`GW${index}`, '10.0.0.1', null);
    expect(list.list).toHaveLength(5);
    now -= hour;
    for (let index = 10; index < 16; index++) list.knock(`GW${index}`, '10.0.0.1', null);
    expect(list.list).toHaveLength(10);
  });

  it('days are rolled up as soon as ever', async () => {
    vi.useFakeTimers();
    const sealed: number[] = [];
    const sealer = new Sealer(async (days) => void sealed.push(...days.map(({ day }) => day)));
    sealer.add([{ key: { row: 'tilt', sourceId: 1, element: 0 }, day: 7 }]);
    vi.setSystemTime(Date.now() - hour);
    await vi.advanceTimersByTimeAsync(6000);
    expect(sealed).toEqual([7]);
    await sealer.close();
  });
});
