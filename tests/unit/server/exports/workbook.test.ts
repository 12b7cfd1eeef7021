import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import type { ExportColumn, ExportRow } from '../../../../src/server/exports/table.ts';
import { mergeByTime } from '../../../../src/server/exports/tables/merge-by-time.ts';
import { csvText } from '../../../../src/server/exports/write/csv.ts';
import { RowCursor } from '../../../../src/server/exports/write/sheet.ts';
import { sheetName, workbookStream } from '../../../../src/server/exports/write/workbook.ts';
import { columnName, xmlText } from '../../../../src/server/exports/write/xml.ts';

async function* batches(...all: readonly (readonly ExportRow[])[]) {
  for (const batch of all) yield batch;
}
const cursorOf = (...all: readonly (readonly ExportRow[])[]) => new RowCursor(batches(...all));
const columns: readonly ExportColumn[] = [
  { title: 'Time', kind: 'time', zone: 'Asia/Shanghai' },
  { title: 'X', kind: 'number', unit: '°', digits: 2 },
  { title: 'Text', kind: 'text' },
];

async function bookOf(given: readonly ExportColumn[], cursor: RowCursor, most?: number) {
  const stream = workbookStream({
    ...{ columns: given, cursor, title: 'Rows' },
    about: { title: 'About', lines: () => [['Rows', String(cursor.taken)]] },
    ...(most === undefined ? {} : { most }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return read(Buffer.concat(chunks), { cellStyles: true, cellNF: true });
}
async function csvOf(given: readonly ExportColumn[], cursor: RowCursor): Promise<string> {
  let text = '';
  for await (const piece of csvText(given, cursor)) text += piece;
  return text;
}

describe('a workbook', () => {
  it('has typed moments on the clocks of the zone, numbers with digits, texts, empty cells', async () => {
    const t = Date.parse('2026-11-20T06:13:06Z');
    const book = await bookOf(
      columns,
      cursorOf([
        [t, -0.123456, 'wet'],
        [t + 500, Number.NaN, null],
      ]),
    );
    expect(book.SheetNames).toEqual(['Rows', 'About']);
    const sheet = book.Sheets['Rows'] ?? {};
    expect(sheet['A1']?.v).toBe('Time');
    expect([sheet['A2']?.v, sheet['B2']?.v]).toEqual(['Asia/Shanghai', '°']);
    // 2026-11-20 14:13:06 in days since 1899-12-30.
    const days = (Date.UTC(2026, 10, 20, 14, 13, 6) - Date.UTC(1899, 11, 30)) / 86_400_000;
    expect(sheet['A3']).toMatchObject({ t: 'n', z: 'yyyy\\-mm\\-dd\\ hh:mm:ss' });
    expect(sheet['A3']?.v).toBeCloseTo(days, 9);
    expect(sheet['B3']).toMatchObject({ t: 'n', v: -0.123456, z: '0.00', w: '-0.12' });
    expect(sheet['C3']).toMatchObject({ t: 's', v: 'wet' });
    expect([sheet['B4'], sheet['C4']]).toEqual([undefined, undefined]);
    expect(sheet['!autofilter']).toEqual({ ref: 'A2:C4' });
    expect(book.Sheets['About']?.['B1']?.v).toBe('2');
  });
  it('takes the zone of a row from the column that names it', async () => {
    const zoned: readonly ExportColumn[] = [
      { title: 'T', kind: 'time', zone: 1 },
      { title: 'Zone', kind: 'text' },
    ];
    const t = Date.parse('2026-07-01T12:00:00Z');
    const rows: ExportRow[] = [
      [t, 'Asia/Tokyo'],
      [t, 'America/St_Johns'],
    ];
    const sheet = (await bookOf(zoned, cursorOf(rows))).Sheets['Rows'] ?? {};
    const [tokyo, johns] = [sheet['A3']?.v, sheet['A4']?.v].map(Number);
    expect((tokyo ?? 0) - (johns ?? 0)).toBeCloseTo(11.5 / 24, 6);
    expect(await csvOf(zoned, cursorOf(rows))).toBe(
      '\uFEFFT,Zone\r\n2026-07-01T21:00:00+09:00,Asia/Tokyo\r\n2026-07-01T09:30:00-02:30,America/St_Johns\r\n',
    );
  });
  it('goes on in further sheets, each with its heads and filter, and loses no row at a border', async () => {
    for (const count of [0, 2, 3, 4, 7]) {
      const rows = Array.from({ length: count }, (_, index): ExportRow => [index, index, `row ${index}`]);
      const book = await bookOf(columns, cursorOf(rows.slice(0, 2), rows.slice(2)), 3);
      const sheets = Math.max(1, Math.ceil(count / 3));
      expect(book.SheetNames).toEqual([
        ...Array.from({ length: sheets }, (_, index) => (index === 0 ? 'Rows' : `Rows ${index + 1}`)),
        'About',
      ]);
      const read = book.SheetNames.slice(0, -1).flatMap((name) => {
        const lines = utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1 });
        expect(lines[0]).toEqual(['Time', 'X', 'Text']);
        return lines.slice(2).map((line) => line[2]);
      });
      expect(read).toEqual(rows.map(([, , text]) => text));
    }
  });
  it('holds no formula, and what XML cannot hold comes back', async () => {
    const hostile = [
      '=1+1',
      '＝cmd()',
      ' @x',
      '\u00a0-1',
      '\ufeff+1',
      'a\u0000\u0007b',
      '\ud800',
      '_x0041_',
      'a<b>&"c"',
      ' lead',
      'x\ny',
    ];
    const rows = hostile.map((text): ExportRow => [0, 0, text]);
    const sheet = (await bookOf(columns, cursorOf(rows))).Sheets['Rows'] ?? {};
    const cells = hostile.map((_, index) => sheet[`C${index + 3}`]);
    expect(cells.every((cell) => cell?.f === undefined && cell?.t === 's')).toBe(true);
    expect(cells.slice(0, 5).map((cell) => String(cell?.v)[0])).toEqual(["'", "'", "'", "'", "'"]);
    expect(cells.slice(5).map((cell) => cell?.v)).toEqual(hostile.slice(5));
  });
  it('ends the reading of its rows when nobody takes it any more', async () => {
    let isOver = false;
    async function* endless() {
      try {
        for (let t = 0; ; t += 1) yield [[t, t, String(Math.sin(t))]] as ExportRow[];
      } finally {
        isOver = true;
      }
    }
    const source = endless();
    const stream = workbookStream({
      ...{ columns, cursor: new RowCursor(source), title: 'Rows' },
      about: { title: 'About', lines: () => [] },
    });
    let size = 0;
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > 200_000) break;
    }
    await expect.poll(() => isOver).toBe(true);
  });
  it('fails where the reading of its rows fails', async () => {
    async function* broken(): AsyncGenerator<readonly ExportRow[]> {
      yield [[0, 0, 'x']];
      throw new Error('the disk is gone');
    }
    const cursor = new RowCursor(broken());
    await expect(bookOf(columns, cursor)).rejects.toThrow('the disk is gone');
  });
});

