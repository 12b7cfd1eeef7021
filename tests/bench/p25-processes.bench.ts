import { availableParallelism } from 'node:os';
import pg from 'pg';
import { createUser } from '../../src/server/accounts/users.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { openStream, type Stream } from '../support/live-stream.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { type Cluster, planCluster } from '../support/processes/cluster.ts';
import type { Bench, Figure } from './bench.ts';
import { type IngestSite, startLoad, within, writeIngestSite } from './ingest-site.ts';
import { machineSeconds, processorSeconds, withChildren } from './processor-seconds.ts';
import { MINUTE } from './storage-data.ts';

const RTUS = 200;
/** Of each RTU. */
const SENSORS = 10;
/** Readings of a round: each RTU's own state, and each of its sensors. */
const READINGS = RTUS * (SENSORS + 1);
/** Rounds of a burst. */
const ROUNDS = 6;
const BURSTS = 5;
/** What runs one after the other: a single process before and after the others; in the end without any console. */
const RUNS = [
  { processes: 1, consoles: true },
  { processes: 2, consoles: true },
  { processes: 3, consoles: true },
  { processes: 1, consoles: true },
  { processes: 1, consoles: false },
  { processes: 3, consoles: false },
] as const;
type Run = (typeof RUNS)[number];
/** ms that one step may take before the bench gives up. */
const DEADLINE = 120_000;
/** ms between two looks into the database. */
const LOOK = 50;
/** ms after the last commit: what follows it in other processes and at consoles belongs to its cost. */
const AFTER = 700;
/** From this share on something counts as what there is no more of. */
const FULL = 0.9;
/** The lock under which writers take turns (src/server/storage/postgres/storage.ts). */
const WRITE_LOCK = 702_411_031;

const person = { accountName: 'maintainer', password: 'slope-watch-1' };
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Processor seconds so far. */
interface Spent {
  readonly servers: number;
  readonly database: number;
  /** Of all cores, whoever works on them. */
  readonly machine: number;
}
interface Taken extends Spent {
  readonly run: Run;
  readonly readings: number;
  /** Until what was published is stored. */
  readonly seconds: number;
  /** Share of the looks at which somebody had the turn of writing, and at which somebody waited for it. */
  readonly held: number;
  readonly waited: number;
}

/** A connection that looks how far the readings are; what it costs counts for nobody. */
class Looker {
  readonly #client: pg.Client;
  looks = 0;
  held = 0;
  waited = 0;
  pid = 0;

  constructor(connectionString: string) {
    this.#client = new pg.Client({ connectionString });
  }

  async begin(): Promise<void> {
    await this.#client.connect();
    const { rows } = await this.#client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    this.pid = rows[0]?.pid ?? 0;
  }

  /** Resolves when each source has a reading of `t` or newer. */
  async until(t: number): Promise<void> {
    for (; ; await pause(LOOK)) {
      const { rows } = await this.#client.query<{ there: number; held: boolean; waited: boolean }>(
        `WITH turn AS (SELECT granted FROM pg_locks WHERE locktype = 'advisory' AND objid = $2)
         SELECT (SELECT count(*)::int FROM latest WHERE t >= $1) AS there,
           EXISTS (SELECT FROM turn WHERE granted) AS held, EXISTS (SELECT FROM turn WHERE NOT granted) AS waited`,
        [t, WRITE_LOCK],
      );
      if (rows[0]?.there === READINGS) return;
      this.looks += 1;
      if (rows[0]?.held) this.held += 1;
      if (rows[0]?.waited) this.waited += 1;
    }
  }

  async stored(): Promise<number> {
    const { rows } = await this.#client.query<{ n: number }>(
      'SELECT ((SELECT count(*) FROM reading_tilt) + (SELECT count(*) FROM reading_status))::int AS n',
    );
    return rows[0]?.n ?? 0;
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}

async function writeSite(databaseUrl: string): Promise<IngestSite> {
  const storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  const site = await writeIngestSite(storage, RTUS, SENSORS);
  await createUser(storage, { ...person, companyId: null, roleId: 1, language: 'en' });
  await storage.close();
  return site;
}

/** Consoles that look at all of it, however many processes there are. */
const CONSOLES = 3;

