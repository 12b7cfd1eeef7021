/** Kana in Latin letters: Hepburn spelling, and one key under which all common spellings of a sound meet. */

/** A text whose characters come from places of another: character `i` from `from[i]` up to `to[i]`. */
export interface Traced {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const rows: Readonly<Record<string, string>> = {
  'a i u e o': 'あいうえお',
  'ka ki ku ke ko': 'かきくけこ',
  'sa shi su se so': 'さしすせそ',
  'ta chi tsu te to': 'たちつてと',
  'na ni nu ne no': 'なにぬねの',
  'ha hi fu he ho': 'はひふへほ',
  'ma mi mu me mo': 'まみむめも',
  'ya yu yo': 'やゆよ',
  'ra ri ru re ro': 'らりるれろ',
  'wa i e o n': 'わゐゑをん',
  'ga gi gu ge go': 'がぎぐげご',
  'za ji zu ze zo': 'ざじずぜぞ',
  'da ji zu de do': 'だぢづでど',
  'ba bi bu be bo': 'ばびぶべぼ',
  'pa pi pu pe po': 'ぱぴぷぺぽ',
  'vu a i u e o': 'ゔぁぃぅぇぉ',
  'ya yu yo wa ka ke': 'ゃゅょゎゕゖ',
};
const syllables = new Map(
  Object.entries(rows).flatMap(([sounds, kana]) =>
    sounds.split(' ').map((sound, index) => [kana[index] ?? '', sound] as const),
  ),
);
/** Consonants that swallow the y of a small ya, yu, yo: sha, cha, ja. */
const swallowsY = /(?:sh|ch|j)$/;
/** Small vowels after these make one sound: fa, ti, wi, va … */
const loan: Readonly<Record<string, string>> = {
  ふ: 'f',
  ゔ: 'v',
  う: 'w',
  て: 't',
  で: 'd',
  と: 't',
  ど: 'd',
  つ: 'ts',
  し: 'sh',
  ち: 'ch',
  じ: 'j',
  く: 'kw',
  ぐ: 'gw',
};

/** Katakana as hiragana; everything else, also the long vowel mark, stays. One character for one. */
export function hiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The sound of the kana at `at` and how many characters make it; null where no kana stands. */
function soundAt(kana: string, at: number): { readonly sound: string; readonly length: number } | null {
  const first = kana[at] ?? '';
  const plain = syllables.get(first);
  if (plain === undefined) return null;
  const small = kana[at + 1] ?? '';
  const tail = syllables.get(small) ?? '';
  if ('ゃゅょ'.includes(small) && small !== '' && plain.endsWith('i')) {
    const head = plain.slice(0, -1);
    return { sound: head + (swallowsY.test(head) ? tail.slice(1) : tail), length: 2 };
  }
  if ('ゃゅょ'.includes(small) && small !== '' && 'てでふゔ'.includes(first))
    return { sound: (loan[first] ?? '') + tail, length: 2 };
  const head = loan[first];
  if ('ぁぃぅぇぉ'.includes(small) && small !== '' && head !== undefined)
    return { sound: head + tail, length: 2 };
  return { sound: plain, length: 1 };
}

/** Spells kana in Hepburn as `romaji` does, keeping where each letter comes from. */
export function tracedRomaji(text: string): Traced {
  const kana = hiragana(text);
  let spelt = '';
  const from: number[] = [];
  const to: number[] = [];
  let doubledAt = -1;
  const put = (sound: string, start: number, end: number) => {
    spelt += sound;
    for (let i = 0; i < sound.length; i += 1) {
      from.push(start);
      to.push(end);
    }
  };
  for (let at = 0; at < kana.length; ) {
    const found = soundAt(kana, at);
    if (kana[at] === 'っ') {
      doubledAt = at;
      at += 1;
      continue;
    }
    if (kana[at] === 'ー') {
      const vowel = /[aiueo]$/.exec(spelt)?.[0];
      put(vowel ?? '', at, at + 1);
      at += 1;
    } else if (found === null) {
      put(kana[at] ?? '', at, at + 1);
      at += 1;
    } else {
      if (doubledAt >= 0 && /^[^aiueon]/.test(found.sound))
        put(found.sound.startsWith('ch') ? 't' : (found.sound[0] ?? ''), doubledAt, at);
      const apart = found.sound === 'n' && /^[aiueoy]/.test(soundAt(kana, at + 1)?.sound ?? '');
      put(apart ? "n'" : found.sound, at, at + found.length);
      at += found.length;
    }
    doubledAt = -1;
  }
  return { text: spelt, from, to };
}

/**
 * Spells kana in Hepburn with plain letters: しんえい → shin'ei, いっかつ → ikkatsu, データ → deeta. What is not kana
 * stays as it is.
 */
export function romaji(text: string): string {
  return tracedRomaji(text).text;
}

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
