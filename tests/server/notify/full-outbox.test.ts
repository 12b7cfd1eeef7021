/** A10: red is as fast behind thousands of lower messages as behind none, and a mail server that was gone takes all of it. */
import type { Insertable } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mostAlong } from '../../../src/server/notify/outbox.ts';
import type { Database } from '../../../src/server/storage/schema.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const open: Notice[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const lists = 100;
const eachList = 50;
/** More than SQLite takes as parameters of one statement. */
const ofAnn = 33_000;
const chunk = 500;
/** When what is filled in is due: nothing of it goes while it is filled in. */
const due = noticeBegin + 3_600_000;

/** A slope whose yellow and red both go to ann, with one yellow alarm that has been sent. */
async function slope(sensors = 3, databaseUrl?: string): Promise<Notice> {
  const one = await openNotice({ sensors, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  open.push(one);
  const ann = { type: 'user', userId: one.people['ann'] ?? 0 } as const;
  await one.policy({ ranks: [2, 3, 4], steps: [{ after: 0, to: [ann], by: ['mail'] }] });
  await one.tilt(12, 0);
  await one.settle();
  expect(one.mail.mails).toHaveLength(1);
  return one;
}

type NewMessage = Insertable<Database['messages']>;
/** A message that waits: of an alarm of its own that is over by now, as there are of a slope that shook for a night. */
async function fill(
  one: Notice,
  messages: readonly Pick<NewMessage, 'recipient' | 'address' | 'rank' | 'user_id'>[],
): Promise<void> {
  const { storage } = one;
  const model = await storage.db.selectFrom('alarms').selectAll().limit(1).executeTakeFirstOrThrow();
  const { id: _, ...rest } = model;
  for (let from = 0; from < messages.length; from += chunk)
    await storage.write(async (db) => {
      const part = messages.slice(from, from + chunk);
      const alarms = await db
        .insertInto('alarms')
        .values(
          part.map(({ rank }) => ({ ...rest, peak: rank, present: 0, closed_at: noticeBegin })) as never,
        )
        .returning('id')
        .execute();
      await db
        .insertInto('messages')
        .values(
          part.map((message, index) => ({
            ...{ company_id: one.companyId, project_id: one.projectId, alarm_id: alarms[index]?.id ?? 0 },
            ...{
              escalation_id: null,
              kind: 'over',
              name: message.recipient,
              language: 'en',
              channel: 'mail',
            },
            ...{ params: '{}' as never, state: 'waiting', tries: 0, created_at: noticeBegin },
            ...{ due_at: due, expires_at: due + 12 * 3_600_000, done_at: null },
            ...{ delivery: null, title: '', answer: '' },
            ...message,
          })),
        )
        .execute();
    });
}
const toLists = (rank: number) =>
  Array.from({ length: lists * eachList }, (_, index) => {
    const name = `list${index % lists}`;
    return { recipient: `list:${index % lists}`, address: `${name}@example.org`, rank, user_id: null };
  });
const toAnn = (one: Notice, count: number, rank = 1) => {
  const userId = one.people['ann'] ?? 0;
  const message = { recipient: `user:${userId}`, address: 'ann@example.org', rank, user_id: userId };
  return Array.from({ length: count }, () => message);
};
const waiting = async (one: Notice) => {
  const { count } = await one.storage.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};
/** Real time is bounded as well: a person waits by the clock on the wall. Far beyond what it takes. */
const soon = { timeout: 5000 };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'] as const)('A10: a full outbox on %s', (dialect) => {
  const full = async () => slope(3, dialect === 'sqlite' ? undefined : await postgres.database());

  it('of thousands of blue messages to others is passed by yellow in the same lane, and by red in its own', async () => {
    const one = await full();
    await fill(one, toLists(1));
    // It is the newest of all that wait.
    await fill(one, [{ recipient: 'list:last', address: 'last@example.org', rank: 2, user_id: null }]);
    const release = one.mail.hold();
    one.clock.at = due;
    const settled = one.notifier.outbox.settle();
    await expect.poll(() => one.mail.tries, soon).toBe(1 + 4);
    await one.tilt(50, 1);
    one.notifier.outbox.wake();
    // Nothing of what is under way has come back, and it is on its way nevertheless.
    await expect.poll(() => one.mail.tries, soon).toBe(1 + 4 + 1);
    release();
    await expect.poll(() => one.mail.mails.length, soon).toBeGreaterThanOrEqual(1 + 4 + 1);
    const first = one.mail.mails.slice(1, 1 + 4 + 1);
    const red = first.find((mail) => mail.subject?.includes('Red'));
    expect([red?.to].flat()[0]?.text).toContain('ann@example.org');
    const to = first.map((mail) => [mail.to].flat()[0]?.text ?? '');
    expect(to.filter((text) => text.includes('last@example.org'))).toHaveLength(1);
    expect(await waiting(one)).toBeGreaterThan(lists * eachList - 1000);
    await one.notifier.stop();
    await settled;
    expect(one.errors).toEqual([]);
  }, 300_000);

  it('for the same person is passed by red, which takes along as much of it as can be read, the worst first', async () => {
    const one = await full();
    await fill(one, toAnn(one, ofAnn));
    await fill(one, toAnn(one, 3, 2));
    // These keep the lane of what is less busy: all that waits for her is still there when red comes.
    const others = Array.from({ length: 4 }, (_, at) => `other${at}@example.org`);
    await fill(
      one,
      others.map((address) => ({ recipient: address, address, rank: 3, user_id: null })),
    );
    const release = one.mail.hold();
    one.clock.at = due;
    const settled = one.notifier.outbox.settle();
    await expect.poll(() => one.mail.tries, soon).toBe(1 + 4);
    await one.tilt(50, 1);
    one.notifier.outbox.wake();
    await expect.poll(() => one.mail.tries, soon).toBe(1 + 4 + 1);
    release();
    const isThere = () => one.mail.mails.some((mail) => mail.subject?.includes('Red'));
    await expect.poll(isThere, soon).toBe(true);
    const red = one.mail.mails.find((mail) => mail.subject?.includes('Red'));
    const heads = red?.text?.split('\n').filter((line) => /^(Red|Yellow|Blue) · /.test(line)) ?? [];
    const levels = heads.map((line) => line.split(' ')[0]);
    expect(levels).toEqual([
      'Red',
      ...Array.from({ length: 3 }, () => 'Yellow'),
      ...Array.from({ length: mostAlong - 3 }, () => 'Blue'),
    ]);
    // The rest goes on waiting, or comes behind it: nothing of it is lost.
    const { count: lost } = await one.storage.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('state', 'in', ['failed', 'gaveUp', 'answered'])
      .executeTakeFirstOrThrow();
    expect(Number(lost)).toBe(0);
    await one.notifier.stop();
    await settled;
    expect(one.errors).toEqual([]);
  }, 300_000);
});

