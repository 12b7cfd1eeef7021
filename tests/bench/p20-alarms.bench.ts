/** What alarm rules cost: of ingest, and while nothing of them is due. */
import { sql } from 'kysely';
import type { Definition } from '../../src/domain/alarms/definition.ts';
import type { LadderLevel, Term } from '../../src/domain/alarms/rule.ts';
import { AlarmEngine } from '../../src/server/alarms/engine.ts';
import type { Reading, Storage } from '../../src/server/storage/storage.ts';
import { definitionOf, sitesOf, writeRule } from '../support/alarms.ts';
import { seed } from '../support/storage-fixture.ts';
import type { Bench, Figure } from './bench.ts';
import { MINUTE, tilt, withBoth } from './storage-data.ts';

/** Of each of the three projects. */
const sensors = 700;
const rounds = 48;
/** Rounds that come one after the other, without a pause. */
const block = 8;
/** Rounds before that are not measured: windows fill, what is asked for the first time is read. */
const before = 8;
const cycle = 10 * MINUTE;
const start = Math.floor(Date.now() / 86_400_000 - 2) * 86_400_000;

const once = { readings: 1 } as const;
const ladder = (limit: number): LadderLevel[] =>
  (['yellow', 'red'] as const).map((level, index) => ({
    level,
    condition: { type: 'limit', term: 0, side: 'above', limit: limit * (index + 1), release: limit * 0.9 },
    hold: { readings: 2 },
    releaseHold: once,
  }));

async function engineOver(storage: Storage): Promise<AlarmEngine> {
  const sites = await sitesOf(storage);
  const failed = (error: unknown) => {
    throw error;
  };
  const engine = new AlarmEngine({ storage, sites: () => sites, failed });
  await engine.settle();
  return engine;
}

/** Three rules for each sensor of a project: value, change in 1 h, rain sum of a neighbour. */
async function writeRules(storage: Storage): Promise<number> {
  let instances = 0;
  for (const { project, sensors: own } of await sitesOf(storage)) {
    const gauge = own[0]?.id ?? 0;
    const source = { row: 'tilt', channel: 'x' } as const;
    const terms: readonly Term[] = [
      { quantity: 'value', args: {}, source },
      { quantity: 'change', args: { window: 1 }, source },
      { quantity: 'rainSum', args: { window: 1 }, source: { row: 'rain', sensorId: gauge } },
    ];
    for (const [index, term] of terms.entries()) {
      // A rule is judged at its own sensor's readings: the rain goes with a value that decides nothing.
      const isRain = term.quantity === 'rainSum';
      const of: Definition = definitionOf({
        terms: isRain ? [term, { quantity: 'value', args: {}, source }] : [term],
        ladder: ladder(index === 0 ? 10.7 : 30),
        scope: { projects: [project.id], kinds: [], stations: [], except: [], mounts: [], labels: [] },
      });
      await writeRule(storage, null, of, start - 1);
      instances += own.length;
    }
  }
  return instances;
}

function roundOf(ids: readonly number[], gauges: readonly number[], round: number): Reading[] {
  const t = start + round * cycle;
  const rain = gauges.map(
    (sourceId): Reading => ({
      ...{ sourceId, row: 'rain', element: 0, t, receivedAt: t + 1500, historical: false },
      values: { amount: (round % 5) / 5, interval: 600, dataType: 1 },
    }),
  );
  return [...rain, ...ids.map((id) => tilt(id, t))];
}

/** ms of the processor a second of this process. */
async function processorTime(ms: number): Promise<number> {
  const before = process.cpuUsage();
  const since = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (performance.now() - since);
}

const ingest = (): Promise<Figure> =>
  withBoth((storage) =>
    withBoth(async (plain): Promise<Figure> => {
      await seed(storage, sensors);
      await seed(plain, sensors);
      const instances = await writeRules(storage);
      const sites = await sitesOf(storage);
      const ids = sites.flatMap(({ sensors: own }) => own.map(({ id }) => id));
      const gauges = sites.flatMap(({ sensors: own }) => own.slice(0, 1).map(({ id }) => id));
      const engine = await engineOver(storage);
      let [ours, reference, judging] = [0, 0, 0];
      for (let first = 0; first < before + rounds; first += block) {
        const batches = Array.from({ length: block }, (_, at) => roundOf(ids, gauges, first + at));
        const began = performance.now();
        for (const batch of batches) await plain.readings.ingest(batch);
        const between = performance.now();
        for (const batch of batches) engine.stored(batch, await storage.readings.ingest(batch));
        const stored = performance.now();
        await engine.settle();
        if (first < before) continue;
        reference += between - began;
        ours += performance.now() - between;
        judging += performance.now() - stored;
      }
      const counted = await sql<{ n: number }>`SELECT count(*) AS n FROM alarm_entries`.execute(storage.db);
      await engine.stop();
      return {
        what: `ingest until all is stored and judged: ${ids.length} sensors × three rules`,
        ours: ours / rounds,
        reference: reference / rounds,
        unit: 'ms a round',
        goal: 1.15,
        note: `${instances} instances, ${counted.rows[0]?.n} events; blocks of ${block} rounds, the last judged ${Math.round((judging / rounds) * block)} ms after it was stored; reference: the same readings, stored without rules`,
      };
    }),
  );

/** So many ms of the processor a second are no measurable load. */
const unmeasurable = 5;

const idle = (): Promise<Figure> =>
  withBoth(async (storage): Promise<Figure> => {
    await seed(storage, 1000);
    const term: Term = { quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } };
    for (let rule = 0; rule < 34; rule += 1)
      await writeRule(storage, null, definitionOf({ terms: [term], ladder: ladder(10 + rule) }), start);
    const without = await processorTime(10_000);
    const engine = await engineOver(storage);
    await processorTime(5000);
    const found = await processorTime(10_000);
    const count = engine.instances.size;
    await engine.stop();
    if (count < 100_000) throw new Error(`only ${count} instances`);
    return {
      what: `${count} instances of which none is due, processor time`,
      ours: Math.max(0, found - without),
      reference: unmeasurable,
      unit: 'ms a second',
      goal: 1,
      note: `${found.toFixed(2)} with them, ${without.toFixed(2)} without; reference: half a percent of a core`,
    };
  });

/** P20: ingest with three rules a sensor; A16: instances that wait for nothing. */
export const bench: Bench = {
  id: 'P20',
  title: 'what alarm rules cost',
  run: async () => [await ingest(), await idle()],
};
