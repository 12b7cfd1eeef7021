/** Alarms and who is notified of them, over a storage of its own with a clock that the test owns and a real mail server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import type { PolicyPlan } from '../../src/domain/notify/policy.ts';
import { createUser } from '../../src/server/accounts/users.ts';
import { readViewer } from '../../src/server/accounts/viewer.ts';
import { AlarmBook } from '../../src/server/alarms/alarm-book.ts';
import type { AlarmFaultPoint } from '../../src/server/alarms/engine.ts';
import { ContactBook } from '../../src/server/notify/contact-book.ts';
import { MessageBook } from '../../src/server/notify/message-book.ts';
import { Notifier, type NotifierOptions, type NotifySettings } from '../../src/server/notify/notifier.ts';
import { NotifyBook } from '../../src/server/notify/notify-book.ts';
import { Board } from '../../src/server/sites/board.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Reading, Storage } from '../../src/server/storage/storage.ts';
import { definitionOf, engineOver, sitesOf, TestClock, writeRule } from './alarms.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { seed } from './storage-fixture.ts';

const minute = 60_000;
/** A Friday, 10:00 in Shanghai. */
export const noticeBegin = Date.UTC(2026, 4, 1, 2);

const once = { readings: 1 } as const;
const limit = (value: number) =>
  ({ type: 'limit', term: 0, side: 'above', limit: value, release: value - 1 }) as const;
/** Blue from 5, yellow from 10, orange from 20, red from 40. */
export const slopeRule: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    { level: 'blue', condition: limit(5), hold: once, releaseHold: once },
    { level: 'yellow', condition: limit(10), hold: once, releaseHold: once },
    { level: 'orange', condition: limit(20), hold: once, releaseHold: once },
    { level: 'red', condition: limit(40), hold: once, releaseHold: once, card: 'Close the road' },
  ],
});

export const policyOf = (given: Partial<PolicyPlan>): PolicyPlan => ({
  enabled: true,
  projects: [],
  ranks: [1, 2, 3, 4],
  steps: [],
  repeat: null,
  hours: { blue: null, yellow: null },
  ...given,
});

export interface NoticeOptions {
  readonly sensors?: number;
  readonly settings?: Partial<NotifySettings>;
  readonly faults?: NotifierOptions['faults'];
  readonly alarmFaults?: (point: AlarmFaultPoint) => void;
  /** Of an empty PostgreSQL database; left out = SQLite. */
  readonly databaseUrl?: string;
}

/** People `ann`, `bob` and `cem` of the first company with mails, `dan` without, `eve` of another one. */
export async function openNotice({
  sensors = 1,
  settings = {},
  faults,
  alarmFaults,
  databaseUrl,
}: NoticeOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'notify-'));
  const storage: Storage = await openStorage({
    dataDir: folder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  await seed(storage, sensors);
  const mail: MailServer = await startMailServer();
  const clock = new TestClock(noticeBegin);
  const errors: unknown[] = [];
  const sites = await sitesOf(storage);
  const companyId = sites[0]?.project.companyId ?? 0;
  const projectId = sites[0]?.project.id ?? 0;
  const other = await storage.write((db) =>
    db
      .insertInto('companies')
      .values({ name: 'Other', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const people: Record<string, number> = {};
  for (const accountName of ['ann', 'bob', 'cem', 'dan', 'eve']) {
    const own = accountName === 'eve' ? other.id : companyId;
    await createUser(storage, {
      accountName,
      password: `pass-of-${accountName}-1`,
      companyId: own,
      roleId: 2,
      language: accountName === 'bob' ? 'zh-chs' : 'en',
    });
    const { id } = await storage.db
      .selectFrom('users')
      .select('id')
      .where('account_name', '=', accountName)
      .executeTakeFirstOrThrow();
    people[accountName] = id;
    if (accountName === 'dan') continue;
    await storage.write((db) =>
      db
        .insertInto('contacts')
        .values({
          ...{ user_id: id, address: `${accountName}@example.org`, confirmed_at: 1, tries: 0, sent_at: 0 },
          ...{ code_hash: null, code_until: null },
        })
        .execute(),
    );
  }
  await writeRule(storage, null, slopeRule, noticeBegin);
  const board = new Board(storage, () => null, clock.now);
  await board.load();
  const notifierOf = () =>
    new Notifier({
      storage,
      settings: {
        edition: 'cn',
        mail: { url: mail.url, from: 'Groundwatch <watch@example.org>' },
        publicUrl: 'https://watch.example.org',
        origins: [],
        heartbeatUrl: null,
        ...settings,
      },
      key: (purpose) => Buffer.from(purpose.padEnd(32, '.')),
      failed: (error) => errors.push(error),
      behind: () => 0,
      now: clock.now,
      ...(faults === undefined ? {} : { faults }),
    });
  const engine = await engineOver(storage, clock, alarmFaults);
  const fixture = {
    storage,
    mail,
    clock,
    board,
    engine,
    errors,
    companyId,
    projectId,
    people,
    notifier: notifierOf(),
    /** The process is gone, and another one begins. */
    async restart(): Promise<void> {
      await fixture.notifier.stop();
      fixture.notifier = notifierOf();
    },
    book: () => new NotifyBook(storage, board, fixture.notifier, clock.now),
    messages: () => new MessageBook(storage, board, fixture.notifier, clock.now),
    contacts: () => new ContactBook(storage, fixture.notifier, clock.now),
    alarms: new AlarmBook(storage, board, clock.now),
    async by(account: string) {
      const viewer = await readViewer(storage, people[account] ?? 0);
      if (viewer === null) throw new Error(`no account ${account}`);
      return { viewer, address: '127.0.0.1' };
    },
    async policy(plan: Partial<PolicyPlan>): Promise<number> {
      const body = policyOf(plan) as never;
      const given = { id: null, companyId, revision: 0, name: 'Slopes', body };
      return (await fixture.book().savePolicy(await fixture.by('ann'), given)).id;
    },
    /** A tilt of a sensor of the first station at the present moment, judged; nothing is sent yet. */
    async tilt(x: number, sensor = 0): Promise<void> {
      const [site] = sites;
      const sourceId = site?.sensors[sensor]?.id ?? 0;
      const t = clock.at;
      const batch: Reading[] = [
        { ...{ sourceId, row: 'tilt', element: 0, t, receivedAt: t, historical: false }, values: { x } },
      ];
      engine.stored(batch, await storage.readings.ingest(batch));
      await engine.settle();
    },
    /** Time passes; what is due by then is notified and sent. */
    async pass(minutes: number): Promise<void> {
      clock.at += minutes * minute;
      await fixture.settle();
    },
    /** All that is due is notified and sent. */
    async settle(): Promise<void> {
      await fixture.notifier.escalator.settle();
      await fixture.notifier.outbox.settle();
      await fixture.notifier.outbox.settle();
    },
    /** `minute name state`, by when they were written. */
    async notified(kinds: readonly string[] = ['raise', 'remind']): Promise<string[]> {
      const rows = await storage.db
        .selectFrom('messages')
        .selectAll()
        .where('kind', 'in', [...kinds])
        .orderBy('id')
        .execute();
      return rows.map((row) => `${(row.created_at - noticeBegin) / minute} ${row.name} ${row.state}`);
    },
    async open() {
      const rows = await storage.db.selectFrom('alarms').selectAll().where('closed_at', 'is', null).execute();
      return rows.map(({ id }) => id);
    },
    async close(): Promise<void> {
      await engine.stop();
      await fixture.notifier.stop();
      await mail.stop();
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}
export type Notice = Awaited<ReturnType<typeof openNotice>>;
