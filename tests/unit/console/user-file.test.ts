/** Users out of lines of cells and out of CSV in the encodings of spreadsheets; what is no such sheet is said. */
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { pickSheet } from '../../../src/console/components/sheets/picked-sheet.ts';
import { sheetsOfFile } from '../../../src/console/components/sheets/table-file.ts';
import { rowsOf } from '../../../src/console/features/sheets/sheet-rows.ts';
import { longestCell } from '../../../src/console/features/users/import/columns.ts';
import { pastedUsers, readUserFile, usersOf } from '../../../src/console/features/users/import/user-file.ts';
import { mostUsersImported } from '../../../src/contract/company/users.ts';
import { longestSheetCell, mostSheetRows } from '../../../src/contract/sheets.ts';

const heads = ['Account', 'Name', 'Phone', 'Role', 'Company', 'Language', 'First password'];
const inJapanese = ['アカウント', '氏名', '電話', '役割', '会社', '言語', '初期パスワード'];
const every = [heads, inJapanese];
const line = (account: string, language = '') => [account, 'Hana', '', 'visitor', '', language, ''];

describe('users of lines', () => {
  it('keep the numbers of the sheet over empty lines; the language of who imports stands in', () => {
    const read = usersOf([heads, line('kato'), [''], line('sato', '日本語')], every, 'en');
    expect(read).toMatchObject({
      rows: [
        { row: 2, accountName: 'kato', fullName: 'Hana', role: 'visitor', language: 'en' },
        { row: 4, accountName: 'sato', language: 'ja' },
      ],
      wrong: [],
    });
  });
  it('know their sheet by its heads, whatever their case and width', () => {
    expect(usersOf([['ＡＣＣＯＵＮＴ', '', '', 'role'], line('kato')], every, 'en')).toHaveProperty('rows');
    expect(usersOf([inJapanese, line('kato')], every, 'en')).toHaveProperty('rows');
    expect(usersOf([['Station', '', '', 'Role'], line('kato')], every, 'en')).toBe('notUsers');
    expect(usersOf([], every, 'en')).toBe('notUsers');
    expect(usersOf([heads], every, 'en')).toBe('empty');
  });
  it('are as many as are taken, from both sides of the border', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => line(`user${at}`));
    expect(usersOf([heads, ...many(mostUsersImported)], every, 'en')).toHaveProperty('rows');
    expect(usersOf([heads, ...many(mostUsersImported + 1)], every, 'en')).toBe('tooMany');
  });
  it('set apart a language that nobody knows, and a cell that is too long', () => {
    const long = 'x'.repeat(longestCell + 1);
    const read = usersOf(
      [heads, line('a', 'Klingon'), line(long), line('x'.repeat(longestCell))],
      every,
      'en',
    );
    expect(read).toMatchObject({
      rows: [{ row: 4 }],
      wrong: [
        { row: 2, field: 'language', value: 'Klingon' },
        { row: 3, field: 'long' },
      ],
    });
  });
  it('take numbers as text, and formulas as what they say', () => {
    const cells = ['kato', "'=1+1", 8613800001111, 'visitor', '', '', ''];
    expect(usersOf([heads, cells], every, 'en')).toMatchObject({
      rows: [{ fullName: '=1+1', phone: '8613800001111' }],
    });
  });
});

describe('users of files', () => {
  const csv = (bytes: BlobPart) => new File([bytes], 'users.csv');
  it('are read from UTF-8, and from the encodings of Japan and China by the language', async () => {
    const text = `${heads.join(',')}\nkato,加藤,,visitor,,,\n`;
    expect((await readUserFile(csv(text), every, 'en', null)).read).toMatchObject({
      rows: [{ fullName: '加藤' }],
    });
    const before = `${heads.join(',')}\nkato,`;
    const after = ',,visitor,,,\n';
    const file = (name: readonly number[]) =>
      csv(new Uint8Array([...Buffer.from(before), ...name, ...Buffer.from(after)]));
    // 加藤 in Shift_JIS and in GB 18030.
    expect((await readUserFile(file([0x89, 0xc1, 0x93, 0xa1]), every, 'ja', null)).read).toMatchObject({
      rows: [{ fullName: '加藤' }],
    });
    expect((await readUserFile(file([0xbc, 0xd3, 0xcc, 0xd9]), every, 'zh-chs', null)).read).toMatchObject({
      rows: [{ fullName: '加藤' }],
    });
  });
  it('are none of a workbook that is none, and of what is too large', async () => {
    expect((await readUserFile(new File(['no zip'], 'users.xlsx'), every, 'en', null)).read).toBe('notSheet');
    const large = new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'users.xlsx');
    expect(await sheetsOfFile(large, 10, 'en')).toBe('tooLarge');
    expect(pastedUsers('x'.repeat(4 * 1024 * 1024 + 1), every, 'en')).toBe('tooLarge');
  });
});

