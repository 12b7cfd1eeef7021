import type { Language } from '../../base/messages.ts';
import { comeBy } from '../state/every-language.ts';
import { loadChunk } from './lazy-page.tsx';

const loaders: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
> = {
  'zh-chs': () => import('../../../locales/zh-chs.json'),
  en: () => import('../../../locales/en.json'),
  ja: () => import('../../../locales/ja.json'),
};
const asked = new Map<Language, Promise<Readonly<Record<string, string>>>>();
const here = new Map<Language, Readonly<Record<string, string>>>();

/** Words of a language where they have come already. */
export function wordsOf(language: Language): Readonly<Record<string, string>> | null {
  return here.get(language) ?? null;
}

/** Words of a language, each fetched once and alone; one that did not come is asked for again. */
export function loadWords(language: Language): Promise<Readonly<Record<string, string>>> {
  const known = asked.get(language);
  if (known !== undefined) return known;
  const words = loadChunk(loaders[language]).then((module) => module.default);
  asked.set(language, words);
  words.then(
    (come) => here.set(language, come),
    () => asked.delete(language),
  );
  return words;
}

comeBy(loadWords);
