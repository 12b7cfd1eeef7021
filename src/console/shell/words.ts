import type { Language } from '../../base/messages.ts';
import { loadChunk } from '../components/chunks.ts';
import { comeBy } from '../state/every-language.ts';

const loaders: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
> = {
  'zh-chs': () => loadChunk(() => import('../../../locales/zh-chs.json')),
  en: () => loadChunk(() => import('../../../locales/en.json')),
  ja: () => loadChunk(() => import('../../../locales/ja.json')),
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
  const words = loaders[language]().then((module) => module.default);
  asked.set(language, words);
  words.then(
    (come) => here.set(language, come),
    () => asked.delete(language),
  );
  return words;
}

comeBy(loadWords);
