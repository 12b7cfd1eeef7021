/** Cells of text: the separator that is meant, quotes, line ends, and the bound of lines. */
import { describe, expect, it } from 'vitest';
import { delimitedLines } from '../../../src/base/delimited.ts';

describe('the separator', () => {
  it.each([
    ['a tab', 'a\tb\n1\t2', '\t'],
    ['a comma', 'a,b\n1,2', ','],
    ['a semicolon', 'a;b\n1;2', ';'],
  ])('is %s where that stands in the first line', (_, text) => {
    expect(delimitedLines(text, 10)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
  it('is the one that stands oftenest: a comma within cells of tabs is a letter', () => {
    expect(delimitedLines('a\tb\tc\n1,5\t2\t3', 10)[1]).toEqual(['1,5', '2', '3']);
  });
  it('is looked for outside quotes, and in the first line alone', () => {
    expect(delimitedLines('"a,b,c";d\n1;2', 10)).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ]);
    expect(delimitedLines('a;b\n1,2,3,4;5', 10)[1]).toEqual(['1,2,3,4', '5']);
  });
  it('is a tab where there is none', () => {
    expect(delimitedLines('alone', 10)).toEqual([['alone']]);
  });
});

describe('quotes', () => {
  it('hold separators, line feeds and quotes written twice', () => {
    expect(delimitedLines('a,b\n"1,\n2","say ""so"""', 10)[1]).toEqual(['1,\n2', 'say "so"']);
  });
  it('are letters inside a cell that does not begin with one', () => {
    expect(delimitedLines('a,b\n5" pipe,x', 10)[1]).toEqual(['5" pipe', 'x']);
  });
  it('that never close take the rest, and lose nothing', () => {
    expect(delimitedLines('a,b\n"1,2\n3', 10)[1]).toEqual(['1,2\n3']);
  });
  it('round nothing are an empty cell', () => {
    expect(delimitedLines('a,b\n"",x', 10)[1]).toEqual(['', 'x']);
  });
});

describe('lines', () => {
  it('end with or without a carriage return; the last needs no end, and an end makes no line', () => {
    const two = [
      ['a', 'b'],
      ['1', '2'],
    ];
    expect(delimitedLines('a,b\r\n1,2\r\n', 10)).toEqual(two);
    expect(delimitedLines('a,b\n1,2', 10)).toEqual(two);
  });
  it('that are empty stay, so that rows keep the numbers of the sheet', () => {
    expect(delimitedLines('a,b\n\n1,2', 10)).toEqual([['a', 'b'], [''], ['1', '2']]);
  });
  it('keep an empty cell at their end', () => {
    expect(delimitedLines('a,b\n1,', 10)[1]).toEqual(['1', '']);
  });
  it('are at most as many as asked for, from both sides of the border', () => {
    expect(delimitedLines('a\nb\nc', 2)).toEqual([['a'], ['b']]);
    expect(delimitedLines('a\nb\nc', 3)).toEqual([['a'], ['b'], ['c']]);
    expect(delimitedLines('a\nb\nc', 4)).toHaveLength(3);
  });
  it('begin after a mark of the byte order', () => {
    expect(delimitedLines('\ufeffa,b', 10)).toEqual([['a', 'b']]);
  });
  it('are none of an empty text', () => {
    expect(delimitedLines('', 10)).toEqual([]);
  });
});