/** The same consoles for any number of processes, each at the next process. */
async function openConsoles(cluster: Cluster): Promise<Stream[]> {
  const response = await fetch(`${cluster.address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { data, msg } = (await response.json()) as { data: { loginToken: string } | null; msg: string };
  if (data === null) throw new Error(msg);
  const places = Array.from(
    { length: CONSOLES },
    (_, nth) => cluster.processes[nth % cluster.processes.length],
  );
  return Promise.all(
    places.flatMap((one) =>
      one === undefined ? [] : [openStream({ address: one.address }, data.loginToken)],
    ),
  );
}

/** Each console has to have been shown the newest reading of each source. */
function checkShown(consoles: readonly Stream[], last: number): void {
  for (const { events } of consoles) {
    const shown = events.reduce((sum, { data }) => {
      const event = JSON.parse(data) as { type: string; readings?: readonly { readonly t: number }[] };
      return event.type === 'readings'
        ? sum + (event.readings?.filter(({ t }) => t === last).length ?? 0)
        : sum;
    }, 0);
    if (shown < READINGS) throw new Error(`a console was shown ${shown} of ${READINGS} newest readings`);
  }
}

/** Bursts through so many processes over a database of their own. */
async function through(postgres: OwnPostgres, run: Run): Promise<Taken> {
  const { processes } = run;
  const databaseUrl = await postgres.database();
  const { group, nodes } = await writeSite(databaseUrl);
  // All share the cores with the load: a process that answers late is busy, and its RTUs stay with it.
  const cluster = await planCluster(databaseUrl, processes, {}, { fall: 1000 });
  const [load, looker] = [startLoad(), new Looker(databaseUrl)];
  let consoles: Stream[] = [];
  try {
    await looker.begin();
    await Promise.all(cluster.processes.map((one) => one.start()));
    // The balancer gives to a process once it has found it ready.
    await pause(3000);
    if (run.consoles) consoles = await openConsoles(cluster);
    const connect = { name: 'connect' as const, port: cluster.mqttPort, group, nodes, sensors: SENSORS };
    await within(DEADLINE, load.order(connect), () => 'RTUs did not connect');

    const pids = cluster.processes.map(({ child }) => child?.pid ?? 0);
    const spent = (): Spent => ({
      servers: processorSeconds(pids),
      database: processorSeconds(withChildren(postgres.pid()).filter((pid) => pid !== looker.pid)),
      machine: machineSeconds(),
    });
    // Noon of a day that is over: no burst runs across the end of a day.
    let from = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000 + 43_200_000;
    let [seconds, servers, database, machine] = [0, 0, 0, 0];
    const burst = async (): Promise<void> => {
      const order = { name: 'encode' as const, rounds: ROUNDS, from, step: MINUTE };
      from += ROUNDS * MINUTE;
      await within(DEADLINE, load.order(order), () => 'nothing was encoded');
      const [before, began] = [spent(), performance.now()];
      const both = Promise.all([load.order({ name: 'publish' }), looker.until(from - MINUTE)]);
      await within(DEADLINE, both, () => 'readings were not stored');
      seconds += (performance.now() - began) / 1000;
      await pause(AFTER);
      const after = spent();
      servers += after.servers - before.servers;
      database += after.database - before.database;
      machine += after.machine - before.machine;
    };
    // Before what counts each process compiles its code, and reads what it knows of each sensor.
    for (let nth = 0; nth < processes; nth += 1) await burst();
    [seconds, servers, database, machine] = [0, 0, 0, 0];
    [looker.looks, looker.held, looker.waited] = [0, 0, 0];
    for (let nth = 0; nth < BURSTS; nth += 1) await burst();
    const [stored, wanted] = [await looker.stored(), (processes + BURSTS) * ROUNDS * READINGS];
    if (stored !== wanted) throw new Error(`${stored} of ${wanted} readings are stored`);
    checkShown(consoles, from - MINUTE);
    const { looks, held, waited } = looker;
    return {
      ...{ run, readings: BURSTS * ROUNDS * READINGS, seconds, servers, database, machine },
      ...{ held: held / looks, waited: waited / looks },
    };
  } catch (error) {
    throw new Error(cluster.processes.map((one) => one.output()).join('\n'), { cause: error });
  } finally {
    for (const stream of consoles) stream.close();
    load.end();
    await looker.end();
    await within(60_000, cluster.stop(), () => 'processes did not end').catch(console.error);
  }
}

/** What there was no more of. */
function limitOf({ machine, seconds, held, waited }: Taken): string {
  const cores = availableParallelism();
  const busy = machine / (seconds + (BURSTS * AFTER) / 1000) / cores;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const name =
    held >= FULL
      ? "the database's one writer"
      : busy >= FULL
        ? `the ${cores} cores of the machine`
        : 'neither the cores nor the writer';
  return `limit: ${name} (cores busy ${percent(busy)}, somebody writes ${percent(held)}, waits for it ${percent(waited)})`;
}

function mean(all: readonly Taken[], of: (one: Taken) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0) / all.length;
}

function figuresOf(all: readonly Taken[]): Figure[] {
  const rate = ({ readings, seconds }: Taken) => Math.round(readings / seconds);
  const micros = (of: 'servers' | 'database') => (one: Taken) => (one[of] * 1e6) / one.readings;
  return all
    .filter(({ run }) => run.processes > 1)
    .flatMap((one): Figure[] => {
      const { processes, consoles } = one.run;
      const single = all.filter(({ run }) => run.processes === 1 && run.consoles === consoles);
      const alone = single.map((other) => `${rate(other)}/s; ${limitOf(other)}`).join(' and ');
      const watched = consoles ? `the same ${CONSOLES} consoles` : 'no console';
      return [
        {
          what: `${processes} processes, ${watched}: their processor time a reading`,
          ours: micros('servers')(one),
          reference: mean(single, micros('servers')),
          ...{ unit: 'µs', goal: 1.2 },
          note: `${rate(one)} readings/s; ${limitOf(one)}; one process ${alone}`,
        },
        {
          what: `${processes} processes, ${watched}: PostgreSQL's`,
          ours: micros('database')(one),
          reference: mean(single, micros('database')),
          ...{ unit: 'µs', goal: 1.2 },
        },
      ];
    });
}

/** P25, C10: readings through one, two and three processes over one PostgreSQL behind HAProxy, before the same consoles. */
export const bench: Bench = {
  id: 'P25',
  title: 'several processes over one PostgreSQL',
  async run() {
    const postgres = await startOwnPostgres({ durable: true });
    try {
      const all: Taken[] = [];
      for (const run of RUNS) all.push(await through(postgres, run));
      return figuresOf(all);
    } finally {
      await postgres.stop();
    }
  },
};
