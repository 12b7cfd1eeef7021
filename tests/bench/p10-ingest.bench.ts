import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startServer } from '../../src/main/compose.ts';
import { readSettings } from '../../src/main/settings.ts';
import { filtersOf } from '../../src/protocol/topics.ts';
import { EmbeddedSource } from '../../src/server/gateway/embedded.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Bench, Figure } from './bench.ts';
import { Count, type Load, startLoad, within, writeIngestSite } from './ingest-site.ts';
import { channels, MINUTE, tilt, withBoth } from './storage-data.ts';

const RTUS = 1000;
/** Of each RTU. */
const SENSORS = 10;
const METRICS = 20;
/** Messages of a burst: how many times each RTU reports its own state and each of its sensors a reading. */
const ROUNDS = 5;
const BURSTS = 5;
const MESSAGES = RTUS * (SENSORS + 1);
/** ms that one step may take before the bench gives up. */
const DEADLINE = 120_000;

interface Side {
  readonly load: Load;
  readonly count: Count;
  /** After the last one was counted. */
  readonly readable: () => Promise<void>;
}

/** ms from the order to publish until everything published has arrived and can be read. */
async function burst({ load, count, readable }: Side, from: number, rounds: number): Promise<number> {
  const wanted = count.value + rounds * MESSAGES;
  const reported = () => `${count.value} of ${wanted} arrived`;
  await within(DEADLINE, load.order({ name: 'encode', rounds, from, step: MINUTE }), reported);
  const start = performance.now();
  const published = load.order({ name: 'publish' });
  await within(DEADLINE, Promise.all([published, count.reach(wanted)]), reported);
  await within(DEADLINE, readable(), () => 'not readable');
  return performance.now() - start;
}

const middle = (taken: number[]) => taken.sort((a, b) => a - b)[taken.length >> 1] ?? Number.NaN;

async function wholeWay(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'));
  const storage = await openStorage({ dataDir: folder });
  const ends: (() => unknown)[] = [];
  try {
    const { group, nodes } = await writeIngestSite(storage, RTUS, SENSORS);
    const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const running = await startServer(readSettings(environment), { storage });
    ends.unshift(() => running.stop());
    // Noon of a day that is over: no burst runs across the end of a day.
    const noon = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000 + 43_200_000;
    let lastT = 0;
    const rows = new Count();
    running.gateway.events.on('stored', ({ result }) => rows.add(result.stored));
    const ours: Side = {
      load: startLoad(),
      count: rows,
      async readable() {
        const [last] = await storage.readings.latest('tilt', [RTUS * SENSORS]);
        if (last?.t !== lastT) throw new Error(`the last row is of ${last?.t}, not of ${lastT}`);
      },
    };
    ends.unshift(() => ours.load.end());
    const received = new Count();
    const broker = new EmbeddedSource({
      port: 0,
      authenticate: async () => true,
      refused: (_, reason) => console.error(reason),
    });
    await broker.start({
      will: () => ({ topic: 'none', payload: '', qos: 0, retain: false }),
      connected: async () => {},
      disconnected: () => {},
      message: () => received.add(1),
    });
    await broker.subscribe(filtersOf('+').map((filter) => ({ filter, qos: 0 })));
    ends.unshift(() => broker.close());
    const reference: Side = { load: startLoad(), count: received, readable: async () => {} };
    ends.unshift(() => reference.load.end());

    const births = new Count();
    running.gateway.events.on('birth', () => births.add(1));
    const site = { name: 'connect' as const, group, nodes, sensors: SENSORS };
    const reported = () => `${births.value} and ${received.value} of ${MESSAGES} births arrived`;
    const both = [
      ours.load.order({ ...site, port: running.mqttPort ?? 0 }),
      births.reach(MESSAGES),
      reference.load.order({ ...site, port: broker.port }),
      received.reach(MESSAGES),
    ];
    await within(DEADLINE, Promise.all(both), reported);

    const taken: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
    let from = noon;
    let first = 0;
    for (let i = 0; i <= BURSTS; i++) {
      // The first one alone: after a start every sensor's facts and newest rows are read once.
      const rounds = i === 0 ? 1 : ROUNDS;
      lastT = from + (rounds - 1) * MINUTE;
      const theirs = await burst(reference, from, rounds);
      const own = await burst(ours, from, rounds);
      from += rounds * MINUTE;
      if (i === 0) first = own;
      else {
        taken.reference.push(theirs);
        taken.ours.push(own);
      }
    }
    const wanted = (1 + BURSTS * ROUNDS) * MESSAGES;
    const counted = await sql<{ n: number }>`SELECT
      (SELECT count(*) FROM reading_tilt) + (SELECT count(*) FROM reading_status) AS n`.execute(storage.db);
    if (counted.rows[0]?.n !== wanted) throw new Error(`${counted.rows[0]?.n} of ${wanted} rows are stored`);
    const perSecond = (ms: number) => (ROUNDS * MESSAGES * 1000) / ms;
    const rate = perSecond(middle(taken.ours));
    const thousands = Math.round((rate * METRICS) / 1000);
    const start = ((MESSAGES * 1000) / first).toFixed(0);
    return {
      what: `ingest, whole way: ${RTUS * SENSORS} sensors, ${METRICS} metrics a message`,
      ours: rate,
      reference: perSecond(middle(taken.reference)),
      unit: 'msg/s',
      goal: 0.2,
      better: 'higher',
      note: `${thousands}k values/s; right after a start ${start} msg/s; reference: the same broker, only received`,
    };
  } finally {
    for (const end of ends) {
      const ended = Promise.resolve().then(end);
      await within(20_000, ended, () => 'not ended').catch(console.error);
    }
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const storageBatches = 60;

/** The storage's part: deduplicated, latest moved, rollups kept, committed; against bare inserts. */
const storagePart = (): Promise<Figure> =>
  withBoth(async (storage, wide) => {
    let [ours, reference] = [0, 0];
    for (let round = 0; round < storageBatches; round += 1) {
      const t = Date.UTC(2026, 0, 1) + round * MINUTE;
      const batch = Array.from({ length: RTUS * SENSORS }, (_, i) => tilt(i + 1, t));
      const start = performance.now();
      await storage.readings.ingest(batch);
      const middleOf = performance.now();
      wide.insert(batch);
      ours += middleOf - start;
      reference += performance.now() - middleOf;
    }
    const perSecond = (ms: number): number => (RTUS * SENSORS * storageBatches * 1000) / ms;
    return {
      what: 'ingest, storage part: 10,000 sensors, batches of 10,000 rows × 12',
      ours: perSecond(ours),
      reference: perSecond(reference),
      unit: 'rows/s',
      goal: 0.5,
      better: 'higher',
      note: `${Math.round((perSecond(ours) * channels.length) / 1000)}k values/s; reference: plain inserts with a key`,
    };
  });

/** P10: Sparkplug messages from another process, until they are rows; against a broker whose host only receives. */
export const bench: Bench = {
  id: 'P10',
  title: 'ingest: Sparkplug messages → committed rows',
  run: async () => [await wholeWay(), await storagePart()],
};
