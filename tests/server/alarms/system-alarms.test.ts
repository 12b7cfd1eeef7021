/** Alarms of the alarm system itself: gaps of duties and channels that fail, on both databases. */
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alarmText } from '../../../src/derive/alarm-text.ts';
import { healthOf } from '../../../src/server/alarms/health.ts';
import { alarmsTable } from '../../../src/server/exports/tables/alarms.ts';
import { gapAhead, gapsAhead } from '../../../src/server/notify/system/duty-gaps.ts';
import { words } from '../../../src/server/words.ts';
import { type Notice, noticeBegin, openNotice } from '../../support/notify.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const hour = 3_600_000;
const minute = 60_000;
const text = words('en');

let postgres: TestPostgres;
let receiver: Server;
let origin = '';
let received: string[] = [];
let hookAnswers = 200;
beforeAll(async () => {
  postgres = await startPostgres();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (hookAnswers === 200) received.push(body);
      response.writeHead(hookAnswers);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const at = receiver.address();
  origin = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await postgres.stop();
});
const open: Notice[] = [];
afterEach(async () => {
  received = [];
  hookAnswers = 200;
  for (const one of open.splice(0)) {
    expect(one.errors).toEqual([]);
    await one.close();
  }
});

async function notice(
  dialect: 'sqlite' | 'postgres',
  publicOrigins: readonly string[] = [],
): Promise<Notice> {
  const one = await openNotice({
    settings: { origins: publicOrigins },
    ...(dialect === 'postgres' ? { databaseUrl: await postgres.database() } : {}),
  });
  open.push(one);
  return one;
}

interface Kept {
  id: number | null;
  revision: number;
}
/** A rota that ann has, but for the given gaps. */
async function rota(
  one: Notice,
  gaps: readonly (readonly [from: number, to: number])[],
  kept: Kept,
): Promise<Kept> {
  const saved = await one.book().saveRota(await one.by('ann'), {
    ...{ id: kept.id, companyId: one.companyId, revision: kept.revision, name: 'Night' },
    body: {
      timeZone: 'Asia/Shanghai',
      layers: [
        {
          ...{ name: 'First', people: [one.people['ann'] ?? 0], from: '2026-01-01', every: 'day' },
          ...{ weekday: 1, at: [480], onHolidays: [] },
        },
      ],
      overrides: gaps.map(([from, to]) => ({ layer: 0, from, to, userId: null })),
      holidays: [],
    } as never,
  });
  await one.notifier.watch.settle();
  return saved;
}
const begin: Kept = { id: null, revision: 0 };

