/** Messages: written with their event, tried until they are accepted or given up, gathered in floods, never in the way of red. */
import { afterEach, describe, expect, it } from 'vitest';
import { floodWindow, mostAnHour, Outbox } from '../../../src/server/notify/outbox.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';

const open: Notice[] = [];
async function notice(...given: Parameters<typeof openNotice>): Promise<Notice> {
  const made = await openNotice(...given);
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const toAnn = (one: Notice) =>
  one.policy({ steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }] });
const states = async (one: Notice) => {
  const rows = await one.storage.db
    .selectFrom('messages')
    .select(['state', 'tries', 'delivery', 'answer'])
    .orderBy('id')
    .execute();
  return rows;
};

describe('A3', () => {
  it('an event that is rolled back tells nobody; evaluated anew it tells once', async () => {
    let isBroken = true;
    const one = await notice({
      alarmFaults: (point) => {
        if (point === 'alarms.recorded' && isBroken) throw new Error('killed');
      },
    });
    await toAnn(one);
    await one.tilt(50);
    await one.settle();
    expect([await one.open(), await states(one), one.mail.tries]).toEqual([[], [], 0]);
    isBroken = false;
    await expect
      .poll(
        async () => {
          await one.engine.settle();
          return (await one.open()).length;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await one.settle();
    expect(one.mail.mails).toHaveLength(1);
    expect((await states(one)).map(({ state }) => state)).toEqual(['accepted']);
  });

  it('a mail server that is gone for two hours gets it when it is back, with growing pauses', async () => {
    const one = await notice();
    await toAnn(one);
    one.mail.behave({ code: 421, text: 'try again later' });
    await one.tilt(50);
    for (let minute = 0; minute < 120; minute += 1) await one.pass(1);
    expect((await states(one))[0]).toMatchObject({ state: 'failed' });
    expect(one.mail.tries).toBeGreaterThan(5);
    expect(one.mail.tries).toBeLessThan(40);
    one.mail.behave(null);
    await one.pass(11);
    expect(one.mail.mails).toHaveLength(1);
    expect((await states(one))[0]).toMatchObject({ state: 'accepted' });
  });

  it('one that was sent when the process was killed is sent again, recognisable as the same', async () => {
    let kills = 1;
    const one = await notice({
      faults: (point) => {
        if (point !== 'notify.sent' || kills === 0) return;
        kills -= 1;
        throw new Error('killed');
      },
    });
    await toAnn(one);
    await one.tilt(50);
    await one.settle();
    expect((await states(one))[0]?.state).toBe('sending');
    await one.restart();
    await one.pass(1);
    expect(one.mail.mails).toHaveLength(1);
    await one.pass(2);
    expect(one.mail.mails).toHaveLength(2);
    const ids = one.mail.mails.map((mail) => mail.headers.get('x-groundwatch-delivery'));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBe((await states(one))[0]?.delivery);
    expect((await states(one))[0]).toMatchObject({ state: 'accepted', tries: 2 });
  });

  it('one that breaks in the middle of the text is repeated; a mailbox that is not there is not', async () => {
    const one = await notice();
    await toAnn(one);
    one.mail.behave('drop');
    await one.tilt(50);
    await one.settle();
    expect((await states(one))[0]).toMatchObject({ state: 'failed', tries: 1 });
    one.mail.behave(null);
    await one.pass(1);
    expect((await states(one))[0]).toMatchObject({ state: 'accepted', tries: 2 });
    one.mail.bounce('ann@example.org');
    await one.tilt(1);
    await one.pass(1);
    expect((await states(one)).at(-1)).toMatchObject({ state: 'gaveUp', tries: 1 });
    expect((await states(one)).at(-1)?.answer).toContain('no such mailbox');
  });

  it('after its time it is given up, and not a moment before', async () => {
    const one = await notice();
    await toAnn(one);
    one.mail.behave({ code: 451, text: 'later' });
    await one.tilt(12);
    const expires = noticeBegin + 12 * 3_600_000;
    one.clock.at = expires - 1;
    await one.settle();
    expect((await states(one))[0]?.state).toBe('failed');
    one.mail.behave(null);
    one.clock.at = expires + 600_000;
    await one.settle();
    expect((await states(one))[0]).toMatchObject({ state: 'gaveUp', answer: 'notify.reason.expired' });
    expect(one.mail.mails).toEqual([]);
  });
});

it('a flood: the first goes at once, those within its window in one that names all, and the next window begins after', async () => {
  const one = await notice({ sensors: 12 });
  await toAnn(one);
  await one.tilt(12, 0);
  await one.settle();
  expect(one.mail.mails).toHaveLength(1);
  for (let sensor = 1; sensor < 10; sensor += 1) {
    one.clock.at += 1000;
    await one.tilt(12, sensor);
    await one.settle();
  }
  expect(one.mail.mails).toHaveLength(1);
  one.clock.at = noticeBegin + floodWindow - 1;
  await one.settle();
  expect(one.mail.mails).toHaveLength(1);
  one.clock.at += 1;
  await one.settle();
  expect(one.mail.mails).toHaveLength(2);
  expect(one.mail.mails[1]?.subject).toContain('9');
  expect(one.mail.mails[1]?.text?.match(/Angle X/g)).toHaveLength(9);
  const ids = new Set((await states(one)).slice(1).map(({ delivery }) => delivery));
  expect(ids.size).toBe(1);
});

it('A10: red waits for no flood, no digest, no quiet hours and no queue', async () => {
  const one = await notice({ sensors: 40 });
  await one.policy({
    steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }],
    // It is 10:00: notified from 20:00 on.
    hours: { blue: { from: 1200, to: 1260 }, yellow: null },
  });
  await one.tilt(7, 0);
  await one.tilt(12, 1);
  await one.settle();
  expect(one.mail.mails).toHaveLength(1);
  // More than an hour has of messages.
  for (let sensor = 2; sensor < mostAnHour + 8; sensor += 1) {
    one.clock.at += floodWindow + 1;
    await one.tilt(12, sensor);
    await one.settle();
  }
  expect(one.mail.mails).toHaveLength(mostAnHour);
  await one.tilt(50, 35);
  await one.settle();
  expect(one.mail.mails).toHaveLength(mostAnHour + 1);
  expect(one.mail.mails.at(-1)?.subject).toContain('Red');
  await one.tilt(60, 36);
  await one.settle();
  expect(one.mail.mails).toHaveLength(mostAnHour + 2);
  // The blue one comes at its hour, behind the digest that went a moment before.
  one.clock.at = Date.UTC(2026, 4, 1, 12) - 1;
  await one.settle();
  expect(one.mail.mails.some((mail) => mail.text?.includes('Blue'))).toBe(false);
  one.clock.at += floodWindow;
  await one.settle();
  expect(one.mail.mails.at(-1)?.text).toContain('Blue');
});

