/** The one place where a level's word is made. */
import { describe, expect, it } from 'vitest';
import { levelWord } from '../../../src/derive/level-word.ts';

const text = (id: string) => id;
const own = { blue: 'レベル2', yellow: '', orange: '避難指示', red: '' };

describe('the word of a level', () => {
  it.each([
    [1, 'レベル2'],
    [2, 'level.jp.yellow'],
    [3, '避難指示'],
    [4, 'level.jp.red'],
  ])('of rank %i in Japan is the company’s, and the edition’s where it has none', (rank, word) => {
    expect(levelWord(text, 'jp', rank, own)).toBe(word);
  });
  it('of another edition is never the company’s', () => {
    expect([1, 2, 3, 4].map((rank) => levelWord(text, 'cn', rank, own))).toEqual([
      'level.cn.blue',
      'level.cn.yellow',
      'level.cn.orange',
      'level.cn.red',
    ]);
    expect(levelWord(text, undefined, 1, own)).toBe('level.cn.blue');
  });
  it('of a rank beyond both ends is that of the nearest level', () => {
    expect([levelWord(text, 'jp', 0, null), levelWord(text, 'jp', 5, null)]).toEqual([
      'level.jp.blue',
      'level.jp.red',
    ]);
  });
});
