import { openPool } from './executor.ts';

/** What a database holds, as it is before anybody opens it as the storage. */
export interface DatabaseLook {
  /** Names of its tables, of whatever program, sorted; without those of PostgreSQL itself. */
  readonly tables: readonly string[];
  /** What its table `settings` has under the key; null = no such table, or nothing. */
  readonly setting: string | null;
}

/**
 * Looks at a database. Nothing is written, and no schema is made or brought up to date.
 * @throws the driver's error where the database cannot be reached
 */
export async function lookAtDatabase(databaseUrl: string, key: string): Promise<DatabaseLook> {
  const pool = openPool(databaseUrl, { max: 1, readOnly: true });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const tables = rows.map(({ name }) => name);
    const { rows: columns } = await pool.query(
      `SELECT 1 FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'settings' AND column_name IN ('key', 'value')`,
    );
    if (columns.length < 2) return { tables, setting: null };
    const found = await pool.query<{ value: string }>('SELECT value FROM settings WHERE key = $1', [key]);
    return { tables, setting: found.rows[0]?.value ?? null };
  } finally {
    await pool.end();
  }
}
