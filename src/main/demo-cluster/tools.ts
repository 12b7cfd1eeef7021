/** The programs of this machine that the demo of three processes needs: where they are, and how to get what is missing. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ClusterTools {
  /** Path of haproxy. */
  readonly haproxy: string;
  /** Folder with `initdb` and `postgres`; null where a database is given. */
  readonly postgres: string | null;
}

/** Release of PostgreSQL that is needed at least. */
const oldestPostgres = 15;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Folders in a folder whose names begin so, the newest release first; a folder that is not there has none. */
function releases(folder: string, prefix: string, inner: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && /\d/.test(name))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(folder, name, inner));
  } catch {
    return [];
  }
}

const foldersOf = (path: string) => path.split(delimiter).filter((folder) => folder !== '');

/** Folders of PATH, then those that packages use and that are in nobody's PATH. */
function placesOf(path: string): readonly string[] {
  return [
    ...foldersOf(path),
    ...['/usr/local/bin', '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'],
    // Debian and Ubuntu, the packages of PostgreSQL for RPM, Homebrew on both of its places.
    ...releases('/usr/lib/postgresql', '', 'bin'),
    ...releases('/usr', 'pgsql-', 'bin'),
    ...releases('/opt/homebrew/opt', 'postgresql@', 'bin'),
    ...releases('/usr/local/opt', 'postgresql@', 'bin'),
    '/Applications/Postgres.app/Contents/Versions/latest/bin',
  ];
}

/** The release of a `postgres`, such as 16; null where it does not say. */
function releaseOf(folder: string): number | null {
  try {
    const text = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/\b(\d+)[.\w]*\s*(?:\(|$)/m.exec(text)?.[1] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}

const howToGet = {
  haproxy: 'haproxy is missing: "apt install haproxy" (Debian, Ubuntu) or "brew install haproxy" (macOS)',
  postgres:
    `the server of PostgreSQL ${oldestPostgres} or newer is missing: "apt install postgresql" (Debian, Ubuntu) or ` +
    '"brew install postgresql@17" (macOS); or name an empty database in DATABASE_URL',
};

/**
 * Looks for the programs: in the folders of `DEMO_PROGRAMS` alone where that is set, else in those of PATH and where packages
 * put them.
 * @param needsPostgres false where a database is given
 * @throws Error with a line for each program that is missing, and how to get it
 */
export function findTools(
  environment: Readonly<Record<string, string | undefined>>,
  needsPostgres: boolean,
): ClusterTools {
  const { DEMO_PROGRAMS: named = '', PATH: path = '' } = environment;
  const places = named === '' ? placesOf(path) : foldersOf(named);
  const haproxy = places.map((folder) => join(folder, 'haproxy')).find(isProgram);
  const postgres = places.find(
    (folder) =>
      ['initdb', 'postgres'].every((name) => isProgram(join(folder, name))) &&
      (releaseOf(folder) ?? 0) >= oldestPostgres,
  );
  const missing = [
    ...(haproxy === undefined ? [howToGet.haproxy] : []),
    ...(needsPostgres && postgres === undefined ? [howToGet.postgres] : []),
  ];
  if (haproxy === undefined || missing.length > 0) throw new Error(missing.join('\n  and '));
  return { haproxy, postgres: needsPostgres ? (postgres ?? null) : null };
}