describe('CSV', () => {
  it('has a BOM, heads, units, ISO times with offset, the digits of the column; missing is empty', async () => {
    const t = Date.parse('2026-11-20T06:13:06Z');
    expect(
      await csvOf(
        columns,
        cursorOf([
          [t, -0.5, '=a,"b"'],
          [t + 500, null, 'two\nlines'],
        ]),
      ),
    ).toBe(
      [
        '\uFEFFTime,X,Text',
        'Asia/Shanghai,°,',
        `2026-11-20T14:13:06+08:00,-0.50,"'=a,""b"""`,
        '2026-11-20T14:13:06.500+08:00,,two lines',
        '',
      ].join('\r\n'),
    );
  });
});

describe('parts', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('column %i is %s', (index, name) => expect(columnName(index)).toBe(name));
  it.each([
    ['[a]:*?/\\b', 'a      b'],
    ["'quoted'", 'quoted'],
    ['', 'Sheet'],
    ['x'.repeat(40), 'x'.repeat(31)],
  ])('%j may be a sheet as %j', (title, name) => expect(sheetName(title)).toBe(name));
  it('cuts a text that no cell can hold', () => {
    expect(xmlText('x'.repeat(32_767))).toHaveLength(32_767);
    expect(xmlText('x'.repeat(32_768))).toBe(`${'x'.repeat(32_766)}…`);
  });
  it('puts rows of several sources on one axis', async () => {
    const one = [1, 3, 4].map((t) => ({ t, cells: [t] }));
    const two = [3, 5].map((t) => ({ t, cells: [t * 10, t * 100] }));
    const rows: unknown[] = [];
    for await (const row of mergeByTime([one, two], [1, 2])) rows.push(row);
    expect(rows).toEqual([
      { t: 1, cells: [1, Number.NaN, Number.NaN] },
      { t: 3, cells: [3, 30, 300] },
      { t: 4, cells: [4, Number.NaN, Number.NaN] },
      { t: 5, cells: [Number.NaN, 50, 500] },
    ]);
  });
});
