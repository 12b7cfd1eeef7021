/** A workbook of readings is the CSV file that it was made of: moments, numbers as they are kept, texts of any kind. */
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { workbookAsCsv } from '../../../src/console/components/sheets/sheet-csv.ts';

const day = 86_400_000;
const serial = (at: number) => (at - Date.UTC(1899, 11, 30)) / day;
const date = (at: number) => ({ t: 'n', v: serial(at), z: 'yyyy-mm-dd hh:mm:ss' });
const book = (rows: readonly (readonly unknown[])[], bookType: 'xlsx' | 'xlsm' = 'xlsx', first = 'data') => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows.map((row) => [...row])), first);
  utils.book_append_sheet(made, utils.aoa_to_sheet([['other']]), 'other');
  return new File([write(made, { type: 'array', bookType }) as ArrayBuffer], `Logger.${bookType}`);
};
const csvOf = async (file: File, sheet: string | null = null) => {
  const found = await workbookAsCsv(file, 'comma', sheet);
  return typeof found === 'string' ? found : [found.csv.name, await found.csv.text()];
};

describe('a workbook of readings', () => {
  it('becomes the lines of its first sheet', async () => {
    const rows = [
      ['TIMESTAMP', 'Tilt, X', 'note', 'on'],
      [date(Date.UTC(2026, 0, 1, 0, 0, 1)), 0.1 + 0.2, 'say "no"', true],
      [date(Date.UTC(2026, 0, 1, 0, 10, 0, 250)), -1e-7, '', false],
      [],
      [date(Date.UTC(2026, 11, 31, 23, 59, 59)), 12_345_678.9, '=1+1', null],
    ];
    const lines = [
      'TIMESTAMP,"Tilt, X",note,on',
      '2026-01-01 00:00:01,0.30000000000000004,"say ""no""",true',
      '2026-01-01 00:10:00.250,-1e-7,,false',
      ',,,',
      '2026-12-31 23:59:59,12345678.9,=1+1,',
    ];
    expect(await csvOf(book(rows))).toEqual(['Logger.csv', `${lines.join('\r\n')}\r\n`]);
    expect(await csvOf(book(rows, 'xlsm'))).toEqual(['Logger.csv', `${lines.join('\r\n')}\r\n`]);
  });
  it('keeps every second of a day to the millisecond, whatever the fraction of a day', async () => {
    const start = Date.UTC(2026, 5, 30);
    const rows = Array.from({ length: 8640 }, (_, at) => [date(start + at * 10_000)]);
    const [, text = ''] = (await csvOf(book(rows))) as [string, string];
    expect(text.trimEnd().split('\r\n')).toEqual(
      rows.map((_, at) => new Date(start + at * 10_000).toISOString().slice(0, 19).replace('T', ' ')),
    );
  });
  it('is none where it is none', async () => {
    expect(await csvOf(new File(['no zip'], 'a.xlsx'))).toBe('notSheet');
    expect(await csvOf(new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'a.xlsx'))).toBe('tooLarge');
    const none = utils.book_new();
    utils.book_append_sheet(none, utils.aoa_to_sheet([]), 'empty');
    const bytes = write(none, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
    expect(await csvOf(new File([bytes], 'a.xlsx'))).toBe('notSheet');
  });
  it('of several sheets is the first with three lines, or the one that was chosen', async () => {
    const made = utils.book_new();
    const add = (name: string, lines: number) =>
      utils.book_append_sheet(
        made,
        utils.aoa_to_sheet(Array.from({ length: lines }, (_, at) => [`${name} ${at}`])),
        name,
      );
    add('cover', 2);
    add('first', 3);
    add('second', 4);
    const file = new File([write(made, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'a.xlsx');
    expect(await csvOf(file)).toEqual(['a.csv', 'first 0\r\nfirst 1\r\nfirst 2\r\n']);
    expect(await csvOf(file, 'cover')).toEqual(['a.csv', 'cover 0\r\ncover 1\r\n']);
    expect(await workbookAsCsv(file, 'comma', 'second')).toMatchObject({
      sheet: 'second',
      names: ['cover', 'first', 'second'],
    });
  });
});
