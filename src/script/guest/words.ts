/** What a script says in the languages of the console. */
import { hasOwn, start } from './host.ts';
import { shown } from './lines.ts';

/** In the languages of the console. */
export interface Words {
  readonly 'zh-chs'?: string;
  readonly en?: string;
  readonly ja?: string;
}
/**
 * The text in the language of the user who started the run, English where it is missing: for reasons, log lines,
 * names of columns and titles.
 */
export function words(texts: Words): string {
  const known = Object.values(texts).filter((text) => typeof text === 'string');
  return shown(hasOwn(texts, start.language) ? texts[start.language] : (texts.en ?? known[0] ?? ''));
}
