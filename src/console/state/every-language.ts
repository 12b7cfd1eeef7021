import { type Language, languages, type MessageId } from '../../base/messages.ts';

/** Words of one language. */
export type Says = (id: MessageId) => string;
type Load = (language: Language) => Promise<Readonly<Record<string, string>>>;

let load: Load = () => Promise.reject(new Error('no words'));

/** Who has the words says how they come. */
export function comeBy(how: Load): void {
  load = how;
}

/**
 * Words of all languages, for what was written in any of them: heads of a sheet that somebody else made. Those that are
 * not here yet are fetched.
 */
export async function everyLanguage(): Promise<readonly Says[]> {
  const all = await Promise.all(languages.map((language) => load(language)));
  return all.map((words) => (id) => words[id] ?? id);
}
