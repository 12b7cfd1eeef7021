/** A send list from a workbook: what is taken, and what is left out with its row and reason. */
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { writeSheet } from '../../../../../src/console/components/sheets/write-sheet.ts';
import { listOf, readList } from '../../../../../src/console/features/alert-config/list/list-file.ts';
import { mostImported } from '../../../../../src/contract/notify/send-list.ts';

const heads = ['E-mail address', 'Name', 'Language'];

describe('rows of a send list', () => {
  it('are taken below the heads, or without heads; a row without a language is in that of the user', () => {
    const rows = [
      ['town@example.org', 'Town office', 'English'],
      ['site@example.org', null, null],
    ];
    const taken = {
      rows: [
        { address: 'town@example.org', name: 'Town office', language: 'en' },
        { address: 'site@example.org', name: '', language: 'ja' },
      ],
      wrong: [],
      count: 2,
    };
    expect(listOf([heads, ...rows], 'ja')).toEqual(taken);
    expect(listOf(rows, 'ja')).toEqual(taken);
  });

  it('that are wrong say row, reason and what stands there; empty ones count as nothing', () => {
    const read = listOf(
      [
        heads,
        ['k42.site@road site', 'K42', ''],
        [null, null, null],
        ['Ａ@example.org', 'full width', '日本語'],
        ['a@EXAMPLE.org', 'the same', ''],
        ['b@example.org', 'x'.repeat(80), '中文'],
        ['c@example.org', 'x'.repeat(81), ''],
        ['d@example.org', '', 'Klingon'],
        [42, '', ''],
      ],
      'en',
    );
    expect(read).toEqual({
      rows: [
        { address: 'A@example.org', name: 'full width', language: 'ja' },
        { address: 'b@example.org', name: 'x'.repeat(80), language: 'zh-chs' },
      ],
      wrong: [
        { row: 2, why: 'address', value: 'k42.site@road site' },
        { row: 5, why: 'twice', value: '4' },
        { row: 7, why: 'name', value: 'x'.repeat(81) },
        { row: 8, why: 'language', value: 'Klingon' },
        { row: 9, why: 'address', value: '42' },
      ],
      count: 7,
    });
  });

  it('of another sheet, of none and of too many are refused as a whole', () => {
    expect(
      listOf(
        [
          ['Station', 'Value'],
          ['YN-0001', 3],
        ],
        'en',
      ),
    ).toBe('notList');
    expect(listOf([heads], 'en')).toBe('empty');
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => [`a${index}@example.org`, '', '']);
    expect(listOf([heads, ...many(mostImported)], 'en')).toMatchObject({ count: mostImported });
    expect(listOf([heads, ...many(mostImported + 1)], 'en')).toBe('tooMany');
  });
});

describe('a workbook', () => {
  it('that was saved is read again: a name that begins like a formula too', async () => {
    const rows = [['a@example.org', '=HYPERLINK("x")', '日本語']];
    const book = writeSheet({ name: 'addresses', heads: [heads], rows, widths: [20, 20, 20] });
    expect((await readList(new Blob([book]), 'en', null)).read).toEqual({
      rows: [{ address: 'a@example.org', name: '=HYPERLINK("x")', language: 'ja' }],
      wrong: [],
      count: 1,
    });
  });

  it('that is none, or is too large, says so', async () => {
    expect((await readList(new Blob(['address\na@example.org']), 'en', null)).read).toBe('notSheet');
    expect((await readList(new Blob([new Uint8Array(4 * 1024 * 1024 + 1)]), 'en', null)).read).toBe(
      'tooLarge',
    );
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'empty');
    const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
    expect((await readList(new Blob([bytes]), 'en', null)).read).toBe('empty');
  });

  it('of several sheets is the first that holds addresses, or the one that was chosen', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes'], ['read me']]), 'Read me');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Address'], ['a@example.org']]), 'Day');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Address'], ['b@example.org']]), 'Night');
    const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
    const read = (sheet: string | null) => readList(new Blob([bytes]), 'en', sheet);
    expect(await read(null)).toMatchObject({ name: 'Day', read: { rows: [{ address: 'a@example.org' }] } });
    expect((await read('Night')).read).toMatchObject({ rows: [{ address: 'b@example.org' }] });
    expect((await read('Read me')).read).toBe('notList');
  });
});
