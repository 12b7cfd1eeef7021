import type { Language } from '../../../base/messages.ts';

/** What a script says of itself, in the languages that it has. */
export type WordsOfScript = Readonly<Partial<Record<Language, string | undefined>>>;

/** What a script says of itself in the user's language, else in one that it has; `otherwise` where it says nothing. */
export const said = (
  words: WordsOfScript | null | undefined,
  language: Language,
  otherwise: string,
): string => words?.[language] ?? words?.en ?? words?.['zh-chs'] ?? words?.ja ?? otherwise;
