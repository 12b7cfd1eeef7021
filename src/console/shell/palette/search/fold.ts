import { hiragana } from '../../../../base/pronunciation/kana.ts';

/** A text as it is compared. Without places, character `i` comes from character `i`. */
export interface Folded {
  readonly text: string;
  /** Character `i` comes from the original's `from[i]` up to `to[i]`. */
  readonly places: { readonly from: readonly number[]; readonly to: readonly number[] } | null;
}

/** Most texts: characters of which folding changes nothing but the case. */
const plain = /^[ -~\u3001\u3002\u3005\u3041-\u3096\u30fb\u30fc\u4e00-\u9fff]*$/;
/** Characters that folding maps one to one and that no neighbour changes: ASCII, kana, common ideographs. */
const simple = /^[ -~\u3001\u3002\u3005\u3041-\u3096\u30a1-\u30f6\u30fb\u30fc\u4e00-\u9fff]*$/;
/** A character with the marks that join it; the half-width voicing marks join as well. */
const clusters = /\P{M}[\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

/** 1ヶ月 is 1か月. */
const counted = (text: string) => text.replace(/[\u3095\u3096]/g, 'か');

function foldCluster(cluster: string): string {
  const folded = counted(hiragana(cluster.normalize('NFKC').toLowerCase()));
  const apart = folded.normalize('NFD');
  // Accents of Latin letters say nothing to a search; ü is the v of pinyin keyboards.
  return /^[a-z]/.test(apart) ? apart.replace(/u\u0308/g, 'v').replace(/\p{M}/gu, '') : folded;
}

/** Folds width, case, katakana and accents: what looks or sounds alike becomes the same text. */
export function fold(text: string): Folded {
  if (plain.test(text)) return { text: text.toLowerCase(), places: null };
  if (simple.test(text)) return { text: counted(hiragana(text.toLowerCase())), places: null };
  let folded = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = foldCluster(cluster);
    folded += part;
    for (let i = 0; i < part.length; i += 1) {
      from.push(index);
      to.push(index + cluster.length);
    }
  }
  return { text: folded, places: { from, to } };
}
