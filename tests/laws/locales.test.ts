/** The three locales hold the same messages, and each message parses and is in its language. */
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh-chs.json';
import { placeholders } from '../support/words/placeholders.ts';

const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };
const ids = Object.keys(zh);

/** Names and terms that stand alike in every language. */
const international = new Set([
  ...['Groundwatch', 'OpenStreetMap', 'MapLibre', 'English', 'Firefox', 'Chromium', 'Parquet'],
]);
const hasWord = (text: string) =>
  text
    .replace(/\{[^{}]*\}/g, '')
    .split(/[^A-Za-z]+/)
    .some((word) => /[a-z]{3,}/.test(word) && !international.has(word));
const hasIdeograph = (text: string) => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);

describe('keys', () => {
  it.each(Object.entries(locales))('%s has exactly the keys of zh-chs', (_, words) => {
    expect(Object.keys(words).toSorted()).toEqual(ids.toSorted());
  });
});

it('words are in the order that npm run words keeps', () => {
  for (const words of Object.values(locales)) {
    const written = Object.keys(words);
    expect(written, 'echo {} | npm run words').toEqual(written.toSorted());
  }
});

describe.each(ids)('%s', (id) => {
  const [chinese, english, japanese] = ['zh-chs', 'en', 'ja'].map((locale) => locales[locale]?.[id] ?? '');
  it('is not empty and parses, with the same placeholders everywhere', () => {
    for (const text of [chinese, english, japanese]) expect(text).toMatch(/\S/);
    expect(placeholders(chinese ?? '')).toEqual(placeholders(english ?? ''));
    expect(placeholders(japanese ?? '')).toEqual(placeholders(english ?? ''));
  });
  it('is in its language', () => {
    expect(hasIdeograph(english ?? '') && !/^language\./.test(id)).toBe(false);
    if (!hasWord(english ?? '') || /^language\./.test(id)) return;
    expect(hasIdeograph(chinese ?? '')).toBe(true);
    expect(hasIdeograph(japanese ?? '')).toBe(true);
    expect(/[\u3040-\u30ff]/.test(chinese ?? '')).toBe(false);
  });
});

describe('planted faults are caught', () => {
  it('a message that does not parse', () => expect(() => placeholders('{count')).toThrow(SyntaxError));
  it('a placeholder that differs', () => expect(placeholders('{a}')).not.toEqual(placeholders('{b}')));
  it('English where another language should be', () => expect(hasWord('Nothing here')).toBe(true));
});
