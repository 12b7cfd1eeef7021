/** Kana in Latin letters, in Hepburn spelling. */

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
