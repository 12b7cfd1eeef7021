import { romaji } from '../../../../base/pronunciation/kana.ts';
import { romajiKey } from '../../../../base/pronunciation/romaji-key.ts';
import { digit, kindAt, separator } from './characters.ts';
import { fold } from './fold.ts';

/** One thing that must match somewhere in an item. */
export interface Token {
  /** Its letters and digits alone. */
  readonly text: string;
  readonly units: Uint16Array;
  /** It was typed with something between its letters: inside a text it may then reach over words. */
  readonly crosses: boolean;
  /** Long enough to be looked for with a slip of the fingers. */
  readonly forgiving: boolean;
  /** The key under which its romaji is found; null where it is none. */
  readonly key: Token | null;
}

/** Longer queries find nothing: no name is that long, and a pasted page must not stop the typing. */
export const longestQuery = 256;
const fewestLetters = 4;
const gaps = /[\s,;、。・]+/u;

const unitsOf = (text: string) => {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
};

function keyOf(text: string): string | null {
  if (/^[a-z0-9]+$/.test(text)) return romajiKey(text);
  // An input method at work: いっk.
  return /^[\u3041-\u3096ーa-z]*[a-z]$/.test(text) ? romajiKey(romaji(text).replaceAll("'", '')) : null;
}

function tokenOf(part: string): Token | null {
  let text = '';
  let letters = 0;
  let gap = false;
  let crosses = false;
  for (let at = 0; at < part.length; at += 1) {
    const kind = kindAt(part, at);
    if (kind === separator) gap = text !== '';
    else {
      crosses ||= gap;
      text += part[at];
      // Three ideographs say as much as four letters.
      if (kind !== digit) letters += /[\u4e00-\u9fff]/.test(part[at] ?? '') ? 4 / 3 : 1;
    }
  }
  if (text === '') return null;
  const forgiving = letters >= fewestLetters;
  const key = keyOf(text);
  return {
    text,
    units: unitsOf(text),
    crosses,
    forgiving,
    key:
      key === null || key === ''
        ? null
        : { text: key, units: unitsOf(key), crosses, forgiving: false, key: null },
  };
}

export interface Query {
  /** Each must match; none = everything does. */
  readonly tokens: readonly Token[];
  /** All of them in a row, where there are several. */
  readonly phrase: Token | null;
}

/** Reads what was typed; null = too long to find anything. Only separators are as good as nothing. */
export function parseQuery(query: string): Query | null {
  if (query.length > longestQuery) return null;
  const tokens = new Map<string, Token>();
  let whole = '';
  for (const part of fold(query).text.split(gaps)) {
    const token = tokenOf(part);
    if (token === null) continue;
    whole += token.text;
    const known = tokens.get(token.text);
    if (known === undefined || known.crosses) tokens.set(token.text, token);
  }
  return { tokens: [...tokens.values()], phrase: tokens.size > 1 ? tokenOf(whole) : null };
}
