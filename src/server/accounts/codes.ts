import { randomUUID } from 'node:crypto';
import svgCaptcha from 'svg-captcha';
import { keepNewest } from '../keep-newest.ts';

const goodFor = 300_000;
const kept = 5000;

interface Picture {
  readonly text: string;
  readonly data: string;
}
const draw = (): Picture =>
  svgCaptcha.create({ size: 4, ignoreChars: '0O1Iil', noise: 2, width: 112, height: 36, fontSize: 38 });

/** Verification codes: a picture, one use, five minutes, checked here alone (S4). */
export class Codes {
  readonly #open = new Map<string, { readonly text: string; readonly until: number }>();

  constructor(
    readonly now: () => number = Date.now,
    readonly picture: () => Picture = draw,
  ) {}

  /** A new picture as SVG text and the id that answers refer to. */
  create(): { readonly codeId: string; readonly svg: string } {
    const { text, data } = this.picture();
    const codeId = randomUUID();
    this.#open.set(codeId, { text: text.toLowerCase(), until: this.now() + goodFor });
    keepNewest(this.#open, kept);
    return { codeId, svg: data };
  }

  /** True once for the right answer in time; the picture is used up either way. */
  answer(codeId: string | undefined, code: string | undefined): boolean {
    if (codeId === undefined || code === undefined) return false;
    const found = this.#open.get(codeId);
    this.#open.delete(codeId);
    return found !== undefined && this.now() < found.until && found.text === code.trim().toLowerCase();
  }
}
