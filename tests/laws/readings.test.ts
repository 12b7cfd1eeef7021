/** What the fixed vocabulary reads like: there for every word that needs it, and possible in its language. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import ja from '../../locales/ja.json' with { type: 'json' };
import readings from '../../locales/readings.json' with { type: 'json' };
import synonyms from '../../locales/synonyms.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { romaji } from '../../src/base/pronunciation/kana.ts';
import { syllables } from '../support/words/pinyin.ts';

type Words = Readonly<Record<string, string>>;
const known: Readonly<Record<string, { readonly pinyin?: string; readonly kana?: string } | undefined>> =
  readings;
const [chinese, japanese]: [Words, Words] = [zh, ja];
const vocabulary =
  /^(?:argument|range|theme|language|page|menu|group|field|kind|deviceCommand|row|channel)\./;
const ids = [
  ...new Set([...commands.map(({ title }) => title), ...Object.keys(zh).filter((id) => vocabulary.test(id))]),
];
const han = /\p{Script=Han}/gu;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** What is wrong with the pinyin of a text; empty = nothing. Latin words of the text stand in both. */
function pinyinFaults(text: string, pinyin: string | undefined): readonly string[] {
  const own = count(text, han);
  if (pinyin === undefined) return own === 0 ? [] : ['no pinyin in locales/readings.json'];
  const latin = new Set(text.match(/[A-Za-z0-9.]+/g) ?? []);
  const read = pinyin.split(' ').filter((word) => !latin.has(word));
  const wrong = read.filter((word) => !syllables.has(word)).map((word) => `no syllable: ${word}`);
  return read.length === own ? wrong : [...wrong, `${read.length} syllables for ${own} characters`];
}

function kanaFaults(text: string, kana: string | undefined): readonly string[] {
  if (kana === undefined) return count(text, han) === 0 ? [] : ['no kana in locales/readings.json'];
  if (!/^[\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z0-9. ]+$/u.test(kana)) return ['more than kana'];
  return /^[ -~]+$/.test(romaji(kana)) ? [] : ['romaji is not ASCII'];
}

describe.each(ids)('%s', (id) => {
  it('reads in Chinese', () => expect(pinyinFaults(chinese[id] ?? '', known[id]?.pinyin)).toEqual([]));
  it('reads in Japanese', () => expect(kanaFaults(japanese[id] ?? '', known[id]?.kana)).toEqual([]));
});

describe('synonyms', () => {
  const all = Object.entries(
    synonyms as Readonly<
      Record<string, { readonly words: readonly string[]; readonly readings?: readonly string[] }>
    >,
  );
  it('are of words that exist, in order', () => {
    expect(all.map(([id]) => id).filter((id) => chinese[id] === undefined)).toEqual([]);
    expect(all.map(([id]) => id)).toEqual(all.map(([id]) => id).sort());
  });
  it('are of one thing each', () => {
    const words = all.flatMap(([, one]) => one.words.map((word) => word.toLowerCase()));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
  it('are read in syllables or in kana', () => {
    const wrong = all
      .flatMap(([, { readings: own = [] }]) => own)
      .filter((reading) =>
        /[a-z]/.test(reading)
          ? reading.split(' ').some((syllable) => !syllables.has(syllable))
          : kanaFaults('', reading).length > 0,
      );
    expect(wrong).toEqual([]);
  });
});

describe('planted faults are caught', () => {
  it.each([
    ['nothing', '重启', undefined],
    ['a syllable too few', '重启设备', 'chong qi she'],
    ['no syllable', '率', 'lü'],
    ['a syllable that is none', '启', 'qee'],
  ])('pinyin: %s', (_fault, text, pinyin) => expect(pinyinFaults(text, pinyin)).not.toEqual([]));
  it.each([
    ['nothing', '警報', undefined],
    ['a character left', '警報', 'けい報'],
    ['a mark', '警報', 'けい・ほう'],
  ])('kana: %s', (_fault, text, kana) => expect(kanaFaults(text, kana)).not.toEqual([]));
});
