import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { MapLayerId } from '../../../base/map-layers.ts';
import { type MapLayer, mapFile } from '../../../contract/map/layers.ts';
import { addressOf, callHeaders } from '../connection/ahead.ts';
import { loadSettings, settings } from '../connection/settings.ts';
import { preferences, setMapLayer } from '../preferences.ts';

/** Bytes of the server's PMTiles file. @throws Error where they do not come */
async function readMapFile(offset: number, length: number, signal: AbortSignal | undefined) {
  const answer = await fetch(addressOf(mapFile, {}), {
    headers: { ...callHeaders(), range: `bytes=${offset}-${offset + length - 1}` },
    signal: signal ?? null,
  });
  if (answer.status !== 206) throw new Error(`map file: ${answer.status}`);
  return { data: await answer.arrayBuffer(), etag: answer.headers.get('etag') ?? undefined };
}

/** A layer of the settings, with what reads the file where it is one. */
interface SiteLayer extends MapLayer {
  readonly read: typeof readMapFile | null;
}
const withReader = (layer: MapLayer): SiteLayer => ({
  ...layer,
  read: layer.id === 'file' ? readMapFile : null,
});
const embedded: SiteLayer = { id: 'embedded', url: null, datum: 'WGS-84', attribution: '', read: null };
const embeddedAlone: readonly SiteLayer[] = [embedded];

/**
 * What the maps of this site can lie on, and on what they do: as the user chose, else as the settings say. `usual`: the layer
 * of a view that is about one, where nobody chose another in this view.
 */
export function useSiteMap(view?: {
  readonly usual: MapLayerId;
  readonly chosen: MapLayerId | null;
  readonly choose: (id: MapLayerId) => void;
}): {
  readonly layers: readonly SiteLayer[];
  readonly chosen: SiteLayer;
  /** True until the settings are known. */
  readonly isLoading: boolean;
  choose(id: MapLayerId): void;
} {
  const { value } = useSnapshot(settings);
  // The shell has asked already; where that failed it is asked again.
  const { isPending } = useQuery({
    queryKey: ['settings'],
    queryFn: async () => {
      await loadSettings();
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLoading = value === null && isPending;
  const { mapLayer } = useSnapshot(preferences);
  const layers = useMemo(() => value?.mapLayers.map(withReader) ?? embeddedAlone, [value]);
  const wanted = view === undefined ? mapLayer : (view.chosen ?? view.usual);
  const chosen = layers.find(({ id }) => id === wanted) ?? layers[0] ?? embedded;
  return { layers, chosen, isLoading, choose: view?.choose ?? setMapLayer };
}
