/** A process whose clock is wrong, behind the balancer with one whose clock is right: it does no harm (C6). */
import { afterAll, expect, test } from 'vitest';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { startFleet } from '../../../src/simulator/run.ts';
import { Oracle } from '../../support/oracle.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type Cluster, clockAhead, planCluster } from '../../support/processes/cluster.ts';

let postgres: TestPostgres;
let cluster: Cluster | null = null;
afterAll(async () => {
  await cluster?.stop();
  await postgres?.stop();
});
const password = (sn: string) => `secret-${sn}`;
const readyAt = async (address: string) => {
  const response = await fetch(`${address}/ready`);
  return [response.status, ((await response.json()) as { reasons: readonly string[] }).reasons];
};

test('no RTU is sent to it while the other one lives, and it goes on alone when that one dies', async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  const plan = planFleet({ seed: 7, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 6 });
  await writeSite(storage, plan, password);
  const sourceOf = await readSources(storage);
  cluster = await planCluster(databaseUrl, 2);
  const [right, wrong] = cluster.processes;
  if (right === undefined || wrong === undefined) throw new Error('two processes were planned');
  await right.start();
  await wrong.start(clockAhead(90_000));
  await expect.poll(() => readyAt(wrong.address), { timeout: 15_000 }).toEqual([503, ['clock-wrong']]);
  expect(await readyAt(right.address)).toEqual([200, []]);

  const oracle = new Oracle();
  const { mqttPort } = cluster;
  const fleets = plan.projects
    .flatMap(({ stations }) => stations.map(({ rtu }) => rtu))
    .map((rtu): SimulatedRtu => {
      const temper = { awake: true, pace: 1, silentSince: null, breaks: 0 };
      return { ...rtu, fast: null, sendCycle: 1, collectionCycle: 1, temper };
    })
    .map((rtu) =>
      startFleet([rtu], {
        url: `mqtt://127.0.0.1:${mqttPort}`,
        ...{ password, within: 100, linger: 200, retry: 300 },
        collected: (slot, samples) => oracle.collected(sourceOf(rtu.sn, slot), samples),
      }),
    );
  const devices = fleets.flatMap((fleet) => fleet.devices);
  // Though it has the fewest connections of all.
  await expect.poll(() => devices.every((device) => device.connected), { timeout: 15_000 }).toBe(true);
  const holders = async () => {
    const rows = await storage.db.selectFrom('leases').select(['name', 'holder']).execute();
    return new Set(rows.filter(({ name }) => name.startsWith('rtu:')).map(({ holder }) => holder));
  };
  const ofRight = await holders();
  expect(ofRight.size).toBe(1);

  await right.end('SIGKILL');
  await expect.poll(() => readyAt(wrong.address), { timeout: 25_000 }).toEqual([200, []]);
  await expect.poll(() => devices.every((device) => device.connected), { timeout: 20_000 }).toBe(true);
  await expect.poll(async () => [...(await holders())].some((one) => ofRight.has(one))).toBe(false);
  await Promise.all(fleets.map((fleet) => fleet.stop()));
  for (const device of devices) {
    await device.connect();
    await device.transmit();
    await device.stop();
  }
  await cluster.stop();
  cluster = null;
  expect(await oracle.compare(storage)).toEqual({ lost: [], foreign: [], doubled: [], different: [] });
  await storage.close();
  expect(oracle.size).toBeGreaterThan(20);
}, 200_000);
