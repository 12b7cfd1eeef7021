/** Brings a database to the newest schema. */
import { type Executor, toNumber } from './executor.ts';
import { migrations, needed } from './migrations/index.ts';
import { statementsFor } from './migrations/migration.ts';
import { StorageProblem } from './problem.ts';

/** Key of the setting that says what a process has to know of the schema to work with it: the id of a migration. */
const needsKey = 'schema.needs';

/** What the database asks of processes; null = it was never said. */
async function neededBy(exec: Executor): Promise<number | null> {
  const [row] = await exec.all('SELECT value FROM settings WHERE key = ?', [needsKey]);
  return row === undefined ? null : Number(row[0]);
}

/**
 * Applies the migrations that the database lacks, within the caller's transaction. Processes of two neighbouring versions
 * share one PostgreSQL while they are replaced one after the other: a database that is newer is taken where its newest
 * version says that this one can work with it. Throws StorageProblem `newer` for any other that is newer.
 */
export async function migrate(exec: Executor, now: number): Promise<void> {
  const int = exec.dialect === 'sqlite' ? 'INTEGER' : 'BIGINT';
  await exec.run(
    `CREATE TABLE IF NOT EXISTS migrations (id ${int} NOT NULL PRIMARY KEY, applied_at ${int} NOT NULL)`,
    [],
  );
  const applied = new Set((await exec.all('SELECT id FROM migrations', [])).map(([id]) => toNumber(id)));
  const newest = migrations.at(-1)?.id ?? 0;
  if ([...applied].some((id) => id > newest)) {
    const needed = exec.dialect === 'postgres' ? await neededBy(exec) : null;
    if (needed !== null && needed <= newest) return;
    throw new StorageProblem(
      'newer',
      `the database is of a newer version (migration ${Math.max(...applied)})`,
    );
  }
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue;
    for (const statement of statementsFor(migration, exec.dialect)) await exec.run(statement, []);
    await exec.run('INSERT INTO migrations (id, applied_at) VALUES (?, ?)', [migration.id, now]);
  }
  if (exec.dialect !== 'postgres' || ((await neededBy(exec)) ?? 0) >= needed) return;
  await exec.run('DELETE FROM settings WHERE key = ?', [needsKey]);
  await exec.run('INSERT INTO settings (key, value) VALUES (?, ?)', [needsKey, String(needed)]);
}
