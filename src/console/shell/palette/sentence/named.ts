/** Finds the station that a sentence names: behind an `@`, or by its number or its whole name without one. Pure. */
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import type { StationEntry } from '../entries.ts';
import type { Searchable } from '../results.ts';

/** A sentence without its station. */
export interface NamedStation {
  /** As it was typed, without the `@`; empty where nothing stands behind it. */
  readonly stationText: string;
  /** Those that it can mean, the best first; more than one: none of them is meant. */
  readonly found: readonly StationSummary[];
  /** How many there are, of which `found` has the first. */
  readonly total: number;
  readonly before: string;
  readonly after: string;
}

/** What was typed, with full-width letters, digits and marks as usual ones, and without its full stop. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/[。.!?]+ ?$/u, '')
    .trimStart();

type Names = ReadonlyMap<string, readonly StationSummary[]>;
const known = new WeakMap<readonly StationEntry[], Names>();

/** Stations by what names one of them and nothing else, in lower case: its numbers, its name. */
function namesOf(entries: readonly StationEntry[]): Names {
  const before = known.get(entries);
  if (before !== undefined) return before;
  const names = new Map<string, StationSummary[]>();
  for (const { station, fields } of entries) {
    const codes = fields.filter(({ kind }) => kind === 'code').map(({ text }) => text);
    const plain = codes.flatMap((code) => [code, code.replace('-', '')]);
    for (const name of new Set([...plain, plainText(station.name)].map((one) => one.toLowerCase())))
      if (name !== '') {
        const namesakes = names.get(name);
        if (namesakes === undefined) names.set(name, [station]);
        else namesakes.push(station);
      }
  }
  known.set(entries, names);
  return names;
}

const latin = /[a-z0-9_-]/i;
/** True where a name that stands at `at` is not a part of a longer word. */
const standsAlone = (text: string, at: number, name: string) =>
  !(latin.test(name.charAt(0)) && latin.test(text.charAt(at - 1))) &&
  !(latin.test(name.at(-1) ?? '') && latin.test(text.charAt(at + name.length)));

function longestAt(text: string, at: number, names: Names): string {
  let longest = '';
  const rest = text.slice(at).toLowerCase();
  for (const name of names.keys())
    if (name.length > longest.length && rest.startsWith(name) && standsAlone(text, at, name)) longest = name;
  return longest;
}

/** Names shorter than this are words of a sentence as well. */
const shortestName = 3;

function withoutMark(text: string, names: Names): NamedStation | null {
  const lower = text.toLowerCase();
  let best: { readonly at: number; readonly name: string } | null = null;
  for (const name of names.keys()) {
    // A serial number without its mark could be a value.
    if (name.length < shortestName || name.length <= (best?.name.length ?? 0) || /^\d+$/.test(name)) continue;
    const at = lower.indexOf(name);
    if (at >= 0 && standsAlone(text, at, name)) best = { at, name };
  }
  if (best === null) return null;
  const { at, name } = best;
  const found = names.get(name) ?? [];
  return {
    stationText: text.slice(at, at + name.length),
    ...{ found, total: found.length, before: text.slice(0, at), after: text.slice(at + name.length) },
  };
}

/** Stations that a text can mean: those that are called so, else those that it begins or is a part of. */
export function findStations(
  text: string,
  { entries, index }: Searchable<StationEntry>,
): Pick<NamedStation, 'found' | 'total'> {
  const { hits, total } = index.search(text, { limit: 50 });
  const stationsOf = (some: typeof hits) =>
    some.flatMap(({ index: at }) => {
      const station = entries[at]?.station;
      return station === undefined ? [] : [station];
    });
  const exact = hits.filter(({ rank }) => rank === 'exact');
  if (exact.length > 0) return { found: stationsOf(exact), total: exact.length };
  // Slips and scattered letters are no way to name what is acted on.
  const firm = hits.filter(({ rank }) => rank !== 'typo' && rank !== 'subsequence');
  return { found: stationsOf(firm), total: firm.length < hits.length ? firm.length : total };
}

/** Cuts the station out of a plain text; null where it names none. A number needs no space behind it. */
export function cutStation(text: string, stations: Searchable<StationEntry>): NamedStation | null {
  const names = namesOf(stations.entries);
  const mark = text.indexOf('@');
  if (mark < 0) return withoutMark(text, names);
  const before = text.slice(0, mark);
  const name = longestAt(text, mark + 1, names);
  if (name !== '') {
    const end = mark + 1 + name.length;
    const found = names.get(name) ?? [];
    return {
      stationText: text.slice(mark + 1, end),
      found,
      total: found.length,
      before,
      after: text.slice(end),
    };
  }
  const [stationText = ''] = /^(?:[\w-]+|[^\s@のを的,、:]*)/u.exec(text.slice(mark + 1)) ?? [];
  const after = text.slice(mark + 1 + stationText.length);
  return stationText === ''
    ? { stationText, found: [], total: 0, before, after }
    : { stationText, ...findStations(stationText, stations), before, after };
}
