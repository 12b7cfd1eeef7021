import type words from '../../locales/zh-chs.json';

/** Id of a message: a key of the default locale. The other locales hold the same keys (a law). */
export type MessageId = keyof typeof words;

/** The product's languages: Simplified Chinese (default), English (fallback), Japanese. */
export const languages = ['zh-chs', 'en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** BCP 47 tag of a language, for Intl and `<html lang>`. */
export const languageTags: Readonly<Record<Language, string>> = {
  'zh-chs': 'zh-Hans-CN',
  en: 'en',
  ja: 'ja-JP',
};

/** Narrows any text to a language; unknown or missing text gives the default, zh-chs. */
export function toLanguage(text: string | null | undefined): Language {
  return languages.find((language) => language === text) ?? 'zh-chs';
}

/** Names of the languages, in each of them. */
const languageNames: Readonly<Record<Language, readonly string[]>> = {
  'zh-chs': ['zh-chs', 'zh', 'zh-cn', 'chinese', '中文', '简体中文', '汉语', '中国語'],
  en: ['en', 'english', '英文', '英语', '英語'],
  ja: ['ja', 'japanese', '日文', '日语', '日本語'],
};

/** The language that a text names in any of them; undefined = none. */
export function languageNamed(text: string): Language | undefined {
  const folded = text.normalize('NFKC').trim().toLowerCase();
  return languages.find((language) => languageNames[language].includes(folded));
}
