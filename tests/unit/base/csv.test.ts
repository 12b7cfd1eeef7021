import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { csvCell, neutralText, neutralValue, plainText, tsvCell } from '../../../src/base/csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];
const before = [
  '',
  ' ',
  '   ',
  '\t',
  '\n',
  '\r\n',
  '\ufeff',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u2028',
  '\u202e',
  '\u0000',
  '\u0085',
  '\u00ad',
  ' \ufeff\u00a0\n',
];

describe('D4: text that a spreadsheet would take for a formula', () => {
  it.each(before)('is neutral behind %j, with every sign', (blank) => {
    for (const sign of signs) {
      const text = `${blank}${sign}HYPERLINK("x")`;
      expect(neutralText(text), JSON.stringify(text)).toBe(`'${text}`);
      expect(csvCell(text).replace(/^"/, '').startsWith("'"), JSON.stringify(text)).toBe(true);
    }
  });
  it('D4: is text to a library that reads sheets, as a cell of CSV', () => {
    for (const blank of before)
      for (const sign of signs) {
        const sheet = read(`${csvCell(`${blank}${sign}1+1`)},end`, { type: 'string', raw: false }).Sheets
          .Sheet1;
        const cell = sheet?.[utils.encode_cell({ r: 0, c: 0 })];
        expect([cell?.t, cell?.f], JSON.stringify(blank + sign)).toEqual(['s', undefined]);
      }
  });
  it('is taken back as it was', () => {
    const texts = [
      ...before.flatMap((blank) => signs.map((sign) => `${blank}${sign}x`)),
      "'",
      "''x",
      "'=x",
      'x',
    ];
    for (const text of texts) expect(plainText(neutralText(text)), JSON.stringify(text)).toBe(text);
  });
  it.each(['a=1', 'YN-0123', '斜坡＝1', ' dam', '\u3000坝', '12 − 3', '（＝）', ''])('%j stays', (text) => {
    expect(neutralText(text)).toBe(text);
  });
  it('numbers that are shown keep their sign, and nothing else does', () => {
    for (const text of ['-0.50', '+1', '−3.2', '1,200.5', '-1e-7', '12'])
      expect(neutralValue(text)).toBe(text);
    for (const text of ['-1+1', '-', '+cmd', '-1 °', '=1', '-1e', '- 1'])
      expect(neutralValue(text)).toBe(`'${text}`);
    expect(tsvCell('a\t=b\r\nc')).toBe('a =b c');
    expect(tsvCell('\n=b')).toBe("' =b");
  });
});
