/** One key under which all common spellings of Japanese in Latin letters meet. */
import type { Traced } from './kana.ts';

/** Replaces parts of a traced text; every new character comes from the whole part that it replaces. */
function rewrite(source: Traced, pattern: RegExp, replace: (part: string, next: string) => string): Traced {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  let done = 0;
  const keep = (until: number) => {
    for (; done < until; done += 1) {
      text += source.text[done];
      from.push(source.from[done] ?? 0);
      to.push(source.to[done] ?? 0);
    }
  };
  for (const match of source.text.matchAll(pattern)) {
    const [part] = match;
    keep(match.index);
    const end = match.index + part.length;
    const spelt = replace(part, source.text[end] ?? '');
    for (let i = 0; i < spelt.length; i += 1) {
      from.push(source.from[match.index] ?? 0);
      to.push(source.to[end - 1] ?? 0);
    }
    text += spelt;
    done = end;
  }
  keep(source.text.length);
  return { text, from, to };
}

const before = (next: string) => next !== '' && 'aueo'.includes(next);

/** `romajiKey` that keeps where each letter comes from. */
export function tracedRomajiKey(source: Traced): Traced {
  const consonants = rewrite(
    source,
    /[ct]?ch|sh|ts|jy?|m(?=[bpm])|n[n']|w(?=o)|f(?=u)|dz|d(?=[iu])|v/g,
    (part, next) => {
      if (part.endsWith('ch')) return `${part.length === 3 ? 't' : ''}t${before(next) ? 'y' : ''}`;
      if (part === 'sh') return before(next) ? 'sy' : 's';
      if (part === 'ts') return 't';
      if (part === 'j') return before(next) ? 'zy' : 'z';
      if (part === 'jy') return 'zy';
      if (part === 'w') return '';
      if (part === 'f') return 'h';
      if (part === 'v') return 'b';
      return part.startsWith('d') ? 'z' : 'n';
    },
  );
  return rewrite(consonants, /o[ou]+|aa+|ii+|uu+|ee+/g, (part) => part[0] ?? '');
}

/**
 * One spelling for all that are common (Hepburn, kunrei, of input methods; long vowels or not): shi and si, chi and
 * ti, tsu and tu, ou, oo and o give the same key. Small Latin letters in, small Latin letters out.
 */
export function romajiKey(text: string): string {
  const places = Array.from(text, (_, index) => index);
  return tracedRomajiKey({ text, from: places, to: places.map((place) => place + 1) }).text;
}
