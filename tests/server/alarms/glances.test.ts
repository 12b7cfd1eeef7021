/** What rows of the board show: the last day of what decided an alarm, and its next step. */
import { afterEach, describe, expect, it } from 'vitest';
import { mostGlancePoints } from '../../../src/contract/alarms/glances.ts';
import { glancesOf } from '../../../src/server/alarms/glances.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let opened: Notice | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function begin(): Promise<Notice> {
  opened = await openNotice();
  return opened;
}
async function glances(one: Notice, account = 'ann', alarmIds?: readonly number[]) {
  const { viewer } = await one.by(account);
  const { storage, board } = one;
  const asked = alarmIds ?? (await one.open());
  return (await glancesOf({ storage, board, now: one.clock.at }, viewer, asked)).glances;
}
const to = (userId: number | undefined) => [{ type: 'user' as const, userId: userId ?? 0 }];

describe('the little curve', () => {
  it('is what decided the alarm over 24 h, both ends with it, nothing before', async () => {
    const one = await begin();
    await one.tilt(1);
    one.clock.at += 1;
    await one.tilt(2);
    one.clock.at = noticeBegin + day - minute;
    await one.tilt(6);
    one.clock.at = noticeBegin + 1 + day;
    const [glance] = await glances(one);
    expect(glance?.spark).toEqual({
      from: noticeBegin + 1,
      to: noticeBegin + 1 + day,
      t: [noticeBegin + 1, noticeBegin + day - minute],
      values: [2, 6],
    });
  });
  it('has no more points than it has room for, the newest among them', async () => {
    const one = await begin();
    for (let x = 0; x < 2 * mostGlancePoints + 1; x += 1) {
      await one.tilt(x / 10);
      one.clock.at += minute;
    }
    const [glance] = await glances(one);
    // Each third of 97: 33 points.
    expect(glance?.spark?.t).toHaveLength(33);
    expect(glance?.spark?.values.at(-1)).toBe(9.6);
  });
});

describe('the next step', () => {
  it('says who is notified when, goes on to the one after, and stops with an answer', async () => {
    const one = await begin();
    await one.policy({
      steps: [
        { after: 0, to: to(one.people['ann']), by: ['mail'] },
        { after: 6, to: [...to(one.people['bob']), ...to(one.people['dan'])], by: ['mail'] },
        { after: 20, to: to(one.people['cem']), by: ['mail'] },
      ],
    });
    await one.tilt(25);
    const next = async () => (await glances(one))[0]?.next;
    // Nobody reaches dan, who has no address.
    expect(await next()).toEqual({ at: noticeBegin + 6 * minute, names: ['bob'] });
    await one.pass(6);
    expect(await next()).toEqual({ at: noticeBegin + 20 * minute, names: ['cem'] });
    await one.alarms.acknowledge(await one.by('ann'), await one.open(), '');
    expect(await next()).toBeNull();
  });
  it('is none where nobody is left to be notified', async () => {
    const one = await begin();
    await one.tilt(25);
    expect((await glances(one))[0]?.next).toBeNull();
  });
  it('waits for the hours in which its level is notified', async () => {
    const one = await begin();
    // Yellow from 08:00 to 10:05 in Shanghai; it is 10:00.
    await one.policy({
      steps: [
        { after: 0, to: to(one.people['ann']), by: ['mail'] },
        { after: 6, to: to(one.people['bob']), by: ['mail'] },
      ],
      hours: { blue: null, yellow: { from: 480, to: 605 } },
    });
    await one.tilt(12);
    expect((await glances(one))[0]?.next).toEqual({ at: noticeBegin + 22 * 60 * minute, names: ['bob'] });
  });
});

it('another company learns nothing, and those of its own are answered beside', async () => {
  const one = await begin();
  await one.tilt(25);
  const [id = 0] = await one.open();
  expect(await glances(one, 'eve')).toEqual([]);
  expect((await glances(one, 'ann', [999, id])).map(({ alarmId }) => alarmId)).toEqual([id]);
});