it('after two hours without a mail server all that waits arrives with the first that is accepted, red among it', async () => {
  const one = await slope(12);
  one.mail.behave({ code: 421, text: 'try again later' });
  // A storm while it is gone: yellow, yellow, ..., red in the last minutes, then yellow again.
  for (let minute = 1; minute <= 120; minute += 1) {
    if (minute % 15 === 0) await one.tilt(minute === 105 ? 50 : 12, minute / 15);
    await one.pass(1);
  }
  expect(one.mail.mails).toHaveLength(1);
  const tries = one.mail.tries;
  expect(tries).toBeLessThan(8 * 40);
  one.mail.behave(null);
  // The longest pause is ten minutes: by then one has tried, and all others have followed it.
  const back = one.clock.at;
  for (let minute = 0; minute < 10; minute += 1) await one.pass(1);
  const rows = await one.storage.db
    .selectFrom('messages')
    .select(['state', 'rank', 'kind', 'done_at', 'alarm_id', 'delivery'])
    .where('kind', '=', 'raise')
    .where('rank', 'in', [2, 4])
    .orderBy('id')
    .execute();
  // The one of before, seven yellow ones and a red one.
  expect(rows.map(({ rank }) => rank)).toEqual([2, 2, 2, 2, 2, 2, 2, 4, 2]);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['accepted']));
  // None of them has waited out its own pause once another one had arrived.
  const arrived = rows.slice(1).map(({ done_at: at }) => at ?? 0);
  expect(new Set(arrived).size).toBe(1);
  expect(arrived[0]).toBeGreaterThan(back);
  // Each mail that was accepted is named by its delivery, and each delivery has arrived once.
  const ids = one.mail.mails.map((mail) => String(mail.headers.get('x-groundwatch-delivery')));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(rows.map(({ delivery }) => delivery))).toEqual(
    new Set(ids.filter((id) => rows.some((row) => row.delivery === id))),
  );
}, 300_000);
