/** Saved filters: which stations one lists now. */
import type { StationState } from '../station-state.ts';

/** What stations have to be; what is null or empty asks nothing. */
export interface SavedFilter {
  /** Words that must all be in the number, the name or the serial number. */
  readonly text: string;
  readonly projectId: number | null;
  /** Code of a kind that one of its sensors has. */
  readonly kind: number | null;
  readonly states: readonly StationState[];
  /** Its worst alarm has this level or a worse one: 1 blue to 4 red. */
  readonly level: number | null;
  /** Nothing has come from it for so many hours. */
  readonly silentHours: number | null;
  /** A folder, or another filter, in which it has to be. */
  readonly folderId: number | null;
}

/** A filter that asks nothing. */
export const noFilter: SavedFilter = {
  text: '',
  projectId: null,
  kind: null,
  states: [],
  level: null,
  silentHours: null,
  folderId: null,
};

/** True where a filter asks nothing: every station is listed. */
export const asksNothing = (filter: SavedFilter): boolean =>
  filter.text.trim() === '' &&
  filter.states.length === 0 &&
  [filter.projectId, filter.kind, filter.level, filter.silentHours, filter.folderId].every(
    (part) => part === null,
  );

/** A station as a filter looks at it. */
export interface Filtered {
  readonly id: number;
  readonly projectId: number;
  readonly code: string;
  readonly name: string;
  readonly sn: string | null;
  readonly kinds: readonly number[];
  readonly state: StationState;
  /** UTC ms; null = nothing has ever come from it. */
  readonly lastContactAt: number | null;
}

const hour = 3_600_000;
const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** True when every word of the text is in the station's number, name or serial number. */
export function hasWords(station: Pick<Filtered, 'code' | 'name' | 'sn'>, text: string): boolean {
  const target = fold(`${station.code} ${station.name} ${station.sn ?? ''}`);
  return fold(text)
    .split(/\s+/)
    .every((word) => target.includes(word));
}

/**
 * True where a station is as a filter asks.
 * @param now UTC ms
 * @param rank level of the station's worst alarm, 0 = it has none
 * @param isIn whether the station is in a folder or filter, asked where the filter names one
 */
export function passes(
  station: Filtered,
  filter: SavedFilter,
  now: number,
  rank: number,
  isIn: (folderId: number) => boolean,
): boolean {
  const { text, projectId, kind, states, level, silentHours, folderId } = filter;
  return (
    (projectId === null || station.projectId === projectId) &&
    (kind === null || station.kinds.includes(kind)) &&
    (states.length === 0 || states.includes(station.state)) &&
    (level === null || rank >= level) &&
    (silentHours === null ||
      station.lastContactAt === null ||
      now - station.lastContactAt >= silentHours * hour) &&
    (text.trim() === '' || hasWords(station, text)) &&
    (folderId === null || isIn(folderId))
  );
}
