import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiragana, romaji, tracedRomaji } from '../../../src/base/pronunciation/kana.ts';
import { romajiKey } from '../../../src/base/pronunciation/romaji-key.ts';

describe('romaji', () => {
  it.each([
    ['いっかつよみとり', 'ikkatsuyomitori'],
    ['しんえい', "shin'ei"],
    ['しんぶん', 'shinbun'],
    ['けいしゃけい', 'keishakei'],
    ['じょうたい', 'joutai'],
    ['ちゅうおう', 'chuuou'],
    ['まっちゃ', 'matcha'],
    ['ざっし', 'zasshi'],
    ['データ', 'deeta'],
    ['ファームウェア', 'faamuwea'],
    ['ティッシュ', 'tisshu'],
    ['デューティ', 'dyuuti'],
    ['チェスター', 'chesutaa'],
    ['ヴァイオリン', 'vaiorin'],
    ['を', 'o'],
    ['ぢづ', 'jizu'],
    ['こんな', 'konna'],
    ['ほんや', "hon'ya"],
    ['RTU 3ごう', 'RTU 3gou'],
    ['っ', ''],
    ['ー', ''],
    ['あっ', 'a'],
    ['ゃ', 'ya'],
    ['', ''],
  ])('%s → %s', (kana, latin) => expect(romaji(kana)).toBe(latin));

  it('leaves no kana behind and keeps every letter within its text', () => {
    const kana = fc
      .array(fc.integer({ min: 0x3041, max: 0x3096 }))
      .map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(kana, (text) => {
        const { text: latin, from, to } = tracedRomaji(text);
        expect(latin).toMatch(/^[a-z']*$/);
        expect(from).toHaveLength(latin.length);
        from.forEach((start, index) => {
          expect(start).toBeLessThan(to[index] ?? 0);
          expect(to[index]).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });
});

describe('romajiKey', () => {
  it.each([
    ['shi', 'si'],
    ['chi', 'ti'],
    ['tsu', 'tu'],
    ['fu', 'hu'],
    ['ji', 'zi'],
    ['sha', 'sya'],
    ['cha', 'tya'],
    ['jo', 'zyo'],
    ['jya', 'zya'],
    ['ikkatsu', 'ikkatu'],
    ['matcha', 'mattya'],
    ['maccha', 'mattya'],
    ['shimbun', 'sinbun'],
    ["kin'en", 'kinen'],
    ['toukyou', 'tokyo'],
    ['ookii', 'oki'],
    ['deeta', 'deta'],
    ['wo', 'o'],
    ['tuduki', 'tsuzuki'],
  ])('%s and %s have one key', (one, other) => expect(romajiKey(one)).toBe(romajiKey(other)));

  it.each([
    'ikkatsuyomitori',
    'joutai',
    'chuuou',
    'tsuushin',
  ])('%s grows from keys of its beginnings', (word) => {
    for (const cut of ['s', 'h', 'i', 'u', 'a', 'o', 'n']) {
      const end = word.indexOf(cut) + 1;
      if (end > 1) expect(romajiKey(word).startsWith(romajiKey(word.slice(0, end)))).toBe(true);
    }
  });
});

it('folds katakana to hiragana, one for one', () =>
  expect(hiragana('ヴァー・アカヶ漢A')).toBe('ゔぁー・あかゖ漢A'));
