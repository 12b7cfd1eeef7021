/** Readings and events to webhooks: all that was committed, once it is accepted, of the own company, by either dialect. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutletBody } from '../../../src/contract/notify/outlets.ts';
import { longestWaiting, mostWaiting } from '../../../src/server/outlets/events.ts';
import type { OutletFaultPoint } from '../../../src/server/outlets/filler.ts';
import { Outlets } from '../../../src/server/outlets/outlets.ts';
import { mostReadings, oldestReading } from '../../../src/server/outlets/readings.ts';
import { sitesOf } from '../../support/alarms.ts';
import { type Notice, openNotice } from '../../support/notify.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const minute = 60_000;
const day = 86_400_000;

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: {
    type: string;
    data: {
      batch: string;
      readings: { id: string; t: number; station: string; slot: number; values: { x?: number } }[];
      events: { id: string; type: string; t: number; station?: string; toLevel?: number; rtu?: string }[];
    };
  };
}
let receiver: Server;
let origin = '';
const got: Got[] = [];
let answer: (response: ServerResponse) => void = (response) => response.end();
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      got.push({ headers: request.headers, text, body: JSON.parse(text) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const place = receiver.address();
  origin = `http://127.0.0.1:${typeof place === 'object' && place !== null ? place.port : 0}`;
}, 120_000);
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await postgres.stop();
});

const open: Notice[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  got.length = 0;
  answer = (response) => response.end();
});

const everything: Omit<OutletBody, 'hookId'> = {
  ...{ enabled: true, readings: true, events: ['alarm', 'link', 'plan'] },
  ...{ projectIds: [], stationIds: [], kinds: [] },
};
type Faults = (point: OutletFaultPoint) => void;

/** A company with an outlet, a rule, and a receiver. */
async function world({
  body = {},
  dialect = 'sqlite' as 'sqlite' | 'postgres',
  secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
}: {
  body?: Partial<OutletBody>;
  dialect?: 'sqlite' | 'postgres';
  secret?: string;
} = {}) {
  const one = await openNotice({
    sensors: 4,
    settings: { origins: [origin] },
    ...(dialect === 'sqlite' ? {} : { databaseUrl: await postgres.database() }),
  });
  open.push(one);
  const failures: unknown[] = [];
  let faults: Faults = () => {};
  const roomOf = () =>
    new Outlets({
      ...{ storage: one.storage, board: one.board, notifier: one.notifier, now: one.clock.now },
      failed: (error) => failures.push(error),
      faults: (point) => faults(point),
    });
  const by = await one.by('ann');
  const { id: hookId } = await one.book().saveHook(by, {
    ...{ id: null, companyId: one.companyId, revision: 0, name: 'Receiver' },
    body: { preset: 'standard', url: `${origin}/in`, secret, language: 'en', enabled: true },
  });
  let room = roomOf();
  const save = (given: Partial<OutletBody>, id: number | null = null, revision = 0) =>
    room.book.save(by, {
      ...{ id, companyId: one.companyId, revision, name: 'Twin' },
      body: { ...everything, hookId, ...given },
    });
  const { id } = await save(body);
  const sites = await sitesOf(one.storage);
  const sensorOf = (place: number, slot = 0) => sites[place]?.sensors[slot]?.id ?? 0;
  const world = {
    ...{ one, by, id, hookId, save, failures, sensorOf },
    room: () => room,
    breakAt: (made: Faults) => {
      faults = made;
    },
    /** The process is gone, and another one begins. */
    async restart() {
      await room.filler.stop();
      await one.restart();
      room = roomOf();
    },
    /** Readings of a sensor at minutes from now. */
    async store(minutes: readonly number[], sensor = sensorOf(0), hint = true) {
      const batch = minutes.map((at) => ({
        ...{ sourceId: sensor, row: 'tilt' as const, element: 0, t: one.clock.at + at * minute },
        ...{ receivedAt: one.clock.at, historical: false, values: { x: at } },
      }));
      const result = await one.storage.readings.ingest(batch);
      if (hint) room.filler.stored(batch, result);
    },
    /** Fills and sends until nothing moves. */
    async settle(rounds = 3) {
      for (let round = 0; round < rounds; round += 1) {
        await room.filler.settle();
        await one.notifier.outbox.settle();
        await one.notifier.outbox.settle();
      }
      await room.filler.settle();
    },
    view: async () => (await room.book.list(by.viewer)).outlets.find((each) => each.id === id),
    /** Minutes of the readings that were accepted, each as often as it came. */
    minutes: () => got.flatMap(({ body: each }) => each.data.readings.map(({ values }) => values.x ?? -1)),
    /** Each once, in order. */
    all: () => [...new Set(world.minutes())].toSorted((a, b) => a - b),
    events: () => got.flatMap(({ body: each }) => each.data.events),
  };
  await world.settle(1);
  return world;
}
const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, at) => first + at);

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  it('readings go out once, in batches, signed, with ids, and what was there before does not', async () => {
    const own = await world({ dialect });
    await own.store(upTo(mostReadings + 3, 1));
    await own.settle();
    expect(own.minutes().toSorted((a, b) => a - b)).toEqual(upTo(mostReadings + 3, 1));
    expect(got.map(({ body }) => body.data.readings.length)).toEqual([mostReadings, 3]);
    const ids = got.flatMap(({ body }) => body.data.readings.map(({ id }) => id));
    expect(new Set(ids).size).toBe(mostReadings + 3);
    const [first] = got;
    expect(first?.body.data.readings[0]).toMatchObject({
      ...{ id: `tilt/${own.sensorOf(0)}/0/${own.one.clock.at + minute}`, station: 'S-1', slot: 0 },
      ...{ row: 'tilt', element: 0, rtu: 'shanghai', values: { x: 1 } },
    });
    // The signature by the specification, worked out here.
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed } = first?.headers ?? {};
    const mac = createHmac('sha256', Buffer.alloc(32, 7))
      .update(`${id}.${at}.${first?.text}`)
      .digest('base64');
    expect(signed).toBe(`v1,${mac}`);
    expect(await own.view()).toMatchObject({
      ...{ state: 'current', since: null, sentReadings: mostReadings + 3, sentAt: own.one.clock.at },
    });
    await own.settle();
    expect(got).toHaveLength(2);
  });

  it('late readings, and those of another process, go out too; a row that was filled goes again as it is now', async () => {
    const own = await world({ dialect });
    await own.store([10, 11]);
    await own.settle();
    own.one.clock.at += minute;
    await own.store([2, 3]);
    await own.settle();
    // What has the newest receipt of all may come twice, as the same.
    expect(own.all()).toEqual([2, 3, 10, 11]);
    // Nobody says that it was stored.
    own.one.clock.at += minute;
    await own.store([-1, 20], own.sensorOf(0), false);
    await own.settle();
    expect(own.all()).toEqual([-1, 2, 3, 10, 11, 20]);
    const t = own.one.clock.at + 20 * minute;
    await own.one.storage.readings.ingest([
      {
        ...{ sourceId: own.sensorOf(0), row: 'tilt', element: 0, t, receivedAt: t, historical: false },
        values: { y: 5 },
      },
    ]);
    await own.settle();
    const again = got.at(-1)?.body.data.readings;
    const filled = {
      id: `tilt/${own.sensorOf(0)}/0/${t}`,
      values: expect.objectContaining({ x: 20, y: 5 }),
    };
    expect(again).toContainEqual(expect.objectContaining(filled));
  });

  it.each([
    'outlet.found',
    'outlet.filled',
  ] as const)('a process that ends at %s loses nothing', async (point) => {
    const own = await world({ dialect });
    await own.store([1, 2, 3]);
    own.breakAt((passed) => {
      if (passed === point) throw new Error('killed');
    });
    await own.room().filler.settle();
    own.breakAt(() => {});
    await own.restart();
    await own.store([0.5, 4]);
    await own.settle();
    expect(own.all()).toEqual([0.5, 1, 2, 3, 4]);
    expect(own.failures).toHaveLength(1);
  });

  it('alarms, RTUs and plans go out as what became of them, each once', async () => {
    const own = await world({ dialect, body: { readings: false } });
    const { one } = own;
    const rtu = await one.storage.db
      .selectFrom('rtus')
      .selectAll()
      .where('sn', '=', 'shanghai')
      .executeTakeFirstOrThrow();
    const contact = (at: number) =>
      one.storage.write((db) =>
        db.updateTable('rtus').set({ last_contact_at: at }).where('id', '=', rtu.id).execute(),
      );
    await contact(one.clock.at);
    await one.tilt(7);
    await own.settle();
    await one.pass(1);
    await one.tilt(50);
    await one.pass(1);
    await one.tilt(0);
    await own.settle();
    const alarms = own.events().filter(({ type }) => type.startsWith('alarm'));
    expect(alarms.map(({ type, toLevel }) => [type, toLevel])).toEqual([
      ['alarm.raised', 1],
      ['alarm.changed', 4],
      ['alarm.changed', 3],
      ['alarm.changed', 2],
      ['alarm.changed', 1],
      ['alarm.changed', 0],
    ]);
    expect(alarms[0]).toMatchObject({ station: 'S-1', t: one.clock.at - 2 * minute });
    const [open] = await one.open();
    await one.alarms.acknowledge(own.by, [open ?? 0], '');
    await one.alarms.close(own.by, [open ?? 0], 'false', 'done');
    await own.settle();
    expect(own.events().at(-1)).toMatchObject({ type: 'alarm.closed', alarmId: open });
    // Three send cycles of 600 s after the last contact, not a moment before.
    const lastContact = one.clock.at;
    await contact(lastContact);
    one.clock.at = lastContact + 3 * 600_000 - 1;
    await own.settle();
    expect(own.events().filter(({ type }) => type.startsWith('rtu'))).toEqual([]);
    one.clock.at += 1;
    await own.settle();
    one.clock.at += minute;
    await own.settle();
    expect(own.events().filter(({ type }) => type.startsWith('rtu'))).toMatchObject([
      { type: 'rtu.offline', t: lastContact + 3 * 600_000, rtu: 'shanghai' },
    ]);
    await contact(one.clock.at);
    await own.settle();
    expect(own.events().at(-1)).toMatchObject({ type: 'rtu.online', t: one.clock.at });
    await plan(own, 'own', [rtu.id], one.clock.at + 1);
    await own.settle();
    expect(own.events().at(-1)).toMatchObject({ type: 'plan.ended', planId: 'own', state: 'applied' });
    const ids = own.events().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** A plan that ended, with items on RTUs. */
async function plan(
  { one }: Awaited<ReturnType<typeof world>>,
  id: string,
  rtus: readonly number[],
  endedAt: number,
) {
  await one.storage.write(async (db) => {
    const person = { user_id: null, account_name: 'ann', created_at: 1, reason: '', approver_address: null };
    const approval = { approved_at: 1, approver_id: null, approver_name: 'ann', issued_at: 1 };
    await db
      .insertInto('plans')
      .values({
        id,
        title: id,
        state: 'applied',
        revision: 1,
        surface: 'button',
        ...person,
        ...approval,
        ended_at: endedAt,
      })
      .execute();
    for (const [position, rtu_id] of rtus.entries())
      await db
        .insertInto('plan_items')
        .values({
          ...{ plan_id: id, position, rtu_id, slot: null, kind: null, group_id: 'rtu', edits: '{}' },
          ...{ base_version: 0, previous: '{}' as never, excluded: 0, order_id: null, skipped: null },
        })
        .execute();
  });
}

describe('a receiver', () => {
  it('that refuses is behind, with growing pauses, and gets the same batch again', async () => {
    const own = await world();
    answer = (response) => response.writeHead(503).end();
    await own.store([1]);
    await own.settle(1);
    expect(await own.view()).toMatchObject({ state: 'current' });
    await own.store([2]);
    for (let passed = 0; passed < 30; passed += 1) {
      own.one.clock.at += minute;
      await own.settle(1);
    }
    const tries = got.length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(15);
    expect(new Set(got.map(({ text }) => text)).size).toBe(1);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await own.view()).toMatchObject({ state: 'behind', answer: 'HTTP 503' });
    answer = (response) => response.end();
    own.one.clock.at += 10 * minute;
    await own.settle();
    expect([...new Set(own.minutes())]).toEqual([1, 2]);
    expect(await own.view()).toMatchObject({ state: 'current', sentReadings: 2 });
    const { deliveries } = await own.room().book.deliveries(own.by.viewer, own.id);
    // That the webhook failed, and does no more, is an event of its own.
    const sent = deliveries.filter(({ readings }) => readings > 0);
    expect(sent.map(({ state, readings }) => [state, readings])).toEqual([
      ['accepted', 1],
      ['accepted', 1],
    ]);
  });

  it('that refuses for a day is given up, says so, and goes on where it stopped when somebody asks', async () => {
    const own = await world();
    answer = (response) => response.writeHead(500).end();
    await own.store([1]);
    await own.settle(1);
    own.one.clock.at += day - 1;
    await own.settle(1);
    expect(await own.view()).toMatchObject({ state: 'behind' });
    own.one.clock.at += 11 * minute;
    await own.settle(1);
    expect(await own.view()).toMatchObject({
      ...{ state: 'gaveUp', since: own.one.clock.at, answer: 'notify.reason.expired' },
    });
    const before = got.length;
    await own.store([2]);
    answer = (response) => response.end();
    await own.settle();
    expect(got).toHaveLength(before);
    await own.room().book.resume(own.by, own.id, { begin: 'stopped' });
    got.length = 0;
    await own.settle();
    expect(own.minutes()).toEqual([1, 2]);
    await expect(own.room().book.resume(own.by, own.id, { begin: 'now' })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('that is gone (410) ends it at once; from now on means that nothing of before goes out', async () => {
    const own = await world();
    answer = (response) => response.writeHead(410).end();
    await own.store([1]);
    await own.settle(1);
    expect(await own.view()).toMatchObject({ state: 'gaveUp', answer: 'HTTP 410' });
    answer = (response) => response.end();
    await own.store([2]);
    own.one.clock.at += 5 * minute;
    await own.room().book.resume(own.by, own.id, { begin: 'now' });
    got.length = 0;
    await own.settle();
    await own.store([1]);
    await own.settle();
    expect(got.flatMap(({ body }) => body.data.readings.map(({ t }) => t))).toEqual([
      own.one.clock.at + minute,
    ]);
  });

  it('whose backlog is too old or too long loses what is said to be lost', async () => {
    const own = await world({ body: { events: ['alarm'] } });
    answer = (response) => response.writeHead(410).end();
    await own.store([1]);
    await own.settle(1);
    const key = (at: number) => ({
      ...{ outlet_id: own.id, key: `k${at}`, at: own.one.clock.at, body: '{}' as never, batch_id: null },
    });
    await own.one.storage.write(async (db) => {
      for (let at = 0; at < mostWaiting + 7; at += 500)
        await db
          .insertInto('outlet_events')
          .values(upTo(Math.min(500, mostWaiting + 7 - at), at).map(key))
          .execute();
    });
    await own.settle(1);
    expect(await own.view()).toMatchObject({ waitingEvents: mostWaiting, lostEvents: 7 });
    own.one.clock.at += longestWaiting;
    await own.settle(1);
    expect(await own.view()).toMatchObject({ waitingEvents: mostWaiting });
    own.one.clock.at += 1;
    await own.settle(1);
    expect(await own.view()).toMatchObject({ waitingEvents: 0, lostEvents: mostWaiting + 7 });
    own.one.clock.at += oldestReading;
    await own.store([-minute / 1000, 0]);
    answer = (response) => response.end();
    await own.room().book.resume(own.by, own.id, { begin: 'stopped' });
    await own.settle();
    expect((await own.view())?.lostUntil).toBe(own.one.clock.at - oldestReading);
  });
});

describe('what may be asked', () => {
  it('only of the own company: stations, projects, webhooks, and what is sent', async () => {
    const own = await world();
    const { one } = own;
    const eve = await one.by('eve');
    expect((await own.room().book.list(eve.viewer)).outlets).toEqual([]);
    for (const act of [
      () => own.room().book.delete(eve, own.id),
      () => own.room().book.test(eve, own.id),
      () => own.room().book.resume(eve, own.id, { begin: 'now' }),
      () => own.room().book.deliveries(eve.viewer, own.id),
      () =>
        own.room().book.save(eve, {
          ...{ id: own.id, companyId: one.companyId, revision: 1, name: 'x' },
          body: { ...everything, hookId: own.hookId },
        }),
      () => own.save({ stationIds: [999] }),
      () => own.save({ projectIds: [999] }),
      () => own.save({ hookId: 999 }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404 });
    // A station that goes to another company is not sent from then on.
    const other = await one.storage.write((db) =>
      db
        .insertInto('projects')
        .values({
          ...{
            company_id: eve.viewer.companyId ?? 0,
            code: 'E',
            name: 'E',
            time_zone: 'UTC',
            day_boundary: 0,
          },
          retention_days: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const [site] = await sitesOf(one.storage);
    await own.store([1]);
    await one.storage.write((db) =>
      db
        .updateTable('stations')
        .set({ project_id: other.id })
        .where('id', '=', site?.station.id ?? 0)
        .execute(),
    );
    await one.board.load();
    await own.store([2]);
    await one.tilt(50);
    const rtu = site?.rtu?.id ?? 0;
    await plan(own, 'foreign', [rtu], one.clock.at + 1);
    await own.settle();
    expect(own.minutes()).toEqual([]);
    expect(own.events()).toEqual([]);
  });

  it('only what is chosen goes out: stations, kinds, RTUs', async () => {
    const own = await world();
    const { one } = own;
    const sites = await sitesOf(one.storage);
    const second = sites[1]?.station.id ?? 0;
    await own.save({ stationIds: [second], kinds: [sites[1]?.sensors[0]?.kind ?? 0] }, own.id, 1);
    await own.store([1], own.sensorOf(0));
    await own.store([2], own.sensorOf(1));
    await own.settle();
    expect(own.minutes()).toEqual([2]);
    await own.save({ stationIds: [second], kinds: [0] }, own.id, 2);
    await own.store([3], own.sensorOf(1));
    await own.settle();
    expect(own.minutes()).toEqual([2]);
    await expect(own.save({ readings: false, events: [] })).rejects.toMatchObject({ status: 422 });
    await expect(own.save({}, own.id, 1)).rejects.toMatchObject({ status: 409 });
  });

  it('a test sends the newest readings, and moves nothing', async () => {
    const own = await world();
    answer = (response) => response.writeHead(503).end();
    await own.store([1, 2]);
    await own.settle(1);
    answer = (response) => response.end();
    got.length = 0;
    await own.room().book.test(own.by, own.id);
    await own.one.notifier.outbox.settle();
    const [sent] = got.filter(({ body }) => body.type === 'test');
    expect(sent?.body.data.readings.map(({ values }) => values.x)).toEqual([2]);
    expect(sent?.body.data.events).toMatchObject([{ type: 'test' }]);
    own.one.clock.at += 10 * minute;
    await own.settle();
    expect(
      got.filter(({ body }) => body.type === 'data').flatMap(({ body }) => body.data.readings),
    ).toHaveLength(2);
  });

  it('a webhook that is used is not deleted; an outlet that is deleted sends nothing', async () => {
    const own = await world();
    await expect(own.one.book().deleteHook(own.by, own.hookId)).rejects.toMatchObject({ status: 422 });
    await own.room().book.delete(own.by, own.id);
    await own.store([1]);
    await own.settle();
    expect(got).toEqual([]);
    await own.one.book().deleteHook(own.by, own.hookId);
  });

  it('what goes out is not among the messages of alarms', async () => {
    const own = await world();
    await own.store([1]);
    await own.settle();
    const { messages } = await own.one.messages().messages(own.by.viewer, {});
    expect(messages).toEqual([]);
  });
});
