/** A PostgreSQL of the demo's own, in its folder, on this machine's loopback alone. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lookAtDatabase } from '../../server/storage/postgres/look.ts';
import type { Owner, PartPlan } from './part.ts';

const user = 'groundwatch';

/** Text that a program wrote before it failed. */
const saidBy = (error: unknown) => String((error as { stderr?: Buffer | string }).stderr ?? error).trim();

/** PostgreSQL does not run as root: as whom it is run then; null = as who runs the demo. @throws Error where there is nobody */
function ownerOfDatabase(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (what: string) =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user postgres: start the demo as an ordinary user, or make that ' +
        'user ("useradd --system postgres")',
    );
  }
}

/** @throws Error where another user cannot reach a folder */
function checkReach(folder: string, owner: Owner): void {
  try {
    execFileSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...owner, stdio: 'pipe' });
  } catch {
    throw new Error(
      `PostgreSQL runs as the user postgres, who does not reach ${folder}: start the demo as an ordinary user, or name ` +
        'a folder that everybody reaches in DATA_DIR, such as /var/tmp/groundwatch-demo',
    );
  }
}

/** Makes the database's folder where it is missing. @throws Error with what initdb said */
function makeFolder(programs: string, folder: string, password: string, owner: Owner | null): void {
  const made = join(folder, 'PG_VERSION');
  if (existsSync(made)) {
    const release = readFileSync(made, 'utf8').trim();
    const text = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
    if (!new RegExp(`\\b${release}[.\\w]*\\b`).test(text))
      throw new Error(
        `the database of the demo (${folder}) was made by PostgreSQL ${release}, and here is ${text.trim()}: remove the ` +
          'folder, and the demo makes it anew',
      );
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(folder), 'database-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner !== null) {
    // Its user passes through, and sees no more than the names that it knows.
    chmodSync(dirname(folder), 0o711);
    for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
    checkReach(folder, owner);
  }
  try {
    execFileSync(
      join(programs, 'initdb'),
      [
        ...['--pgdata', folder, '--username', user, '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
      ],
      { ...(owner ?? {}), cwd: folder, stdio: 'pipe' },
    );
  } catch (error) {
    throw new Error(`initdb did not make a database: ${saidBy(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

export interface OwnDatabaseOptions {
  /** Folder with `initdb` and `postgres`. */
  readonly programs: string;
  /** Folder of the demo. */
  readonly dataDir: string;
  readonly password: string;
  readonly port: number;
  readonly log: string;
}

/**
 * Makes the database where there is none, and says how it is started; nothing runs yet.
 * @throws Error in one sentence: nobody may run it, its folder is not reached, it is of another release
 */
export function planOwnDatabase({ programs, dataDir, password, port, log }: OwnDatabaseOptions): {
  readonly plan: PartPlan;
  readonly databaseUrl: string;
} {
  const owner = ownerOfDatabase();
  const folder = join(dataDir, 'postgres');
  makeFolder(programs, folder, password, owner);
  const databaseUrl = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  return {
    databaseUrl,
    plan: {
      name: 'database',
      command: join(programs, 'postgres'),
      args: [
        ...['-D', folder, '-p', String(port)],
        ...[...settings, 'shared_buffers=256MB'].flatMap((one) => ['-c', one]),
      ],
      environment: { PATH: process.env['PATH'], LC_ALL: 'C' },
      owner,
      log,
      place: `PostgreSQL ${port}`,
      isReady: async () => {
        await lookAtDatabase(databaseUrl, '');
        return true;
      },
      // Its fast end: transactions are rolled back, and nobody is waited for.
      ends: 'SIGINT',
    },
  };
}
