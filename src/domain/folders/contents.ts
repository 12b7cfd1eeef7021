/** What is in folders and saved filters, and how bad it is. */
import type { StationState } from '../station-state.ts';
import { stationStates } from '../station-state.ts';
import { type Filtered, passes, type SavedFilter } from './filter.ts';
import { childrenOf, type PlacedFolder } from './tree.ts';

/** A folder with what was put into it, or (`filter` given) a saved filter. */
export interface Holder extends PlacedFolder {
  readonly stationIds: readonly number[];
  readonly filter: SavedFilter | null;
}

/**
 * Stations of every folder, each once however many of the folders in it hold it, and of every saved filter those that
 * it lists now. A filter that leads back to itself lists nothing.
 * @param rankOf level of a station's worst alarm, 0 = it has none
 */
export function contentsOf(
  holders: readonly Holder[],
  stations: readonly Filtered[],
  now: number,
  rankOf: (stationId: number) => number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const byId = new Map(holders.map((holder) => [holder.id, holder]));
  const children = childrenOf(holders);
  const known = new Set(stations.map(({ id }) => id));
  const found = new Map<number, ReadonlySet<number>>();
  const none: ReadonlySet<number> = new Set();
  const contents = (id: number): ReadonlySet<number> => {
    const before = found.get(id);
    const holder = byId.get(id);
    if (before !== undefined || holder === undefined) return before ?? none;
    found.set(id, none);
    const own = new Set<number>();
    const { filter } = holder;
    if (filter === null) {
      for (const stationId of holder.stationIds) if (known.has(stationId)) own.add(stationId);
      for (const child of children.get(id) ?? [])
        for (const stationId of contents(child.id)) own.add(stationId);
    } else {
      const within = filter.folderId === null ? none : contents(filter.folderId);
      for (const station of stations)
        if (passes(station, filter, now, rankOf(station.id), () => within.has(station.id)))
          own.add(station.id);
    }
    found.set(id, own);
    return own;
  };
  for (const { id } of holders) contents(id);
  return found;
}

/** How the stations of a node are. */
export interface Standing {
  readonly total: number;
  /** Stations by the level of their worst alarm, 1 blue to 4 red; at 0 those without one. */
  readonly ranks: readonly [number, number, number, number, number];
  /** Stations by state, the worst first; states that none has are left out. */
  readonly states: readonly (readonly [StationState, number])[];
}

/** What is counted of a station. */
export interface StationStanding {
  readonly state: StationState;
  readonly rank: number;
}

/** Counts stations; those that are not known are left out. */
export function standingOf(
  stationIds: Iterable<number>,
  counted: ReadonlyMap<number, StationStanding>,
): Standing {
  const ranks: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const byState = new Map<StationState, number>();
  let total = 0;
  for (const id of stationIds) {
    const station = counted.get(id);
    if (station === undefined) continue;
    total += 1;
    const rank = Math.max(0, Math.min(4, station.rank));
    ranks[rank] = (ranks[rank] ?? 0) + 1;
    byState.set(station.state, (byState.get(station.state) ?? 0) + 1);
  }
  const states = stationStates.flatMap((state) => {
    const count = byState.get(state);
    return count === undefined ? [] : [[state, count] as const];
  });
  return { total, ranks, states };
}

/** The level of the worst alarm of all, 0 = there is none. */
export const worstRank = ({ ranks }: Standing): number =>
  Math.max(
    0,
    ranks.findLastIndex((count, rank) => rank > 0 && count > 0),
  );

/** How a tick box of a node stands: of all that is below it none, some or all is ticked. */
export type Tick = 'none' | 'some' | 'all';

/** The state of a tick box over what is below it; over nothing it is not ticked. */
export function tickOf(below: Iterable<number | string>, chosen: ReadonlySet<number | string>): Tick {
  let total = 0;
  let ticked = 0;
  for (const id of below) {
    total += 1;
    if (chosen.has(id)) ticked += 1;
  }
  if (ticked === 0) return 'none';
  return ticked === total ? 'all' : 'some';
}
