import { type Traced, tracedRomaji } from '../../../../base/pronunciation/kana.ts';
import { tracedRomajiKey } from '../../../../base/pronunciation/romaji-key.ts';
import { kindAt, separator } from './characters.ts';
import { type Folded, fold } from './fold.ts';
import type { SearchField } from './types.ts';

/** Marks of a unit: it begins a segment; a word; a part of a word (letters after digits …); it is an initial. */
export const segmentStart = 1;
export const wordStart = 2;
export const partStart = 4;
export const initial = 8;
/** Marks at which a match counts as one of a word's start. */
export const anyStart = segmentStart | wordStart | partStart;

/**
 * Segments one after another, each ended by a 0: letters and digits of a text without what separates them, the
 * separations kept as marks. Traced, it also keeps where in the original each unit comes from.
 */
export class Forms {
  units: Uint16Array<ArrayBuffer>;
  marks: Uint8Array<ArrayBuffer>;
  length = 0;
  readonly from: number[] = [];
  readonly to: number[] = [];

  /** `room` = units for which there is room at first. */
  constructor(
    readonly traced: boolean,
    room = 256,
  ) {
    this.units = new Uint16Array(room);
    this.marks = new Uint8Array(room);
  }

  #put(unit: number, mark: number, from: number, to: number): void {
    if (this.length === this.units.length) {
      const units = new Uint16Array(this.length * 2);
      units.set(this.units);
      this.units = units;
      const marks = new Uint8Array(this.length * 2);
      marks.set(this.marks);
      this.marks = marks;
    }
    this.units[this.length] = unit;
    this.marks[this.length] = mark;
    this.length += 1;
    if (this.traced) {
      this.from.push(from);
      this.to.push(to);
    }
  }

  /** Adds a folded text as one segment; answers how many words it has, 0 = nothing was added. */
  add({ text, places }: Folded): number {
    let words = 0;
    let last = separator;
    for (let at = 0; at < text.length; at += 1) {
      const kind = kindAt(text, at);
      if (kind !== separator) {
        let mark = 0;
        if (last === separator) {
          mark = words === 0 ? segmentStart | wordStart : wordStart;
          words += 1;
        } else if (last !== kind) mark = partStart;
        this.#put(text.charCodeAt(at), mark, places?.from[at] ?? at, places?.to[at] ?? at + 1);
      }
      last = kind;
    }
    if (words > 0) this.#put(0, 0, 0, 0);
    return words;
  }

  /** Adds the initials of the words from `start` on as one segment of their own. */
  addInitials(start: number): void {
    const end = this.length - 1;
    let mark = segmentStart | wordStart | initial;
    for (let at = start; at < end; at += 1) {
      if (((this.marks[at] ?? 0) & wordStart) === 0) continue;
      this.#put(this.units[at] ?? 0, mark, this.from[at] ?? 0, this.to[at] ?? 0);
      mark = partStart | initial;
    }
    this.#put(0, 0, 0, 0);
  }
}

const kana = /[\u3041-\u3096]/;
const ideograph = /[\u3005\u3400-\u9fff\uf900-\ufaff]/;
const ascii = /^[ -~]*$/;

const folded = ({ text, from, to }: Traced, origin: Folded['places']): Folded => ({
  text,
  places: {
    from: origin === null ? from : from.map((at) => origin.from[at] ?? at),
    to: origin === null ? to : to.map((end) => origin.to[end - 1] ?? end),
  },
});

/**
 * Adds all forms in which a field can be typed: its text; initials of a reading; the romaji of kana, in Hepburn to
 * `main` and under its common key to `romaji`.
 */
export function addForms(field: SearchField, main: Forms, romaji: Forms): void {
  const plain = fold(field.text);
  const start = main.length;
  const words = main.add(plain);
  if (ascii.test(plain.text)) {
    if (field.kind === 'reading' && words > 1) main.addInitials(start);
  } else if (kana.test(plain.text) && !ideograph.test(plain.text)) {
    const spelt = tracedRomaji(plain.text);
    main.add(folded(spelt, plain.places));
    romaji.add(folded(tracedRomajiKey(spelt), plain.places));
  }
}
