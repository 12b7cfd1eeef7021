/** Says in which field a hit lies and which of its characters matched. */
import { addForms, anyStart, Forms, initial } from './forms.ts';
import { atWord, findInside, findScattered, findSlip, inside, rankAt, scattered, slip } from './match.ts';
import type { Query, Token } from './query.ts';
import type { Hit, SearchItem } from './types.ts';

type Range = readonly [start: number, end: number];
interface Found {
  readonly rank: number;
  readonly ranges: readonly Range[];
}
interface FieldForms {
  readonly main: Forms;
  readonly romaji: Forms;
}

/** A run of units as ranges of the original; initials lie apart there. */
function rangesOf(forms: Forms, at: number, length: number): readonly Range[] {
  const one = (first: number, last: number): Range => [forms.from[first] ?? 0, forms.to[last] ?? 0];
  return ((forms.marks[at] ?? 0) & initial) === 0
    ? [one(at, at + length - 1)]
    : Array.from({ length }, (_, i) => one(at + i, at + i));
}

function findStart(forms: Forms, { units }: Token): Found | null {
  let best: Found | null = null;
  for (let at = 0; at < forms.length; at += 1) {
    if (((forms.marks[at] ?? 0) & anyStart) === 0) continue;
    const rank = rankAt(forms, at, units);
    if (rank !== 0 && rank < (best?.rank ?? atWord + 1))
      best = { rank, ranges: rangesOf(forms, at, units.length) };
  }
  return best;
}

function findWithin(forms: Forms, token: Token): Found | null {
  const at = findInside(forms, 0, forms.length, token);
  return at < 0 ? null : { rank: inside, ranges: rangesOf(forms, at, token.units.length) };
}

const better = (one: Found | null, other: Found | null) =>
  one === null || (other !== null && other.rank < one.rank) ? other : one;

function findFirm({ main, romaji }: FieldForms, token: Token, start: boolean): Found | null {
  const find = start ? findStart : findWithin;
  return better(find(main, token), token.key === null ? null : find(romaji, token.key));
}

function findToken(forms: FieldForms, token: Token): Found | null {
  const firm = findFirm(forms, token, true) ?? findFirm(forms, token, false);
  if (firm !== null) return firm;
  const { main } = forms;
  const letters = findScattered(main, 0, main.length, token.units);
  if (letters !== null)
    return { rank: scattered, ranges: letters.map((at): Range => [main.from[at] ?? 0, main.to[at] ?? 0]) };
  const slipped = token.forgiving ? findSlip(main, 0, main.length, token.units) : null;
  return slipped === null ? null : { rank: slip, ranges: rangesOf(main, slipped.at, slipped.length) };
}

/** Ascending, apart from each other. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const apart: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last === undefined || start > last[1]) apart.push([start, end]);
    else last[1] = Math.max(last[1], end);
  }
  return apart;
}

/** Forms of an item's fields, with their origin. */
export function traceFields(item: SearchItem): readonly FieldForms[] {
  return item.fields.map((field) => {
    const forms = { main: new Forms(true), romaji: new Forms(true) };
    addForms(field, forms.main, forms.romaji);
    return forms;
  });
}

/**
 * The field that explains a hit of the given rank (from 1): the one that has the whole phrase as well as that,
 * else the one with the most tokens, then the best matches, then the first.
 */
export function explain(
  fields: readonly FieldForms[],
  { tokens, phrase }: Query,
  rank: number,
): Pick<Hit, 'field' | 'ranges'> {
  if (phrase !== null) {
    const whole = fields.map((forms) => findFirm(forms, phrase, true));
    const field = whole.findIndex((found) => found !== null && found.rank <= rank);
    if (field >= 0) return { field, ranges: merged(whole[field]?.ranges ?? []) };
  }
  let best = { field: 0, count: 0, worst: 0, ranges: [] as readonly Range[] };
  fields.forEach((forms, field) => {
    const found = tokens.flatMap((token) => {
      const one = findToken(forms, token);
      return one === null || one.rank > rank ? [] : [one];
    });
    const worst = Math.max(0, ...found.map((one) => one.rank));
    if (found.length > best.count || (found.length === best.count && worst < best.worst))
      best = { field, count: found.length, worst, ranges: found.flatMap((one) => one.ranges) };
  });
  return { field: best.field, ranges: merged(best.ranges) };
}
