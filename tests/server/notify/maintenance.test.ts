/** A station in maintenance: its alarms are kept, nobody is notified of them, and it ends by itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longestMaintenance } from '../../../src/contract/sites/maintenance.ts';
import { SiteEditor } from '../../../src/server/sites/edit/editor.ts';
import { endMaintenance, maintainStation } from '../../../src/server/sites/edit/maintenance.ts';
import { MaintenanceEnds } from '../../../src/server/sites/maintenance-ends.ts';
import { type Notice, openNotice } from '../../support/notify.ts';

const minute = 60_000;
let one: Notice;
let stationId = 0;
beforeEach(async () => {
  one = await openNotice();
  await one.policy({
    steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }],
  });
  stationId = (await one.storage.db.selectFrom('stations').select('id').executeTakeFirstOrThrow()).id;
});
afterEach(() => one.close());

async function maintain(maintenance: { until: number; reason: string } | null, account = 'ann') {
  const editor = new SiteEditor(one.storage, () => one.board.load(), one.clock.now);
  return maintainStation(editor, await one.by(account), stationId, { maintenance });
}
const refused = async (until: number) => {
  const error: unknown = await maintain({ until, reason: 'grouting' }).catch((found: unknown) => found);
  return error instanceof Error && 'messageId' in error ? error.messageId : error;
};
const standing = async () => {
  const { alarms } = await one.alarms.open((await one.by('ann')).viewer);
  return alarms.map(({ isOutOfService, maintenanceUntil }) => [isOutOfService, maintenanceUntil]);
};

describe('while it lasts', () => {
  it('an alarm is kept and marked, and its mail is not sent', async () => {
    const until = one.clock.now() + 60 * minute;
    await maintain({ until, reason: ' grouting ' });
    await one.tilt(50);
    await one.settle();
    expect(await standing()).toEqual([[true, until]]);
    expect(one.mail.mails).toEqual([]);
  });

  it('steps of an alarm that was open before are not taken', async () => {
    const steps = [0, 30].map((after) => ({
      ...{ after, to: [{ type: 'user' as const, userId: one.people['bob'] ?? 0 }], by: ['mail' as const] },
    }));
    await one.policy({ steps });
    await one.tilt(50);
    await one.settle();
    const before = one.mail.mails.length;
    expect(before).toBeGreaterThan(0);
    await maintain({ until: one.clock.now() + 120 * minute, reason: 'grouting' });
    await one.pass(40);
    expect(one.mail.mails).toHaveLength(before);
  });
});

describe('its end', () => {
  it('by time: what still holds is notified, ten minutes later, without a person', async () => {
    const until = one.clock.now() + 60 * minute;
    await maintain({ until, reason: 'grouting' });
    await one.tilt(50);
    await one.settle();
    await one.pass(59);
    expect(await one.storage.write((db) => endMaintenance(db, one.clock.now()))).toBe(0);
    await one.pass(1);
    // The board says so by the time alone.
    expect(await standing()).toEqual([[false, null]]);
    let ends = 0;
    const worker = new MaintenanceEnds({
      storage: one.storage,
      now: one.clock.now,
      failed: (error) => one.errors.push(error),
      ended: async () => {
        ends += 1;
      },
    });
    worker.wake();
    await expect.poll(() => ends).toBe(1);
    await worker.stop();
    await one.pass(9);
    expect(one.mail.mails).toEqual([]);
    await one.pass(2);
    expect(one.mail.mails).toHaveLength(1);
    expect(one.errors).toEqual([]);
  });

  it('by hand: it is over at once, and both are in the audit', async () => {
    const until = one.clock.now() + 60 * minute;
    await maintain({ until, reason: ' grouting ' });
    await maintain(null);
    const audit = await one.storage.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('action', 'like', 'sites.station.maintenance%')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'sites.station.maintenance',
      'sites.station.maintenanceEnd',
    ]);
    expect(audit[0]?.detail).toContain(`${new Date(until).toISOString()} · grouting`);
    await one.tilt(50);
    await one.settle();
    expect(await standing()).toEqual([[false, null]]);
    expect(one.mail.mails).toHaveLength(1);
  });
});

describe('what is refused', () => {
  it('an end that is not later than now, or further than it can last', async () => {
    const now = one.clock.now();
    expect(await refused(now)).toBe('sites.maintenance.past');
    expect(await refused(now + 1)).toEqual({});
    expect(await refused(now + longestMaintenance)).toEqual({});
    expect(await refused(now + longestMaintenance + 1)).toBe('sites.maintenance.tooLong');
  });

  it('a reason of blanks, and a station of another company', async () => {
    await expect(maintain({ until: one.clock.now() + minute, reason: '  ' })).rejects.toMatchObject({
      messageId: 'bound.required',
    });
    await expect(
      maintain({ until: one.clock.now() + minute, reason: 'grouting' }, 'eve'),
    ).rejects.toMatchObject({ messageId: 'api.notFound' });
  });
});
