import type { Language } from '../../base/messages.ts';
import { isMessage, words } from '../words.ts';

/**
 * What a refusal says is missing, `station 9`, in a language. What is no thing with a word of its own (an address, a code
 * of a file) stays as it is.
 */
export function thingIn(language: Language, what: string): string {
  const [noun = '', ...rest] = what.split(/ (?=[^ ]*$)/);
  for (const [name, code] of [
    [what, ''],
    [noun, rest.join(' ')],
  ] as const) {
    const id = `thing.${name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())}`;
    if (isMessage(id)) return `${words(language)(id)} ${code}`.trim();
  }
  return what;
}
