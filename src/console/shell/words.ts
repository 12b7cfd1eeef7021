import type { Language } from '../../base/messages.ts';

const loaders: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<string, string>> }>>
> = {
  'zh-chs': () => import('../../../locales/zh-chs.json'),
  en: () => import('../../../locales/en.json'),
  ja: () => import('../../../locales/ja.json'),
};
const loaded = new Map<Language, Readonly<Record<string, string>>>();

/** Words of a language, each fetched once and alone. */
export async function loadWords(language: Language): Promise<Readonly<Record<string, string>>> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const words = (await loaders[language]()).default;
  loaded.set(language, words);
  return words;
}
