/** Old readings are in chunks: whoever reads the tables of readings past the storage's own reads would not see them. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { storedRows } from '../../src/server/storage/tables.ts';

const root = new URL('../../src/', import.meta.url);
/** Opens the chunks that its rows lie in before it looks (README of the storage). */
const writers = /^server\/storage\/(?:ingest|migrations|postgres|sealed|sqlite)\//;

test('a query of a table of readings asks for chunks as well', async () => {
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !writers.test(file),
  );
  const named = new RegExp(
    `\\b(?:${storedRows.map(({ table }) => table).join('|')})\\b|\\btable\\}|\\.table\\)`,
  );
  const asking: string[] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8');
    if (/\b(?:FROM|JOIN)\b/.test(text) && named.test(text))
      asking.push(`${file}${/reading_chunks/.test(text) ? '' : ' !'}`);
  }
  expect(
    asking.filter((file) => file.endsWith('!')),
    'read by ReadingSource, or by scanRows of storage/sealed',
  ).toEqual([]);
  // The rule sees them.
  expect(asking).toContain('server/dashboards/health.ts');
  expect(asking).toContain('server/storage/readings/arrivals.ts');
});
