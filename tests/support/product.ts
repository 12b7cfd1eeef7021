/** The whole product for browser tests: real server, real SQLite, real broker, a small simulated fleet on the air. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '../../src/main/compose.ts';
import type { SimulatedRtu } from '../../src/simulator/rtu.ts';
import type { FleetOptions, RunningFleet } from '../../src/simulator/run.ts';
import { productParts } from './suite/programs.ts';
import { buildIfStale } from './tools/build-if-stale.ts';

export interface Product {
  readonly running: Running;
  readonly address: string;
  readonly folder: string;
  /** Serial numbers of the RTUs that stay connected: what they are ordered lands at once. */
  readonly staysAwake: ReadonlySet<string>;
  stop(): Promise<void>;
}

export const accounts = {
  maintainer: { accountName: 'maintainer', password: 'slope-watch-1', roleId: 1 },
  operator: { accountName: 'operator', password: 'slope-watch-2', roleId: 2 },
} as const;

const day = 86_400_000;

export interface ProductDevices extends Pick<FleetOptions, 'takes'> {
  /** Settings of the server besides its own, such as `SMTP_URL`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly start?: (rtus: readonly SimulatedRtu[], options: FleetOptions) => Promise<RunningFleet>;
}

/**
 * Starts it on free loopback ports with `stations` stations and `days` of history. Awake RTUs collect every second, so
 * that tests need not wait for minutes; those that sleep report once and come back a whole send cycle (an hour) later,
 * so that none wakes in the middle of a test. `devices`: how their firmware differs from ours; with `start` the test
 * starts the fleet itself, and the fleet stays as it was planned.
 */
export async function startProduct(
  stations = 16,
  days = 2,
  { start, settings: own = {}, ...devices }: ProductDevices = {},
): Promise<Product> {
  buildIfStale();
  const {
    createUser,
    openStorage,
    past,
    planFleet,
    readSettings,
    readSources,
    startFleet,
    startServer,
    writeSite,
  } = await productParts();
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-product-'));
  const settings = readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...own });
  const storage = await openStorage({ dataDir: folder });
  const anchor = Math.floor(Date.now() / 60_000) * 60_000;
  const fleet = planFleet({ seed: 1, anchor, stations });
  const password = (sn: string) => `credential-of-${sn}`;
  const [company = null] = await writeSite(storage, fleet, password);
  await createUser(storage, { ...accounts.maintainer, companyId: null, language: 'en' });
  await createUser(storage, { ...accounts.operator, companyId: company, language: 'en' });
  const sourceOf = await readSources(storage);
  const rtus = fleet.projects.flatMap((project) => project.stations.map((station) => station.rtu));
  for (const rtu of rtus) {
    const readings = [...past(rtu, anchor, anchor - days * day, anchor, sourceOf)];
    for (let from = 0; from < readings.length; from += 2000) {
      await storage.readings.ingest(readings.slice(from, from + 2000));
    }
  }
  const running = await startServer(settings, { storage });
  const options = { url: `mqtt://127.0.0.1:${running.mqttPort}`, password, within: 1000, ...devices };
  const planned = rtus.map((rtu, index) => {
    if (index % 3 === 0) {
      const temper = { ...rtu.temper, awake: true, pace: 1, silentSince: null };
      return { ...rtu, fast: null, sendCycle: 5, collectionCycle: 1, temper };
    }
    // A report takes up to 45 s from its collection to its arrival: that of the minute before is over.
    return rtu.temper.awake ? rtu : { ...rtu, fast: null, actedAt: anchor - 60_000 };
  });
  const fleetOnAir = (await start?.(rtus, options)) ?? startFleet(planned, options);
  return {
    running,
    address: running.address,
    folder,
    staysAwake: new Set(planned.filter(({ temper }) => temper.awake).map(({ sn }) => sn)),
    async stop() {
      await fleetOnAir.stop();
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