describe('rows of a sheet by its columns', () => {
  const columns = [
    { id: 'station', heads: ['Station code', '測站'] },
    { id: 'slot', heads: ['Slot'] },
  ];
  it('take what a column besides is, by its head', () => {
    const lines = [
      ['測站', 'Send cycle', 'note', ''],
      ['A-1', 60, 'x', 'y'],
    ];
    const other = (head: string) => (head === 'note' ? null : `rtu.${head}`);
    expect(rowsOf(lines, columns, ['station'], other)).toMatchObject({
      rows: [{ row: 2, cells: { station: 'A-1', 'rtu.Send cycle': '60' } }],
    });
  });
  it('have booleans of spreadsheets as words', () => {
    expect(rowsOf([['Slot'], [true], [false]], columns, [])).toMatchObject({
      rows: [{ cells: { slot: 'true' } }, { cells: { slot: 'false' } }],
    });
  });
  it('are found by head or id in any order; what is besides is left out', () => {
    const lines = [
      ['SLOT', 'note', 'station'],
      [3, 'x', 'A-1'],
      ['', '', ''],
      ['4', '', ''],
    ];
    expect(rowsOf(lines, columns, ['station', 'slot'])).toEqual({
      rows: [
        { row: 2, cells: { station: 'A-1', slot: '3' } },
        { row: 4, cells: { slot: '4' } },
      ],
      long: [],
    });
  });
  it('are none where a needed column is missing, and set apart where a cell is too long', () => {
    expect(rowsOf([['Slot'], ['3']], columns, ['station'])).toBe('notThis');
    expect(rowsOf([['Slot'], ['3']], columns, ['slot'])).toHaveProperty('rows');
    const cells = (length: number) => [['Slot'], ['x'.repeat(length)]];
    expect(rowsOf(cells(longestSheetCell), columns, [])).toMatchObject({ long: [] });
    expect(rowsOf(cells(longestSheetCell + 1), columns, [])).toMatchObject({ rows: [], long: [2] });
    const many = (count: number) => [['Slot'], ...Array.from({ length: count }, () => ['1'])];
    expect(rowsOf(many(mostSheetRows), columns, [])).toHaveProperty('rows');
    expect(rowsOf(many(mostSheetRows + 1), columns, [])).toBe('tooMany');
    expect(rowsOf([['Slot']], columns, [])).toBe('empty');
  });
});

describe('a workbook of several sheets', () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes'], ['read me']]), 'Read me');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Station'], ['A-1']]), 'Rain');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Station'], ['A-2']]), 'More');
  const file = new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], 'all.xlsx');
  const taken = async (head: string, wanted: string | null = null) => {
    const id = head.toLowerCase();
    const sheets = await sheetsOfFile(file, 10, 'en');
    if (typeof sheets === 'string') throw new Error(sheets);
    return pickSheet<ReturnType<typeof rowsOf>>(
      sheets,
      (lines) => rowsOf(lines, [{ id, heads: [head] }], [id]),
      (read) => read === 'notThis',
      wanted,
    );
  };
  const names = ['Read me', 'Rain', 'More'];
  it('gives the first one that fits, and names them all', async () => {
    expect(await taken('Station')).toMatchObject({
      ...{ name: 'Rain', names },
      read: { rows: [{ row: 2, cells: { station: 'A-1' } }] },
    });
  });
  it('gives the one that was chosen by hand, also one that is another', async () => {
    expect(await taken('Station', 'More')).toMatchObject({
      ...{ name: 'More', names },
      read: { rows: [{ row: 2, cells: { station: 'A-2' } }] },
    });
    expect(await taken('Station', 'Read me')).toEqual({ name: 'Read me', names, read: 'notThis' });
    expect(await taken('Station', 'Gone')).toMatchObject({ name: 'Rain' });
  });
  it('says of the first why it is another one, where none fits', async () => {
    expect(await taken('Slot')).toEqual({ name: 'Read me', read: 'notThis', names });
  });
  it('of users begins with the sheet of users', async () => {
    const users = utils.book_new();
    utils.book_append_sheet(users, utils.aoa_to_sheet([['Notes']]), 'Read me');
    const line = heads.map((_, at) => ['kato', 'Kato', '', 'visitor'][at] ?? '');
    utils.book_append_sheet(users, utils.aoa_to_sheet([[...heads], line]), 'Staff');
    const bytes = write(users, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
    const read = (sheet: string | null) => readUserFile(new File([bytes], 'u.xlsx'), every, 'en', sheet);
    expect(await read(null)).toMatchObject({ name: 'Staff', read: { rows: [{ accountName: 'kato' }] } });
    expect((await read('Read me')).read).toBe('notUsers');
  });
});
