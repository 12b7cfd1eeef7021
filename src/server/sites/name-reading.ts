import { pinyin } from 'pinyin-pro';

/**
 * How a station's name is typed: as the person who set it up wrote it, else pinyin of a Chinese name, one word a
 * syllable, with its letters and numbers (ü is v). Empty where the name is typed as it stands, and for Japanese
 * names, which a library would misread.
 */
export function nameReading(name: string, byHand: string | null): string {
  if (byHand !== null) return byHand;
  if (!/\p{Script=Han}/u.test(name) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return '';
  return pinyin(name, { toneType: 'none', v: true, nonZh: 'consecutive' })
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();
}
