/** Brings a database to the newest schema. */
import { type Executor, toNumber } from './executor.ts';
import { migrations } from './migrations/index.ts';
import { statementsFor } from './migrations/migration.ts';
import { StorageProblem } from './problem.ts';

/**
 * Applies the migrations that the database lacks, within the caller's transaction. Throws StorageProblem `newer` for a
 * database of a newer version of the product.
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
}
