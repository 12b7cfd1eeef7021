/** Rows by COPY: what is written is what is read, and a refusal leaves the connection as any statement does. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '../../../src/server/storage/executor.ts';
import { copyInto, copyText } from '../../../src/server/storage/postgres/copy.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let postgres: TestPostgres;
let databaseUrl: string;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.database();
  client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    'CREATE TABLE kept (id bigint PRIMARY KEY, number double precision, words text, bytes bytea)',
  );
}, 120_000);
afterAll(async () => {
  await client.end().catch(() => {});
  await postgres.stop();
});

const columns = ['id', 'number', 'words', 'bytes'];
const lines = (rows: readonly (readonly Cell[])[]) =>
  rows.map((cells) => `${cells.map(copyText).join('\t')}\n`).join('');
const stored = async (from: number) => {
  const { rows } = await client.query({
    text: 'SELECT number, words, bytes FROM kept WHERE id >= $1 ORDER BY id',
    values: [from],
    rowMode: 'array',
  });
  return rows;
};

test('numbers, words and bytes come back as they were, whatever is in them', async () => {
  const words = [
    'plain',
    '',
    '\\N',
    '\\.',
    '\\',
    'a\tb\nc\rd',
    '\b\f\v',
    '斜坡 "1"',
    "it's",
    '{"a":"\\n"}',
    '\u007f',
  ];
  const numbers = [0, -0.1, 1e-7, 1.5e300, 123_456_789.123_456_79, -1, 5e-324];
  const bytes = [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, at) => at)];
  const rows: Cell[][] = [
    ...words.map((word): Cell[] => [null, word, null]),
    ...numbers.map((number): Cell[] => [number, null, null]),
    ...bytes.map((one): Cell[] => [null, null, one]),
  ];
  await copyInto(client, 'kept', columns, lines(rows.map((cells, id) => [id, ...cells])));
  expect(await stored(0)).toEqual(
    rows.map((cells) => cells.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell) : cell))),
  );
});

test('what is no number is null', async () => {
  const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  await copyInto(client, 'kept', columns, lines(odd.map((number, at) => [100 + at, number, null, null])));
  expect(await stored(100)).toEqual(odd.map(() => [null, null, null]));
});

test('a refusal keeps nothing of it, and the next statement is answered', async () => {
  await client.query('BEGIN');
  const twice = copyInto(
    client,
    'kept',
    columns,
    lines([
      [200, 1, null, null],
      [200, 2, null, null],
    ]),
  );
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  await client.query('ROLLBACK');
  expect(await stored(200)).toEqual([]);
  await expect(copyInto(client, 'kept', ['id', 'nothing'], '1\t2\n')).rejects.toMatchObject({
    code: '42703',
  });
  await copyInto(client, 'kept', columns, lines([[201, 3, null, null]]));
  expect(await stored(200)).toEqual([[3, null, null]]);
});

test('a connection that is cut in the middle is an error, and not a wait for ever', async () => {
  const cut = new pg.Client({ connectionString: databaseUrl });
  cut.on('error', () => {});
  await cut.connect();
  const { rows } = await cut.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  await client.query('LOCK TABLE kept IN ACCESS EXCLUSIVE MODE');
  const waiting = copyInto(cut, 'kept', columns, lines([[300, 1, null, null]]));
  const outcome = expect(waiting).rejects.toThrow();
  await expect
    .poll(async () => {
      const found = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`,
        [rows[0]?.pid],
      );
      return found.rows.length;
    })
    .toBe(1);
  await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await outcome;
  await client.query('ROLLBACK');
  await cut.end().catch(() => {});
});