/** What a viewer's board shows of the alarm system. */
async function board(one: Notice, account = 'ann') {
  const { viewer } = await one.by(account);
  const { alarms } = await one.alarms.open(viewer);
  return alarms.filter(({ companyId }) => companyId !== null);
}
async function history(one: Notice, account = 'ann') {
  const { viewer } = await one.by(account);
  const { alarms } = await one.alarms.history(viewer, { from: 0, to: noticeBegin * 2 });
  return alarms.filter(({ companyId }) => companyId !== null);
}
async function timeline(one: Notice, alarmId: number): Promise<string[]> {
  const { entries } = await one.alarms.one((await one.by('ann')).viewer, alarmId);
  return entries.map(({ type, from, to }) => `${type} ${from} ${to}`);
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('a gap of the rota is raised a day before, rises as it begins, returns as it ends, and is raised once', async () => {
    const one = await notice(dialect);
    const from = noticeBegin + gapAhead;
    await rota(one, [[from, from + 2 * hour]], begin);
    expect(await board(one)).toEqual([]);
    // The due time stands in the database: another process goes on from it.
    one.clock.at += 1;
    await one.restart();
    await one.notifier.watch.settle();
    await one.notifier.watch.settle();
    const [raised, ...others] = await board(one);
    expect(others).toEqual([]);
    expect(raised).toMatchObject({
      ...{ companyId: one.companyId, stationId: 0, rtuId: 0, projectId: 0, present: 2, peak: 2 },
      ...{ isOutOfService: false, suppressedBy: null, raisedAt: noticeBegin + 1 },
    });
    if (raised === undefined) throw new Error('no alarm');
    expect(alarmText(raised, text)).toBe(
      'Nobody is on duty in Night · First from 05-02 10:00 to 05-02 12:00',
    );
    one.clock.at = from - 1;
    await one.restart();
    await one.notifier.watch.settle();
    expect((await board(one)).map(({ present }) => present)).toEqual([2]);
    one.clock.at = from;
    await one.notifier.watch.settle();
    expect((await board(one)).map(({ id, present }) => [id, present])).toEqual([[raised.id, 3]]);
    one.clock.at = from + 2 * hour - 1;
    await one.notifier.watch.settle();
    expect((await board(one)).map(({ present }) => present)).toEqual([3]);
    one.clock.at += 1;
    await one.notifier.watch.settle();
    expect((await board(one)).map(({ present, peak }) => [present, peak])).toEqual([[0, 3]]);
    expect(await timeline(one, raised.id)).toEqual(['raise 0 2', 'rise 2 3', 'return 3 0']);
    // It was said from when to when nobody was on duty, as it was planned.
    expect((await board(one))[0]?.facts.system).toMatchObject({ from, to: from + 2 * hour });
  });

  it('it returns as soon as it is filled; answered it is closed; each gap is an alarm of its own', async () => {
    const one = await notice(dialect);
    const from = noticeBegin + hour;
    const first = [from, from + hour] as const;
    const second = [from + 5 * hour, from + 6 * hour] as const;
    const kept = await rota(one, [first, second], begin);
    const both = await board(one);
    expect(both.map(({ present }) => present)).toEqual([2, 2]);
    const [of] = both.filter(({ facts }) => facts.system?.from === first[0]);
    await one.alarms.acknowledge(await one.by('ann'), [of?.id ?? 0], 'I am on it');
    const { outcomes } = await one.alarms.close(await one.by('ann'), [of?.id ?? 0], 'true', '');
    expect(outcomes[0]?.refused?.messageId).toBe('alarms.refused.active');
    // The first one shorter: the same alarm says so. The second one is filled.
    const shorter = await rota(one, [[from, from + hour / 2]], { id: kept.id, revision: kept.revision });
    const after = new Map((await board(one)).map((alarm) => [alarm.id, alarm]));
    expect(after.get(of?.id ?? 0)).toMatchObject({ present: 2, facts: { system: { to: from + hour / 2 } } });
    expect(after.get(of?.id ?? 0)?.revision).toBeGreaterThan(of?.revision ?? 0);
    expect([...after.values()].map(({ present }) => present).sort()).toEqual([0, 2]);
    await rota(one, [], shorter);
    // Answered and over: closed. The other one waits for an answer.
    expect((await board(one)).map(({ id, present }) => [id === of?.id, present])).toEqual([[false, 0]]);
    expect((await history(one)).map(({ closed }) => closed?.why ?? null).sort()).toEqual(['answered', null]);
    expect(await timeline(one, of?.id ?? 0)).toEqual([
      ...['raise 0 2', 'acknowledge 2 2', 'changed 2 2', 'return 2 0'],
    ]);
    // The same gap again while the alarm of it is open: that one is raised again, and no other.
    await rota(one, [second], { id: kept.id, revision: shorter.revision + 1 });
    expect((await board(one)).map(({ present }) => present)).toEqual([2]);
  });

  it('a rota that is deleted ends them, with that reason in sight', async () => {
    const one = await notice(dialect);
    const { id } = await rota(one, [[noticeBegin, noticeBegin + hour]], begin);
    const [alarm] = await board(one);
    expect(alarm?.present).toBe(3);
    await one.book().deleteRota(await one.by('ann'), id ?? 0);
    await one.notifier.watch.settle();
    expect(await board(one)).toEqual([]);
    const [closed] = await history(one);
    expect(closed?.closed?.why).toBe('left');
    const due = await one.storage.db.selectFrom('notify_rotas').select('due_at').execute();
    expect(due).toEqual([{ due_at: null }]);
  });

  it('policies of every project notify of it, step by step, until somebody answers; who was notified hears of its end', async () => {
    const one = await notice(dialect);
    const { ann = 0, bob = 0, cem = 0 } = one.people;
    const step = (after: number, userId: number) => ({
      ...{ after, to: [{ type: 'user' as const, userId }], by: ['mail' as const] },
    });
    await one.policy({ steps: [step(0, ann), step(10, bob), step(20, cem)] });
    await one.policy({ projects: [one.projectId], steps: [step(0, cem)] });
    const kept = await rota(one, [[noticeBegin + hour, noticeBegin + 2 * hour]], begin);
    await one.settle();
    await one.pass(10);
    expect(await one.notified()).toEqual(['0 ann accepted', '10 bob accepted']);
    const [alarm] = await board(one);
    await one.alarms.acknowledge(await one.by('bob'), [alarm?.id ?? 0], '');
    await one.pass(15);
    expect(await one.notified()).toHaveLength(2);
    expect(one.mail.mails[0]?.subject).toContain('Nobody is on duty in Night · First');
    // In the recipient's language, with the name of the company in place of a station.
    expect(one.mail.mails[1]?.subject).toContain('无人值班');
    await rota(one, [], kept);
    await one.settle();
    expect(await one.notified(['over'])).toEqual(['25 ann accepted', '25 bob accepted']);
  });

  it('a channel that keeps failing is one alarm, said over the others, and returns when it works', async () => {
    const one = await notice(dialect, [origin]);
    const { ann = 0, bob = 0 } = one.people;
    const { id: hookId } = await one.book().saveHook(await one.by('ann'), {
      ...{ id: null, companyId: one.companyId, revision: 0, name: 'Robot' },
      body: { preset: 'slack', url: `${origin}/in`, language: 'en', enabled: true },
    });
    await one.storage.write((db) =>
      db
        .insertInto('push_subscriptions')
        .values({
          ...{ user_id: ann, endpoint: 'https://push.example.org/1', p256dh: 'x', auth: 'x' },
          ...{ label: 'phone', created_at: 1 },
        })
        .execute(),
    );
    await one.policy({
      ranks: [3, 4],
      steps: [
        {
          after: 0,
          to: [
            { type: 'user', userId: ann },
            { type: 'user', userId: bob },
            { type: 'hook', hookId },
          ],
          by: ['mail'],
        },
      ],
    });
    one.mail.behave({ code: 451, text: 'later' });
    await one.tilt(25);
    await one.settle();
    // Two mails have failed by now; the third failure in a row makes it an alarm.
    expect(await board(one)).toEqual([]);
    await one.pass(1);
    const [alarm, ...others] = await board(one);
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ present: 3, companyId: one.companyId });
    expect(alarm?.facts.system).toMatchObject({ type: 'channel', name: 'mail', channel: 'mail', to: null });
    const sent = await one.storage.db
      .selectFrom('messages')
      .select(['name', 'channel', 'state', 'answer'])
      .where('alarm_id', '=', alarm?.id ?? 0)
      .execute();
    expect(sent.map(({ name, channel }) => `${name} ${channel}`).sort()).toEqual([
      ...['Robot hook:1', 'ann push', 'bob '].map((line) => line.replace('hook:1', `hook:${hookId}`)),
    ]);
    expect(sent.find(({ name }) => name === 'bob')).toMatchObject({
      ...{ state: 'gaveUp', answer: 'notify.reason.channelFails' },
    });
    expect(received.some((body) => body.includes('Mail has been failing since'))).toBe(true);
    // It fails on: the same alarm, nothing new in its timeline.
    await one.pass(3);
    await one.restart();
    await one.pass(3);
    expect(await timeline(one, alarm?.id ?? 0)).toEqual(['raise 0 3']);
    one.mail.behave(null);
    await one.pass(20);
    const mails = (await board(one)).filter(({ facts }) => facts.system?.channel === 'mail');
    expect(mails.map(({ id, present }) => [id, present])).toEqual([[alarm?.id, 0]]);
    expect(await timeline(one, alarm?.id ?? 0)).toEqual(['raise 0 3', 'return 3 0']);
  });

  it('a webhook that fails is an alarm of its company alone; switched off, it ends', async () => {
    const one = await notice(dialect, [origin]);
    const body = { preset: 'slack', url: `${origin}/in`, language: 'en', enabled: true } as const;
    const hook = await one.book().saveHook(await one.by('ann'), {
      ...{ id: null, companyId: one.companyId, revision: 0, name: 'Robot', body },
    });
    await one.policy({ steps: [{ after: 0, to: [{ type: 'hook', hookId: hook.id }], by: [] }] });
    hookAnswers = 500;
    await one.tilt(12);
    for (let at = 0; at < 3; at += 1) await one.pass(1);
    const [alarm] = await board(one);
    expect(alarm?.facts.system).toMatchObject({ name: 'Robot', channel: `hook:${hook.id}` });
    // No policy reaches anybody over another channel: whoever may mend it is notified.
    const sent = await one.storage.db
      .selectFrom('messages')
      .select(['name', 'channel'])
      .where('alarm_id', '=', alarm?.id ?? 0)
      .where('state', '=', 'accepted')
      .execute();
    expect(sent.map(({ name, channel }) => `${name} ${channel}`).sort()).toEqual([
      ...['ann mail', 'bob mail', 'cem mail'],
    ]);
    await one.book().saveHook(await one.by('ann'), {
      ...{ id: hook.id, companyId: one.companyId, revision: hook.revision, name: 'Robot' },
      body: { ...body, enabled: false },
    });
    await one.notifier.watch.settle();
    expect(await board(one)).toEqual([]);
    expect((await history(one))[0]?.closed?.why).toBe('left');
  });

  it('A5: another company neither sees nor answers it, nor finds it in counts, exports and messages', async () => {
    const one = await notice(dialect);
    await rota(one, [[noticeBegin + hour, noticeBegin + 2 * hour]], begin);
    await one.settle();
    const [alarm] = await board(one);
    const id = alarm?.id ?? 0;
    const eve = await one.by('eve');
    expect(await board(one, 'eve')).toEqual([]);
    expect(await history(one, 'eve')).toEqual([]);
    await expect(one.alarms.one(eve.viewer, id)).rejects.toMatchObject({ status: 404 });
    await expect(one.alarms.acknowledge(eve, [id], '')).rejects.toMatchObject({ status: 404 });
    expect((await one.messages().messages(eve.viewer, { alarmId: id })).messages).toEqual([]);
    expect((await one.messages().messages((await one.by('ann')).viewer, { alarmId: id })).total).toBe(4);
    // Of streams: its own company alone.
    expect([...(await one.alarms.byIds([id])).keys()]).toEqual([one.companyId]);
    const sources = { storage: one.storage, board: one.board, now: one.clock.at, behind: 0 };
    const raises = async (account: string) =>
      (await healthOf(sources, (await one.by(account)).viewer, {})).raises;
    expect([await raises('ann'), await raises('eve')]).toEqual([1, 0]);
    const exported = async (account: string) => {
      const { viewer } = await one.by(account);
      const given = { query: {}, edition: 'cn' } as never;
      const opened = await alarmsTable.open({
        ...{ reading: { db: one.storage.db } as never, scope: viewer, given, text },
      } as never);
      const rows: unknown[][] = [];
      for await (const part of opened.rows()) rows.push(...(part as unknown[][]));
      return rows;
    };
    expect(await exported('eve')).toEqual([]);
    const [row] = await exported('ann');
    expect(row?.[10]).toContain('Nobody is on duty in Night · First');
    expect(row?.[9]).toBe('Asia/Shanghai');
    // A file is of a station: this one takes none.
    await expect(one.alarms.comment(await one.by('ann'), [id], 'x', [77])).rejects.toMatchObject({
      status: 404,
    });
  });

  it('two processes that look at once raise one alarm', async () => {
    const one = await notice(dialect);
    const other = await one.by('ann');
    await one.book().saveRota(other, {
      ...{ id: null, companyId: one.companyId, revision: 0, name: 'Empty' },
      body: {
        ...{ timeZone: 'UTC', overrides: [], holidays: [] },
        layers: [
          {
            ...{ name: 'A', people: [], from: '2026-01-01', every: 'day', weekday: 1 },
            at: [0],
            onHolidays: [],
          },
        ],
      } as never,
    });
    await Promise.all([one.notifier.watch.settle(), one.notifier.watch.settle()]);
    await one.storage.write((db) => db.updateTable('notify_rotas').set({ due_at: 0 }).execute());
    await one.notifier.watch.settle();
    const [alarm, ...others] = await board(one);
    expect(others).toEqual([]);
    // No end is in sight; a day later nothing of that is news.
    expect(alarm?.facts.system).toMatchObject({ from: noticeBegin, to: null });
    one.clock.at += 24 * hour;
    await one.notifier.watch.settle();
    expect(await timeline(one, alarm?.id ?? 0)).toEqual(['raise 0 3']);
  });
});

it('when to look next is the next edge of a gap, from both sides', () => {
  const layer = {
    name: 'A',
    people: [1],
    from: '2026-01-01',
    every: 'day',
    weekday: 1,
    at: [0],
    onHolidays: [],
  };
  const from = noticeBegin + 3 * gapAhead;
  const rotaOf = {
    timeZone: 'UTC',
    layers: [layer],
    holidays: [],
    overrides: [{ layer: 0, from, to: from + minute, userId: null }],
  };
  const at = (now: number) => gapsAhead(rotaOf as never, 0, now);
  expect(at(from - gapAhead)).toEqual({ gaps: [], next: from - gapAhead + 1 });
  expect(at(from - gapAhead + 1)).toEqual({ gaps: [{ from, to: from + minute, rank: 2 }], next: from });
  expect(at(from)).toEqual({ gaps: [{ from, to: from + minute, rank: 3 }], next: from + minute });
  expect(at(from + minute)).toEqual({ gaps: [], next: from + minute + gapAhead });
});
