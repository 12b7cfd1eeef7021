/** How a token is found in forms: at a position, inside a word, scattered, with one slip. All on raw units. */
import { anyStart, segmentStart, wordStart } from './forms.ts';
import type { Token } from './query.ts';

/** Units with their marks, as `Forms` holds them. */
interface Text {
  readonly units: Uint16Array;
  readonly marks: Uint8Array;
}

/** Places of `ranks`, from 1; 0 = no match. */
export const exact = 1;
export const prefix = 2;
export const atWord = 3;
export const inside = 4;
export const scattered = 5;
export const slip = 6;

/** Rank of a token at a position that begins something; `known` leading units were compared before. */
export function rankAt({ units, marks }: Text, at: number, token: Uint16Array, known = 0): number {
  const { length } = token;
  for (let i = known; i < length; i += 1) if (units[at + i] !== token[i]) return 0;
  if (((marks[at] ?? 0) & segmentStart) === 0) return atWord;
  return units[at + length] === 0 ? exact : prefix;
}

/** Where a token stands between `start` and `end` without reaching from one word into the next; -1 = nowhere. */
export function findInside({ units, marks }: Text, start: number, end: number, token: Token): number {
  const sought = token.units;
  const [first] = sought;
  const { length } = sought;
  next: for (let at = start; at + length <= end; at += 1) {
    if (units[at] !== first) continue;
    for (let i = 1; i < length; i += 1) {
      if (units[at + i] !== sought[i]) continue next;
      if (!token.crosses && ((marks[at + i] ?? 0) & wordStart) !== 0) continue next;
    }
    return at;
  }
  return -1;
}

/** Scattered letters stand within so many times their number: farther apart they say nothing. */
const widestScatter = 4;

/** Positions of a token's letters in their order within one segment, the first at a start; null = not there. */
export function findScattered(
  { units, marks }: Text,
  start: number,
  end: number,
  sought: Uint16Array,
): readonly number[] | null {
  if (sought.length < 2) return null;
  for (let at = start; at < end; at += 1) {
    if (units[at] !== sought[0] || ((marks[at] ?? 0) & anyStart) === 0) continue;
    const found = [at];
    const last = at + widestScatter * sought.length;
    for (let to = at + 1; to < last && units[to] !== 0 && found.length < sought.length; to += 1)
      if (units[to] === sought[found.length]) found.push(to);
    if (found.length === sought.length) return found;
  }
  return null;
}

/** True when the token's units from `first` on stand at `at`, moved by what the slip took or added. */
function goesOn(units: Uint16Array, at: number, token: Uint16Array, first: number): boolean {
  for (let i = first; i < token.length; i += 1) if (units[at + i] !== token[i]) return false;
  return true;
}

/**
 * How many units from `at` on are the token with one letter wrong, missing, too many or two swapped; -1 = they are
 * not. Like any match at a start it need not reach the word's end.
 */
export function slipAt({ units }: Text, at: number, token: Uint16Array): number {
  const { length } = token;
  let same = 0;
  while (same < length && units[at + same] === token[same]) same += 1;
  if (same === length) return length;
  if (units[at + same] !== 0) {
    if (goesOn(units, at, token, same + 1)) return length;
    if (
      same + 1 < length &&
      units[at + same] === token[same + 1] &&
      units[at + same + 1] === token[same] &&
      goesOn(units, at, token, same + 2)
    )
      return length;
    if (goesOn(units, at + 1, token, same)) return length + 1;
  }
  return goesOn(units, at - 1, token, same + 1) ? length - 1 : -1;
}

/** First start between `start` and `end` from which the token stands with one slip; null = none. */
export function findSlip(
  text: Text,
  start: number,
  end: number,
  token: Uint16Array,
): { readonly at: number; readonly length: number } | null {
  for (let at = start; at < end; at += 1) {
    if (((text.marks[at] ?? 0) & anyStart) === 0) continue;
    const length = slipAt(text, at, token);
    if (length > 0) return { at, length };
  }
  return null;
}
