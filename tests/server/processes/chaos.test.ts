/**
 * Three whole processes behind HAProxy over one PostgreSQL with a synchronous standby, while one process after the other
 * is killed, paused for longer than others wait for it, ends in good order or has a wrong clock, and the database that
 * writes is killed and its standby promoted: no reading is lost or doubled, no order done twice, each alarm raised once,
 * and plans that go on meanwhile order each of their items once (C1–C4, C6, C11; I1–I17).
 */
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { allKinds } from '../../../src/catalogue/index.ts';
import type { RowId } from '../../../src/catalogue/model.ts';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Device } from '../../../src/simulator/device/device.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { startFleet } from '../../../src/simulator/run.ts';
import { definitionOf, pastOf, recordedEvents, writeRule } from '../../support/alarms.ts';
import { TrackedFirmware } from '../../support/delivery/firmware.ts';
import { violations } from '../../support/delivery/oracle.ts';
import { WiredDevice } from '../../support/delivery/wired-device.ts';
import { Oracle } from '../../support/oracle.ts';
import { askingAt } from '../../support/processes/asking.ts';
import {
  type Cluster,
  type ClusterProcess,
  clockAhead,
  planCluster,
} from '../../support/processes/cluster.ts';
import { type DatabasePair, startPair } from '../../support/processes/database-pair.ts';
import { applyPlans, wrongPlans } from '../../support/processes/planning.ts';

const long = process.env['LONG'] === '1';
const faults = ['kill', 'database', 'clock', 'pause', 'end'] as const;
/** The long run takes a quarter of an hour. */
const rounds = long ? 40 : faults.length;
const stations = Number(process.env['STATIONS'] ?? (long ? 520 : 18));
/** Many devices send more seldom: it is the faults that are tried here, not the machine. */
const slower = stations > 100 ? 10 : 1;
const person = { accountName: 'maintainer', password: 'slope-watch-1' };
const password = (sn: string) => `secret-${sn}`;

let pair: DatabasePair | null = null;
let cluster: Cluster | null = null;
afterAll(async () => {
  await cluster?.stop();
  await pair?.stop();
});

const yes = () => true;
const no = () => false;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
let seed = Number(process.env['SEED'] ?? 5);
const random = (n: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % n;
};

/** Every value is above it: each sensor raises one alarm with its second reading, and never again. */
const everyValue = (row: RowId, channel: string) =>
  definitionOf({
    terms: [{ quantity: 'value', args: {}, source: { row, channel } }],
    ladder: [
      {
        level: 'blue',
        condition: { type: 'limit', term: 0, side: 'above', limit: -1e6, release: -1e6 - 1 },
        hold: { readings: 2 },
        releaseHold: { readings: 2 },
      },
    ],
  });

/** A device connects, sends what it has, and leaves with nothing. */
async function sendAll(device: Device): Promise<void> {
  const connects = () => device.connect().then(yes, no);
  await expect.poll(connects, { timeout: 30_000 }).toBe(true);
  await device.transmit();
  await device.stop();
  expect(device.store.unsent()).toEqual([]);
}

