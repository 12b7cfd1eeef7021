/**
 * The fonts of paper: Noto Sans with the signs of Chinese and of Japanese, each in two weights (SIL Open Font License). A text is
 * set in the font of its language; a sign that this one lacks in the other; one that none has becomes 〓 and is reported.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import type { Language } from '../../base/messages.ts';

export const fontNames = ['sc', 'sc-bold', 'jp', 'jp-bold'] as const;
export type FontName = (typeof fontNames)[number];

const files: Readonly<Record<FontName, readonly [module: string, file: string]>> = {
  sc: ['@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'],
  'sc-bold': ['@embedpdf/fonts-sc', 'NotoSansHans-Bold.otf'],
  jp: ['@embedpdf/fonts-jp', 'NotoSansJP-Regular.otf'],
  'jp-bold': ['@embedpdf/fonts-jp', 'NotoSansJP-Bold.otf'],
};

/** Where a font lies: beside the code of its package, which names no file by itself. */
export function fontPath(name: FontName): string {
  const [module, file] = files[name];
  return join(dirname(createRequire(import.meta.url).resolve(module)), '..', 'fonts', file);
}
/** The mark of printers for a sign that is not there. */
export const missingSign = '〓';

const bytes = new Map<FontName, Buffer>();
/** A font as it is on the disk; read once. */
export function fontBytes(name: FontName): Buffer {
  let known = bytes.get(name);
  if (known === undefined) {
    known = readFileSync(fontPath(name));
    bytes.set(name, known);
  }
  return known;
}

const opened = new Map<FontName, Face>();
/** A font, with the widths of its signs. */
class Face {
  readonly #font: Font;
  readonly #widths = new Map<number, number | null>();

  constructor(name: FontName) {
    this.#font = create(fontBytes(name)) as Font;
  }

  /** Its table of outlines. */
  get outlines(): unknown {
    return Reflect.get(this.#font, outlines);
  }

  /** Width of a sign, as part of the size; null = the font lacks it. */
  width(sign: number): number | null {
    let known = this.#widths.get(sign);
    if (known === undefined) {
      known = this.#font.hasGlyphForCodePoint(sign)
        ? this.#font.glyphForCodePoint(sign).advanceWidth / this.#font.unitsPerEm
        : null;
      this.#widths.set(sign, known);
    }
    return known;
  }
}
function faceOf(name: FontName): Face {
  let known = opened.get(name);
  if (known === undefined) {
    known = new Face(name);
    opened.set(name, known);
  }
  return known;
}

const outlines = 'CFF ';

/**
 * A font for one document. Its table of outlines, which takes longer to read than a page to draw, is read once for all of them: it is
 * only looked at. All else, above all which sign a glyph stood for first, is the document's own: its bytes do not depend on others.
 */
export function fontOfDocument(name: FontName): Font {
  const font: object = create(fontBytes(name));
  return Object.create(font, { [outlines]: { value: faceOf(name).outlines } }) as Font;
}

/** Part of a text in one font. */
export interface TextRun {
  readonly font: FontName;
  readonly text: string;
  readonly width: number;
}

/** Signs that are not drawn, and that no font is asked for. */
const unseen = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}/u;

/** Sets texts of one language, and keeps which signs were not to be had. */
export class TypeSetter {
  readonly lacking = new Set<string>();
  readonly #order: readonly ('sc' | 'jp')[];

  constructor(language: Language) {
    this.#order = language === 'ja' ? ['jp', 'sc'] : ['sc', 'jp'];
  }

  /** A text in runs, each in one font. Line ends are blanks. */
  runs(text: string, size: number, isBold = false): readonly TextRun[] {
    const found: { font: FontName; text: string; width: number }[] = [];
    for (const given of text) {
      let sign = given;
      if (sign === '\n' || sign === '\t' || sign === '\u00a0' || sign === '\u202f') sign = ' ';
      else if (unseen.test(sign)) continue;
      const { font, width, shown } = this.#place(sign, isBold);
      const last = found.at(-1);
      if (last !== undefined && last.font === font) {
        last.text += shown;
        last.width += width * size;
      } else found.push({ font, text: shown, width: width * size });
    }
    return found;
  }

  width(text: string, size: number, isBold = false): number {
    let sum = 0;
    for (const { width } of this.runs(text, size, isBold)) sum += width;
    return sum;
  }

  #place(sign: string, isBold: boolean): { font: FontName; width: number; shown: string } {
    const code = sign.codePointAt(0) ?? 0;
    for (const name of this.#order) {
      const font: FontName = isBold ? `${name}-bold` : name;
      const width = faceOf(font).width(code);
      if (width !== null) return { font, width, shown: sign };
    }
    if (sign !== missingSign) this.lacking.add(sign);
    const [name = 'sc'] = this.#order;
    const font: FontName = isBold ? `${name}-bold` : name;
    const width = faceOf(font).width(missingSign.codePointAt(0) ?? 0) ?? 1;
    return { font, width, shown: missingSign };
  }
}

/** No line begins with these, and none ends with those. */
const notFirst = /[、。，．・：；！？）」』】〕〉》”’…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%°)\].,:;!?]/u;
const notLast = /[（「『【〔〈《“‘([]/u;
const isWide = (sign: string) => /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u.test(sign);

/** Pieces of a text that no line end may part. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const sign of text) {
    const last = found.at(-1);
    const before = last === undefined ? '' : ([...last].at(-1) ?? '');
    const joins =
      last !== undefined &&
      (sign === ' '
        ? false
        : notFirst.test(sign) ||
          notLast.test(before) ||
          (!isWide(sign) && !isWide(before) && before !== ' '));
    if (joins) found[found.length - 1] = last + sign;
    else if (sign === ' ' && last !== undefined) found[found.length - 1] = `${last} `;
    else found.push(sign);
  }
  return found;
}

/** A text in lines of a width; a piece that is wider than a line is cut. */
export function wrapped(
  setter: TypeSetter,
  text: string,
  width: number,
  style: { readonly size: number; readonly isBold?: boolean },
): string[] {
  const { size, isBold = false } = style;
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    const add = (piece: string) => {
      const own = setter.width(piece.trimEnd(), size, isBold);
      if (line !== '' && used + own > width) {
        lines.push(line.trimEnd());
        [line, used] = ['', 0];
      }
      line += piece;
      used += setter.width(piece, size, isBold);
    };
    for (const piece of pieces(paragraph)) {
      if (setter.width(piece, size, isBold) <= width) add(piece);
      else for (const sign of piece) add(sign);
    }
    lines.push(line.trimEnd());
  }
  return lines;
}
