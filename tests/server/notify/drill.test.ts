/** Drills of sirens: whoever is notified of red first gets messages that say so before all else, apart from alarms. */
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstSound } from '../../../src/domain/sirens.ts';
import { notifyOfDrill } from '../../../src/server/sirens/drill-messages.ts';
import { type Notice, noticeBegin, openNotice, policyOf } from '../../support/notify.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const minute = 60_000;
const hour = 60 * minute;
let server: Server;
let origin = '';
const asked: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = server.address();
  origin = `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(['sqlite', 'postgres'] as const)('a drill, %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let one: Notice;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
  }, 300_000);
  afterAll(() => postgres?.stop());
  afterEach(() => one.close());

  async function opened(): Promise<Notice> {
    asked.length = 0;
    const databaseUrl = await postgres?.database();
    one = await openNotice({
      settings: { origins: [origin] },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
    });
    return one;
  }
  const drill = (reason = 'yearly') =>
    one.storage.write((db) =>
      notifyOfDrill(db, { stationId: 1, sound: firstSound, reason, accountName: 'cem' }, one.clock.at),
    );
  const log = async () =>
    (await one.storage.db.selectFrom('messages').selectAll().orderBy('id').execute()).map((row) => ({
      ...{ kind: row.kind, name: row.name, state: row.state, alarm: row.alarm_id, rank: row.rank },
    }));
  const mailsTo = (name: string) =>
    one.mail.mails.filter(({ to }) => JSON.stringify(to).includes(`${name}@example.org`));
  /** Ann has the day from 8 to 20, Bob the night; by the clock of Shanghai. */
  async function onDuty(): Promise<number> {
    const layer = {
      ...{ name: 'A', people: [one.people['ann'] ?? 0, one.people['bob'] ?? 0], from: '2026-05-01' },
      ...{ every: 'day' as const, weekday: 1, at: [480, 1200], onHolidays: [] },
    };
    const body = { timeZone: 'Asia/Shanghai', layers: [layer], overrides: [], holidays: [] };
    const { id } = await one.book().saveRota(await one.by('ann'), {
      ...{ id: null, companyId: one.companyId, revision: 0, name: 'Watch', body: body as never },
    });
    return id;
  }
  async function hook(preset: 'standard' | 'sms'): Promise<number> {
    const { id } = await one.book().saveHook(await one.by('ann'), {
      ...{ id: null, companyId: one.companyId, revision: 0, name: preset },
      body: { preset, url: `${origin}/${preset}`, language: 'en', enabled: true },
    });
    return id;
  }

  it('goes to who is on duty then, in their language, and says so in the subject and in the text', async () => {
    await opened();
    const rotaId = await onDuty();
    await one.policy({
      ranks: [4],
      steps: [
        { after: 0, to: [{ type: 'duty', rotaId, layer: 0 }], by: ['mail'] },
        { after: 5, to: [{ type: 'user', userId: one.people['cem'] ?? 0 }], by: ['mail'] },
      ],
      repeat: { every: 10, rounds: 3 },
    });
    one.clock.at = noticeBegin + 10 * hour - 1;
    expect(await drill('yearly <b>test</b>')).toBe(1);
    await one.settle();
    expect(mailsTo('ann')).toHaveLength(1);
    expect(mailsTo('ann')[0]?.subject).toMatch(/^\[DRILL\] /);
    expect(mailsTo('ann')[0]?.text).toMatch(/^THIS IS A DRILL/);
    expect(mailsTo('ann')[0]?.text).toContain('05-01 19:59:59');
    expect(mailsTo('ann')[0]?.html).not.toContain('<b>test</b>');
    expect(mailsTo('ann')[0]?.html).not.toContain('/answer/');
    one.clock.at += 1;
    expect(await drill()).toBe(1);
    await one.settle();
    expect(mailsTo('bob')[0]?.subject).toMatch(/^【演练】/);
    expect(mailsTo('bob')[0]?.text).toContain('并非报警');
    // Nobody answers, and nobody else is notified: there is nothing to answer.
    await one.pass(60);
    expect(one.mail.mails).toHaveLength(2);
    expect((await log()).map(({ kind, name, state }) => [kind, name, state])).toEqual([
      ['drill', 'ann', 'accepted'],
      ['drill', 'bob', 'accepted'],
    ]);
    expect(await one.storage.db.selectFrom('escalations').selectAll().execute()).toEqual([]);
  });

  it('goes by the policies of red of its project alone, each way once, and names whom it cannot reach', async () => {
    await opened();
    const user = (name: string) => ({ type: 'user' as const, userId: one.people[name] ?? 0 });
    await one.policy({ ranks: [1, 2, 3], steps: [{ after: 0, to: [user('cem')], by: ['mail'] }] });
    await one.policy({ ranks: [4], steps: [{ after: 0, to: [user('ann'), user('dan')], by: ['mail'] }] });
    await one.policy({ ranks: [3, 4], steps: [{ after: 0, to: [user('ann')], by: ['mail'] }] });
    await one.storage.write((db) =>
      db
        .insertInto('notify_policies')
        .values({
          ...{ company_id: one.companyId, revision: 1, name: 'Elsewhere' },
          body: JSON.stringify(
            policyOf({
              projects: [one.projectId + 1],
              steps: [{ after: 0, to: [user('bob')], by: ['mail'] }],
            }),
          ) as never,
        })
        .execute(),
    );
    expect(await drill()).toBe(1);
    expect((await log()).map(({ name, state }) => [name, state])).toEqual([
      ['ann', 'waiting'],
      ['dan', 'gaveUp'],
    ]);
  });

  it('is another type for a webhook, and marked for a phone', async () => {
    await opened();
    const to = [
      { type: 'hook' as const, hookId: await hook('standard') },
      { type: 'hook' as const, hookId: await hook('sms') },
    ];
    await one.policy({ ranks: [4], steps: [{ after: 0, to, by: [] }] });
    await drill();
    await one.settle();
    const [own, phone] = [
      asked.find(({ type }) => type !== undefined),
      asked.find(({ type }) => type === undefined),
    ];
    expect(own).toMatchObject({ type: 'drill', data: { drill: true, rank: 0, alarms: [] } });
    expect(own?.data['title']).toMatch(/^\[DRILL\] /);
    expect((phone as unknown as { text: string }).text).toMatch(/^\[DRILL\] /);
    asked.length = 0;
    await one.tilt(50);
    await one.settle();
    expect(asked.find(({ type }) => type !== undefined)).toMatchObject({
      type: 'alarm',
      data: { drill: false },
    });
  });

  it('is never in one message with an alarm, holds none back, and is taken back by no answer', async () => {
    await opened();
    const to = [{ type: 'user' as const, userId: one.people['ann'] ?? 0 }];
    await one.policy({ steps: [{ after: 0, to, by: ['mail'] }] });
    const subjects = () => mailsTo('ann').map(({ subject }) => (subject ?? '').split(' ')[0]);
    // Written before anything is sent: with yellow in one lane, and with red, which takes along what waits.
    await drill();
    await one.tilt(12);
    await one.settle();
    expect(subjects().sort()).toEqual(['[DRILL]', '[Yellow]']);
    await one.pass(1);
    await drill();
    await one.tilt(50);
    await one.settle();
    expect(subjects().sort()).toEqual(['[DRILL]', '[DRILL]', '[Red]', '[Yellow]']);
    for (const { subject, text } of mailsTo('ann'))
      expect((subject ?? '').startsWith('[DRILL]')).toBe((text ?? '').includes('THIS IS A DRILL'));
    // One that waits for its mail server is not taken back by who answers the alarm.
    one.mail.behave({ code: 451, text: 'later' });
    await drill();
    await one.settle();
    const [alarmId = 0] = await one.open();
    await one.alarms.acknowledge(await one.by('ann'), [alarmId], '');
    one.mail.behave(null);
    await one.pass(5);
    expect((await log()).filter(({ kind }) => kind === 'drill')).toEqual(
      Array.from({ length: 3 }, () => ({
        kind: 'drill',
        name: 'ann',
        state: 'accepted',
        alarm: null,
        rank: 0,
      })),
    );
  });

  it('that waits behind others is not taken along by red, though red takes along what else waits', async () => {
    await opened();
    const to = [{ type: 'user' as const, userId: one.people['ann'] ?? 0 }];
    await one.policy({ steps: [{ after: 0, to, by: ['mail'] }] });
    // As many to others as go at once keep the lane of what is not urgent.
    await drill();
    await one.storage.write(async (db) => {
      const { id, ...model } = await db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
      const toOther = (at: number) => ({ recipient: `list:${at}`, address: `other${at}@example.org` });
      await db.updateTable('messages').set(toOther(0)).where('id', '=', id).execute();
      for (const at of [1, 2, 3])
        await db
          .insertInto('messages')
          .values({ ...model, ...toOther(at) } as never)
          .execute();
    });
    await drill();
    const release = one.mail.hold();
    const settled = one.notifier.outbox.settle();
    await expect.poll(() => one.mail.tries, { timeout: 5000 }).toBe(4);
    await one.tilt(50);
    one.notifier.outbox.wake();
    await expect.poll(() => one.mail.tries, { timeout: 5000 }).toBe(5);
    release();
    await settled;
    await one.settle();
    const rows = await one.storage.db.selectFrom('messages').select(['kind', 'delivery', 'state']).execute();
    const of = (isDrill: boolean) =>
      new Set(rows.filter(({ kind }) => (kind === 'drill') === isDrill).map(({ delivery }) => delivery));
    expect(rows.filter(({ kind }) => kind === 'drill')).toHaveLength(5);
    expect([...of(true)].filter((delivery) => of(false).has(delivery))).toEqual([]);
    const red = mailsTo('ann').find(({ subject }) => subject?.startsWith('[Red]'));
    expect(red?.text).not.toContain('DRILL');
    expect(mailsTo('ann').filter(({ subject }) => subject?.startsWith('[DRILL]'))).toHaveLength(1);
    expect(one.errors).toEqual([]);
  });

  it('is not tried for longer than an hour', async () => {
    await opened();
    const to = [{ type: 'user' as const, userId: one.people['ann'] ?? 0 }];
    await one.policy({ steps: [{ after: 0, to, by: ['mail'] }] });
    one.mail.behave({ code: 451, text: 'later' });
    await drill();
    await one.settle();
    for (let passed = 0; passed < 60; passed += 5) await one.pass(5);
    one.mail.behave(null);
    await one.pass(15);
    expect((await log())[0]).toMatchObject({ kind: 'drill', state: 'gaveUp' });
    expect(one.mail.mails).toEqual([]);
  });
});
