/**
 * Three whole processes over one PostgreSQL behind HAProxy, while one of them after the other is killed, paused for
 * longer than others wait for it, or ends in good order: no reading is lost or doubled, no order done twice, each alarm
 * raised once (C1–C4, C11).
 */
import { afterAll, expect, test } from 'vitest';
import { allKinds } from '../../../src/catalogue/index.ts';
import type { RowId } from '../../../src/catalogue/model.ts';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { startFleet } from '../../../src/simulator/run.ts';
import { definitionOf, pastOf, recordedEvents, writeRule } from '../../support/alarms.ts';
import { TrackedFirmware } from '../../support/delivery/firmware.ts';
import { violations } from '../../support/delivery/oracle.ts';
import { WiredDevice } from '../../support/delivery/wired-device.ts';
import { Oracle } from '../../support/oracle.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type Cluster, planCluster } from '../../support/processes/cluster.ts';

const long = process.env['LONG'] === '1';
/** The long run takes ten minutes. */
const rounds = long ? 40 : 4;
const person = { accountName: 'maintainer', password: 'slope-watch-1' };
const password = (sn: string) => `secret-${sn}`;

let postgres: TestPostgres;
let cluster: Cluster | null = null;
afterAll(async () => {
  await cluster?.stop();
  await postgres?.stop();
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
let seed = Number(process.env['SEED'] ?? 5);
const random = (n: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % n;
};

/** Asks whichever process answers until one does: of those that die in the middle nothing is known. */
async function ask(address: string, path: string, token: string | null, body: object): Promise<unknown> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: token }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(4000),
      });
      const { data, msg } = (await response.json()) as { data: unknown; msg: string };
      if (response.ok && data !== null) return data;
      if (response.status < 500) throw new Refused(msg);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await pause(100);
  }
  throw new Error(`nobody answered ${path}`);
}
class Refused extends Error {}

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

test(
  `${rounds} deaths, sleeps and orderly ends among three processes cost nothing`,
  async () => {
    postgres = await startPostgres();
    const databaseUrl = await postgres.database();
    const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    const plan = planFleet({ seed: 7, anchor, stations: 18 });
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
      return { ...rtu, fast: null, sendCycle: 1 + (index % 3), collectionCycle: 0.5, temper };
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
    const { loginToken } = (await ask(running.address, '/login', null, person)) as { loginToken: string };

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
        const made = (await ask(running.address, '/rest/orders', loginToken, body)) as {
          order: { id: string };
        };
        created.push({ id: made.order.id, rtuId: node.rtuId });
        // The same again, by another process: it is the same order.
        if (random(4) === 0) {
          const same = (await ask(running.address, '/rest/orders', loginToken, body)) as {
            order: { id: string };
          };
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

    for (let round = 0; round < rounds; round += 1) {
      await pause(1500 + random(2500));
      const one = running.processes[random(3)];
      if (one === undefined) continue;
      const how = ['kill', 'pause', 'end'][round % 3];
      if (how === 'pause') {
        one.pause();
        await pause(12_500);
        one.resume();
      } else {
        await one.end(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
        await pause(random(2000));
        await one.start();
      }
    }
    await pause(1500);
    isOver = true;
    await ordering;
    await Promise.all(visiting);

    // The last word: what is left in the devices goes out, and what was ordered is done.
    const devices = fleets.flatMap((fleet) => fleet.devices);
    await Promise.all(fleets.map((fleet) => fleet.stop()));
    for (const device of devices) {
      await expect
        .poll(
          () =>
            device.connect().then(
              () => true,
              () => false,
            ),
          { timeout: 20_000 },
        )
        .toBe(true);
      await device.transmit();
      await device.stop();
      expect(device.store.unsent()).toEqual([]);
    }
    const open = async () =>
      Number(
        (
          await storage.db
            .selectFrom('orders')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('state', 'in', ['queued', 'sending', 'retry'])
            .executeTakeFirstOrThrow()
        ).count,
      );
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
