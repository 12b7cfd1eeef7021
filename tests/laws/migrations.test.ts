/** The schema that all migrations make equals what the catalogue and the schema's types say, in both dialects. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../src/catalogue/index.ts';
import { readingTable } from '../../src/derive/reading-table.ts';
import { derivedRows } from '../../src/domain/derived/index.ts';
import { migrations, needed } from '../../src/server/storage/migrations/index.ts';
import { statementsFor } from '../../src/server/storage/migrations/migration.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

/** Column name → type, not null. */
type Columns = Record<string, string>;
const types = {
  sqlite: { real: 'REAL', integer: 'INTEGER', text: 'TEXT', blob: 'BLOB' },
  postgres: { real: 'double precision', integer: 'bigint', text: 'text', blob: 'bytea' },
} as const;

let postgres: TestPostgres;
let folder: string;
const opened: Partial<Record<'sqlite' | 'postgres', Storage>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  postgres = await startPostgres();
  opened.sqlite = await openStorage({ dataDir: folder });
  opened.postgres = await openStorage({ dataDir: folder, databaseUrl: await postgres.database() });
}, 300_000);
afterAll(async () => {
  await opened.sqlite?.close();
  await opened.postgres?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function columnsOf(dialect: 'sqlite' | 'postgres', table: string): Promise<Columns> {
  const storage = opened[dialect];
  if (!storage) throw new Error('not open');
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string; type: string; required: number }>`
          SELECT name, type, "notnull" OR (pk AND type = 'INTEGER') AS required FROM pragma_table_info(${table})`
      : sql<{ name: string; type: string; required: number }>`
          SELECT column_name AS name, data_type AS type, (is_nullable = 'NO')::int AS required
          FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`;
  const { rows: found } = await query.execute(storage.db);
  return Object.fromEntries(
    found.map(({ name, type, required }) => [name, `${type}${required ? ' required' : ''}`]),
  );
}

const storageFolder = new URL('../../src/server/storage/', import.meta.url);

/** The text of schema.ts and of the files that it is put together from, without comments. */
async function schemaText(): Promise<string> {
  const parts = (await readdir(new URL('schema/', storageFolder))).map((name) => `schema/${name}`);
  const texts = await Promise.all(
    ['schema.ts', ...parts].map((name) => readFile(new URL(name, storageFolder), 'utf8')),
  );
  return texts.join('\n').replace(/\/\*.*?\*\//gs, '');
}

/** Tables and columns as these files declare them: number and string with or without null. */
async function declaredTables(): Promise<
  Record<string, Record<string, { number: boolean; required: boolean }>>
> {
  const interfaces = new Map<string, string>();
  for (const [, name = '', body = ''] of (await schemaText()).matchAll(
    /export interface (\w+)[^{]*\{([^}]*)\}/g,
  ))
    interfaces.set(name, body);
  const fields = (body: string): string[][] =>
    [...body.matchAll(/^ {2}(\w+): ([^;]+);/gm)].map(([, name = '', type = '']) => [name, type]);
  const tables = [...interfaces].flatMap(([name, body]) =>
    name === 'Database' || name.endsWith('Tables') ? fields(body) : [],
  );
  return Object.fromEntries(
    tables.map(([table = '', type = '']) => [
      table,
      Object.fromEntries(
        fields(interfaces.get(type) ?? '').map(([name = '', column = '']) => [
          name,
          { number: column.includes('number'), required: !column.includes('null') },
        ]),
      ),
    ]),
  );
}

test('migrations ascend, and no number is used twice', () => {
  const ids = migrations.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(ids[0]).toBe(1);
});

/** What a process that does not know of it can work beside: new tables and indexes, columns that may be left out, new rows. */
const adds =
  /^(CREATE (UNIQUE )?(TABLE|INDEX) |ALTER TABLE \w+ ADD COLUMN (?!.* NOT NULL(?! DEFAULT))|INSERT INTO |UPDATE )/;

test('a migration behind the one that processes need only adds: older processes go on beside newer ones', () => {
  expect(migrations.some(({ id }) => id === needed)).toBe(true);
  const others = migrations
    .filter(({ id }) => id > needed)
    .flatMap((migration) => statementsFor(migration, 'postgres').map((text) => `${migration.id}: ${text}`))
    .filter((text) => !adds.test(text.replace(/^\d+: /, '').replace(/\s+/g, ' ')));
  expect(
    others,
    'remove or change in a release after the one that no longer needs it, and raise `needed`',
  ).toEqual([]);
  for (const text of [
    'DROP TABLE a',
    'ALTER TABLE a DROP COLUMN b',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a ADD COLUMN b TEXT NOT NULL',
    'DELETE FROM a',
  ])
    expect(adds.test(text), text).toBe(false);
  for (const text of [
    'CREATE TABLE a (b TEXT NOT NULL)',
    'ALTER TABLE a ADD COLUMN b TEXT',
    'ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0',
    'CREATE UNIQUE INDEX a ON b (c)',
  ])
    expect(adds.test(text), text).toBe(true);
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test.each(Object.values(rows))('the table of row $id has the derived columns', async (row) => {
    const { name, columns } = readingTable(row);
    const type = types[dialect];
    const keys = ['source_id', 'element', 't', 'received_at', 'historical'];
    const expected = {
      ...Object.fromEntries(keys.map((key) => [key, `${type.integer} required`])),
      ...Object.fromEntries(columns.map((column) => [column.name, type[column.type]])),
      ...(derivedRows[row.id] === undefined ? {} : { computed: type.integer }),
      not_good: type.text,
    };
    expect(await columnsOf(dialect, name)).toEqual(expected);
  });

  test('the relational tables have the columns that the schema declares', async () => {
    const tables = await declaredTables();
    expect(Object.keys(tables).length).toBeGreaterThan(10);
    for (const [table, columns] of Object.entries(tables)) {
      const found = await columnsOf(dialect, table);
      expect(Object.keys(found).sort(), table).toEqual(Object.keys(columns).sort());
      for (const [name, { number, required }] of Object.entries(columns)) {
        const column = found[name] ?? '';
        expect(column.endsWith(' required'), `${table}.${name} ${column}`).toBe(required);
        const type = column.replace(' required', '');
        const numbers: readonly string[] = [types[dialect].integer, types[dialect].real];
        expect(numbers.includes(type), `${table}.${name} ${type}`).toBe(number);
      }
    }
  });
});