it('A10: red does not wait for what is under way, and takes along what else its recipient waits for', async () => {
  const one = await notice({ sensors: 2 });
  const lists = Array.from({ length: 12 }, (_, at) => `list${at}@example.org`);
  await one.storage.write((db) =>
    db
      .insertInto('send_list')
      .values(
        lists.map((address) => ({
          project_id: one.projectId,
          name: address,
          address,
          language: 'en',
          created_at: 0,
        })),
      )
      .execute(),
  );
  const ann = { type: 'user', userId: one.people['ann'] ?? 0 } as const;
  await one.policy({ ranks: [2], steps: [{ after: 0, to: [{ type: 'list' }, ann], by: ['mail'] }] });
  await one.policy({ ranks: [4], steps: [{ after: 0, to: [ann], by: ['mail'] }] });
  const release = one.mail.hold();
  await one.tilt(12, 0);
  const settled = one.settle();
  await expect.poll(() => one.mail.tries).toBe(4);
  await one.tilt(50, 1);
  one.notifier.outbox.wake();
  await expect.poll(() => one.mail.tries).toBe(5);
  release();
  await settled;
  await one.settle();
  expect(one.mail.mails).toHaveLength(13);
  const to = one.mail.mails.map((mail) => [mail.to].flat()[0]?.text ?? '');
  expect(to.slice(0, 5).filter((text) => text.includes('ann'))).toHaveLength(1);
  const mine = one.mail.mails.filter((_mail, at) => to[at]?.includes('ann'));
  expect(mine).toHaveLength(1);
  expect([mine[0]?.text?.includes('Red'), mine[0]?.text?.includes('Yellow')]).toEqual([true, true]);
  expect(new Set((await states(one)).map(({ state }) => state))).toEqual(new Set(['accepted']));
});

it('a channel is given no more deliveries a minute than it takes, however many wait', async () => {
  const one = await notice();
  const at: number[] = [];
  const sender = {
    atOnce: 3,
    perMinute: 5,
    async send() {
      at.push(one.clock.at);
      return { accepted: true, title: '', answer: '' } as const;
    },
  };
  const given = {
    storage: one.storage,
    senderOf: async () => sender,
    failed: (error: unknown) => one.errors.push(error),
  };
  const outbox = new Outbox({ ...given, now: one.clock.now });
  await one.tilt(12, 0);
  const [alarm = 0] = await one.open();
  const message = (name: number) => ({
    ...{ company_id: one.companyId, project_id: one.projectId, alarm_id: alarm, escalation_id: null },
    ...{
      kind: 'raise',
      rank: 2,
      recipient: `hook:${name}`,
      user_id: null,
      name: '',
      address: '',
      language: 'en',
    },
    ...{
      channel: 'hook:1',
      params: '{}' as never,
      state: 'waiting',
      tries: 0,
      created_at: 0,
      due_at: noticeBegin,
    },
    ...{ expires_at: noticeBegin + 86_400_000, done_at: null, delivery: null, title: '', answer: '' },
  });
  await one.storage.write((db) =>
    db
      .insertInto('messages')
      .values(Array.from({ length: 12 }, (_, index) => message(index)))
      .execute(),
  );
  for (let second = 0; second < 180; second += 1) {
    one.clock.at = noticeBegin + second * 1000;
    await outbox.settle();
    await outbox.settle();
  }
  await outbox.stop();
  // A minute after the oldest of the last five, neither sooner nor later.
  expect(at.map((time) => (time - noticeBegin) / 1000)).toEqual([
    0, 0, 0, 0, 0, 60, 60, 60, 60, 60, 120, 120,
  ]);
});

