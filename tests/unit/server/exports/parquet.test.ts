/** Tables of several row groups, read back by another implementation of the format. */
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { expect, it } from 'vitest';
import type { ExportColumn, ExportRow } from '../../../../src/server/exports/table.ts';
import { parquetBytes } from '../../../../src/server/exports/write/parquet.ts';
import { RowCursor } from '../../../../src/server/exports/write/sheet.ts';

const columns: readonly ExportColumn[] = [
  { title: 'Time', name: 'time', kind: 'time', zone: 'Asia/Shanghai' },
  { title: 'X', name: 'x', kind: 'number', unit: 'mm', digits: 1 },
  { title: 'Note', kind: 'text' },
  { title: 'Note', kind: 'text' },
];
async function* rowsOf(count: number): AsyncGenerator<readonly ExportRow[]> {
  for (let at = 0; at < count; at += 700)
    yield Array.from({ length: Math.min(700, count - at) }, (_, place): ExportRow => {
      const nth = at + place;
      return [nth * 1000, nth % 7 === 0 ? Number.NaN : nth / 3, nth % 5 === 0 ? null : `n${nth}`, 'é'];
    });
}

it.each([
  0, 1, 19_999, 20_000, 20_001, 45_001,
])('of %i rows none is lost, doubled or rounded', async (count) => {
  const parts: Uint8Array[] = [];
  const about = [['Table', 'Readings']] as const;
  for await (const part of parquetBytes(columns, new RowCursor(rowsOf(count)), about)) parts.push(part);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
  const table = tableFromIPC(readParquet(Buffer.concat(parts)).intoIPCStream());
  expect(table.numRows).toBe(count);
  expect(table.schema.fields.map(({ name }) => name)).toEqual(['time', 'x', 'Note', 'Note 2']);
  const [time, x, note] = ['time', 'x', 'Note'].map(
    (name) => table.getChild(name)?.toArray() as ArrayLike<unknown>,
  );
  let wrong = 0;
  for (let nth = 0; nth < count; nth += 1) {
    const value = table.getChild('x')?.get(nth) as number | null;
    if (Number(table.getChild('time')?.get(nth)) !== nth * 1000) wrong += 1;
    if (nth % 7 === 0 ? value !== null : value !== nth / 3) wrong += 1;
    if (table.getChild('Note')?.get(nth) !== (nth % 5 === 0 ? null : `n${nth}`)) wrong += 1;
  }
  expect([wrong, time?.length, x?.length, note?.length]).toEqual([0, count, count, count]);
  expect([...table.schema.metadata]).toEqual(
    expect.arrayContaining([
      ['Table', 'Readings'],
      ['unit.x', 'mm'],
      ['zone.time', 'Asia/Shanghai'],
    ]),
  );
});
