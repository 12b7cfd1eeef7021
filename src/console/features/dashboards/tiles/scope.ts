/** What a tile looks at: its own project, or that of the dashboard. */
import { useMemo } from 'react';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { useNow } from '../../../state/connection/clock.ts';
import type { TileSettings } from '../../../state/dashboards.ts';
import { asOf, useStations } from '../../../state/sites/stations.ts';

/** A tile of one kind. */
export type SettingsOf<T extends TileSettings['type']> = Extract<TileSettings, { readonly type: T }>;

export interface TileProps<T extends TileSettings['type']> {
  readonly settings: SettingsOf<T>;
  /** Project of the dashboard; null = all. */
  readonly projectId: number | null;
  /** Says something at the right of the tile's head. */
  readonly onNote: (note: string) => void;
}

const none: readonly StationSummary[] = [];
/** How often the clock alone changes how stations are, ms. */
const everyMs = 10_000;

/** Stations of a project as they are now; null = of all that the user sees. */
export function useScope(projectId: number | null): readonly StationSummary[] {
  const { data } = useStations();
  const now = useNow(everyMs);
  const all = data?.stations ?? none;
  return useMemo(
    () =>
      all
        .filter((station) => projectId === null || station.projectId === projectId)
        .map((station) => asOf(station, now)),
    [all, projectId, now],
  );
}