/** One fault: of a process, or of the database. What was ended runs again when it resolves. */
async function suffer(
  how: (typeof faults)[number],
  one: ClusterProcess,
  database: DatabasePair,
): Promise<void> {
  if (how === 'database') return database.failOver();
  if (how === 'pause') {
    one.pause();
    await pause(12_500);
    return one.resume();
  }
  await one.end(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
  if (how === 'clock') {
    await one.start(clockAhead(random(2) === 0 ? 90_000 : -90_000));
    await pause(3000 + random(2000));
    await one.end('SIGKILL');
  } else await pause(random(2000));
  await one.start();
}

test(
  `${rounds} deaths, sleeps, wrong clocks and orderly ends among three processes and two databases cost nothing`,
  async () => {
    const database = await startPair();
    pair = database;
    const { databaseUrl } = database;
    const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    const plan = planFleet({ seed: 7, anchor, stations });
    await writeSite(storage, plan, password);
    await createUser(storage, { ...person, companyId: null, roleId: 1, language: 'en' });
    const sourceOf = await readSources(storage);
    const primaries = new Map(
      allKinds().flatMap(({ primary }) =>
        primary === undefined || primary.element !== undefined
          ? []
          : [[primary.row, primary.channel] as const],
      ),
    );
    for (const [row, channel] of primaries)
      await writeRule(storage, null, everyValue(row, channel), anchor - 60_000);

    const all = plan.projects.flatMap(({ stations }) => stations.map(({ rtu }) => rtu));
    // Some take orders, the others measure.
    const ordered = all.slice(0, 5);
    const measuring = all.slice(5).map((rtu, index): SimulatedRtu => {
      const temper = { awake: index % 2 === 0, pace: 1, silentSince: null, breaks: index === 3 ? 0.3 : 0 };
      return {
        ...rtu,
        fast: null,
        sendCycle: slower * (1 + (index % 3)),
        collectionCycle: slower / 2,
        temper,
      };
    });
    const running = await planCluster(databaseUrl, 3);
    cluster = running;
    await Promise.all(running.processes.map((one) => one.start()));

    const oracle = new Oracle();
    const fleets = measuring.map((rtu) =>
      startFleet([rtu], {
        url: `mqtt://127.0.0.1:${running.mqttPort}`,
        ...{ password, within: 500, linger: 200, retry: 300 },
        collected: (slot, samples) => oracle.collected(sourceOf(rtu.sn, slot), samples),
      }),
    );
    const nodes = await Promise.all(
      ordered.map(async (rtu) => {
        const { id } = await storage.db
          .selectFrom('rtus')
          .select('id')
          .where('sn', '=', rtu.sn)
          .executeTakeFirstOrThrow();
        const firmware = new TrackedFirmware(rtu);
        return {
          rtuId: id,
          rtu,
          firmware,
          device: new WiredDevice(rtu.sn, password(rtu.sn), firmware, () => null),
        };
      }),
    );
    const rtuIds = nodes.map(({ rtuId }) => rtuId);
    const login = await askingAt(running.address, null).ask<{ loginToken: string }>('/login', person);
    const asking = askingAt(running.address, login.loginToken);

    let isOver = false;
    const created: { id: string; rtuId: number }[] = [];
    const keys: { expected: string | null; got: string }[] = [];
    const ordering = (async () => {
      for (let nth = 0; !isOver; nth += 1) {
        const node = nodes[random(nodes.length)];
        if (node === undefined) continue;
        const body = {
          key: `key-of-the-chaos-${nth}`,
          target: { rtuId: node.rtuId, slot: null },
          content: { type: 'action', action: random(2) === 0 ? 'reportNow' : 'syncClock', args: {} },
          ...{ reason: 'of the test', surface: 'button' },
        };
        const made = await asking.ask<{ order: { id: string } }>('/rest/orders', body);
        created.push({ id: made.order.id, rtuId: node.rtuId });
        // The same again, by another process: it is the same order.
        if (random(4) === 0) {
          const same = await asking.ask<{ order: { id: string } }>('/rest/orders', body);
          keys.push({ expected: made.order.id, got: same.order.id });
        }
        await pause(120 + random(200));
      }
    })();
    const visiting = nodes.map(async ({ device }) => {
      while (!isOver) {
        const manners = ['through', 'through', 'lost', 'doubled'] as const;
        const losses = [null, null, null, 'before', 'after', 'unheard'] as const;
        // A process that dies in the middle answers nothing.
        await Promise.race([
          device.wake(running.mqttPort, {
            answers: manners[random(4)] ?? 'through',
            loss: losses[random(6)] ?? null,
          }),
          pause(4000),
        ]);
        await pause(300 + random(1500));
        await device.sleep();
        await pause(random(400));
      }
    });

    // A plan is made of what devices have reported.
    const reported = () =>
      storage.db
        .selectFrom('parameters')
        .select('rtu_id')
        .where('slot', '=', -1)
        .where('rtu_id', 'in', rtuIds)
        .execute();
    await expect.poll(async () => (await reported()).length, { timeout: 30_000 }).toBe(rtuIds.length);
    const isEnding = () => isOver;
    const planning = applyPlans(asking, { rtuIds, password: person.password, isOver: isEnding });

    for (let round = 0; round < rounds; round += 1) {
      await pause(1500 + random(2500));
      const one = running.processes[random(3)];
      if (one === undefined) continue;
      await suffer(faults[round % faults.length] ?? 'kill', one, database);
    }
    await pause(1500);
    isOver = true;
    await ordering;
    const plans = await planning;
    await Promise.all(visiting);

    // The last word: what is left in the devices goes out, and what was ordered is done.
    const devices = fleets.flatMap((fleet) => fleet.devices);
    await Promise.all(fleets.map((fleet) => fleet.stop()));
    for (let from = 0; from < devices.length; from += 10)
      await Promise.all(devices.slice(from, from + 10).map(sendAll));
    const open = async () => {
      const { rows } = await sql<{ count: number }>`SELECT
        (SELECT count(*) FROM orders WHERE state IN ('queued', 'sending', 'retry')) +
        (SELECT count(*) FROM plans WHERE state = 'applying') AS count`.execute(storage.db);
      return Number(rows[0]?.count);
    };
    for (let wakes = 0; wakes < 12 && (await open()) > 0; wakes += 1) {
      for (const { device } of nodes) await Promise.race([device.wake(running.mqttPort), pause(4000)]);
      for (let waited = 0; waited < 12_000 && (await open()) > 0; waited += 200) await pause(200);
      for (const { device } of nodes) await device.sleep();
    }

    const found = await violations(storage, {
      ...{ created, keys, wire: [], cancelled: [], versions: new Map(), reported: new Map(), unknownAcks: 0 },
      nodes: nodes.map(({ rtuId, rtu, firmware }) => ({
        ...{ rtuId, tracked: true, effects: firmware.effects },
        value: (slot, name) => firmware.value(slot, name),
        began: (slot, name) => new DeviceMemory(rtu).of(slot).get(name),
      })),
      healed: true,
      sameReported: () => true,
    });
    expect(found).toEqual([]);
    expect(await wrongPlans(storage, plans)).toEqual([]);
    expect(plans.length).toBeGreaterThan(rounds / 2);
    expect(created.length).toBeGreaterThan(rounds * 4);
    expect(nodes.flatMap(({ firmware }) => firmware.effects).length).toBeGreaterThan(rounds * 2);

    // Evaluation goes on behind what was stored last.
    await expect
      .poll(async () => JSON.stringify(await recordedEvents(storage)), { timeout: 30_000, interval: 1000 })
      .toBe(JSON.stringify((await pastOf(storage, Date.now())).events));
    const events = await recordedEvents(storage);
    expect(new Set(events).size).toBe(events.length);
    expect(events.length).toBeGreaterThan(5);

    await running.stop();
    cluster = null;
    const verdict = await oracle.compare(storage);
    await storage.close();
    expect(verdict).toEqual({ lost: [], foreign: [], doubled: [], different: [] });
    expect(oracle.size).toBeGreaterThan(1000);
  },
  long ? 1_800_000 : 400_000,
);