it('A5: whoever loses the right, or the station, before it is sent learns nothing', async () => {
  const one = await notice({ sensors: 2 });
  await toAnn(one);
  one.mail.behave({ code: 451, text: 'later' });
  await one.tilt(50, 0);
  await one.settle();
  await one.storage.write(async (db) => {
    const { id } = await db
      .insertInto('roles')
      .values({ name: 'none' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('users').set({ role_id: id }).where('account_name', '=', 'ann').execute();
  });
  one.mail.behave(null);
  await one.pass(5);
  expect(one.mail.mails).toEqual([]);
  expect((await states(one))[0]).toMatchObject({ state: 'gaveUp', answer: 'notify.reason.noRight' });
});

it('A5: nobody is sent what an address that is not confirmed, a disabled account or another company would get', async () => {
  const one = await notice();
  const people = ['ann', 'bob', 'cem', 'eve'];
  // She is of this company as the policy is saved.
  await one.storage.write((db) =>
    db.updateTable('users').set({ company_id: one.companyId }).where('account_name', '=', 'eve').execute(),
  );
  const to = people.map((name) => ({ type: 'user' as const, userId: one.people[name] ?? 0 }));
  await one.policy({ steps: [{ after: 0, to, by: ['mail'] }] });
  await one.storage.write(async (db) => {
    const other = await db
      .selectFrom('companies')
      .select('id')
      .where('id', '<>', one.companyId)
      .executeTakeFirstOrThrow();
    const userOf = (name: string) => one.people[name] ?? 0;
    await db.updateTable('users').set({ company_id: other.id }).where('id', '=', userOf('eve')).execute();
    await db.updateTable('users').set({ disabled: 1 }).where('id', '=', userOf('bob')).execute();
    await db
      .updateTable('contacts')
      .set({ confirmed_at: null })
      .where('user_id', '=', userOf('cem'))
      .execute();
  });
  await one.tilt(50);
  await one.settle();
  expect(one.mail.mails.flatMap(({ to: sent }) => sent ?? []).map(({ text }) => text)).toEqual([
    expect.stringContaining('<ann@example.org>'),
  ]);
  expect((await states(one)).map(({ answer, state }) => `${state} ${answer}`).slice(1)).toEqual([
    'gaveUp notify.reason.noRight',
    'gaveUp notify.reason.noContact',
    'gaveUp notify.reason.noRight',
  ]);
});

it('A13, S52: texts of people are inert in mails, and begin no header', async () => {
  const one = await notice();
  const hostile = '<script>alert(1)</script>\r\nBcc: all@example.org';
  await one.storage.write(async (db) => {
    await db
      .updateTable('users')
      .set({ account_name: 'ann"\r\nBcc: x@example.org' })
      .where('account_name', '=', 'ann')
      .execute();
  });
  await toAnn(one).catch(() => {});
  await one
    .policy({ steps: [{ after: 0, to: [{ type: 'user', userId: one.people['ann'] ?? 0 }], by: ['mail'] }] })
    .catch(() => {});
  await one.tilt(50);
  await one.storage.write(async (db) => {
    const row = await db.selectFrom('alarms').selectAll().executeTakeFirstOrThrow();
    const facts = { ...JSON.parse(row.facts), stationName: hostile, card: hostile, ruleName: hostile };
    await db
      .updateTable('alarms')
      .set({ facts: JSON.stringify(facts) as never })
      .execute();
  });
  await one.settle();
  const [mail] = one.mail.mails;
  expect(mail?.html).not.toContain('<script');
  expect(mail?.html).toContain('&#60;script&#62;');
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.subject).not.toMatch(/[\r\n]/);
});

it('a channel that fails three times in a row is reported once, over another one', async () => {
  const one = await notice();
  const { id } = await one.book().saveHook(await one.by('ann'), {
    ...{ id: null, companyId: one.companyId, revision: 0, name: 'Robot' },
    body: { preset: 'wecom', url: 'https://robot.example.org/send', language: 'en', enabled: true },
  });
  await one.policy({ steps: [{ after: 0, to: [{ type: 'hook', hookId: id }], by: [] }] });
  await one.tilt(50);
  for (let minute = 0; minute < 10; minute += 1) await one.pass(1);
  const about = await one.storage.db
    .selectFrom('alarms')
    .select('id')
    .where('company_id', '=', one.companyId)
    .execute();
  expect(about).toHaveLength(1);
  const reports = (
    await one.storage.db
      .selectFrom('messages')
      .selectAll()
      .where('alarm_id', '=', about[0]?.id ?? 0)
      .execute()
  )
    .filter(({ state }) => state === 'accepted')
    .map((row) => `0 ${row.name}`);
  // Everybody of the company who may set it up, each once.
  expect(reports.map((line) => line.split(' ')[1]).sort()).toEqual(['ann', 'bob', 'cem']);
  expect(one.mail.mails.every((mail) => mail.text?.includes('Robot'))).toBe(true);
});
