/** A few simulated RTUs that collect twice a second, and what they have collected. */
import type { RowId } from '../../../src/catalogue/model.ts';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { type RunningFleet, startFleet } from '../../../src/simulator/run.ts';

export interface FastFleet {
  readonly serialNumbers: readonly string[];
  /** `row/source/element/t` of everything collected so far. */
  readonly collected: ReadonlySet<string>;
  start(url: string, password?: (sn: string) => string): void;
  /** Everything kept is sent, and all leave. */
  finish(): Promise<void>;
  /** What was collected and is not stored. */
  missing(storage: Storage): Promise<readonly string[]>;
}

const secret = (sn: string) => `secret-of-${sn}`;

/** Writes the site of `stations` RTUs into the storage. */
export async function prepareFleet(storage: Storage, stations = 4): Promise<FastFleet> {
  const anchor = Math.floor(Date.now() / 60_000) * 60_000;
  const fleet = planFleet({ seed: 11, anchor, stations });
  await writeSite(storage, fleet, secret);
  const sourceOf = await readSources(storage);
  const rtus = fleet.projects
    .flatMap((project) => project.stations)
    .map(({ rtu }, index): SimulatedRtu => {
      const temper = { awake: index % 2 === 0, pace: 1, silentSince: null, breaks: 0 };
      return { ...rtu, installState: 'installed', fast: null, sendCycle: 1, collectionCycle: 0.5, temper };
    });
  const collected = new Set<string>();
  let fleets: readonly RunningFleet[] = [];
  return {
    serialNumbers: rtus.map(({ sn }) => sn),
    collected,
    start(url, password = secret) {
      fleets = rtus.map((rtu) =>
        startFleet([rtu], {
          url,
          password,
          within: 300,
          linger: 200,
          retry: 300,
          collected: (slot, samples) => {
            for (const { row, element, t } of samples)
              collected.add(`${row}/${sourceOf(rtu.sn, slot)}/${element}/${t}`);
          },
        }),
      );
    },
    async finish() {
      await Promise.all(fleets.map((running) => running.stop()));
      for (const device of fleets.flatMap((running) => running.devices)) {
        await device.connect();
        await device.transmit();
        await device.stop();
      }
    },
    async missing(storage) {
      const stored = new Set<string>();
      for (const series of new Set([...collected].map((key) => key.replace(/\/[^/]*$/, '')))) {
        const [row, sourceId, element] = series.split('/');
        const page = await storage.readings.rows({
          row: row as RowId,
          sourceId: Number(sourceId),
          element: Number(element),
          from: 0,
          to: Number.MAX_SAFE_INTEGER,
          limit: 1_000_000,
        });
        for (const { t } of page.rows) stored.add(`${series}/${t}`);
      }
      return [...collected].filter((key) => !stored.has(key));
    },
  };
}
