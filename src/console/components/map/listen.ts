/** What a map does when it is clicked, and by keys while it has the focus. */
import type { Map as MapLibre } from 'maplibre-gl';
import { map as mapCommands } from '../../../../commands/map.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { Command, NoArgs } from '../../../command/command.ts';
import { fromDatum, type GeodeticDatum, type GeoPosition } from '../../../domain/places/datum.ts';
import type { CommandRunner } from '../commands.tsx';
import { stationLayerIds, stationSource } from './layers.ts';

/** Whom the map tells, as they are at that moment. */
export interface Listener {
  readonly commands: CommandRunner;
  readonly selectedId: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onOpen: (id: number) => void;
  /** While it is given, clicks pick a place (WGS-84) and no station. */
  readonly onPlace?: ((place: GeoPosition) => void) | undefined;
  /** True while something is measured: keys set points. */
  readonly isMeasuring: boolean;
}

/** Listens to a new map. `datum`: of what is drawn now. */
export function listen(map: MapLibre, latest: () => Listener, datum: () => GeodeticDatum): void {
  const pick = (at: { x: number; y: number }) =>
    map.getLayer('points')
      ? map.queryRenderedFeatures([at.x, at.y], { layers: stationLayerIds })[0]
      : undefined;
  map.on('click', (event) => {
    const { onPlace } = latest();
    if (onPlace !== undefined) {
      const { lng: longitude, lat: latitude } = event.lngLat.wrap();
      return onPlace(fromDatum({ longitude, latitude }, datum()));
    }
    const found = pick(event.point);
    if (found === undefined) return latest().onSelect(null);
    const { id, cluster_id: cluster } = found.properties as { id?: number; cluster_id?: number };
    if (cluster === undefined) return latest().onSelect(id ?? null);
    const source = map.getSource(stationSource) as
      | { getClusterExpansionZoom(id: number): Promise<number> }
      | undefined;
    void source?.getClusterExpansionZoom(cluster).then((zoom) => {
      const { lng: longitude, lat: latitude } = event.lngLat.wrap();
      const at = { longitude, latitude, zoom: Math.min(24, Math.max(zoom, map.getZoom() + 1)) };
      latest().commands.run(mapCommands.zoomIn, { at }, 'button');
    });
  });
  map.on('dblclick', (event) => {
    const { onPlace, onOpen } = latest();
    if (onPlace !== undefined) return event.preventDefault();
    const id = pick(event.point)?.properties['id'] as number | undefined;
    if (id === undefined) return;
    event.preventDefault();
    onOpen(id);
  });
  map.on('mousemove', (event) => {
    if (map.isMoving()) return;
    const { onPlace } = latest();
    const cursor = pick(event.point) === undefined ? '' : 'pointer';
    map.getCanvas().style.cursor = onPlace === undefined ? cursor : 'crosshair';
  });
  const run = (command: Command<NoArgs>) => latest().commands.run(command, {}, 'key');
  const runAble = (command: Command<NoArgs>) => {
    if (latest().commands.describe(command).available === true) run(command);
  };
  const keys: Readonly<Record<string, () => void>> = {
    n: () => run(stationCommands.next),
    p: () => run(stationCommands.previous),
    '0': () => run(mapCommands.fit),
    h: () => runAble(mapCommands.home),
    Enter: () => {
      const { selectedId, onOpen, isMeasuring } = latest();
      if (isMeasuring) latest().commands.run(mapCommands.measurePoint, {}, 'key');
      else if (selectedId !== null) onOpen(selectedId);
    },
    Escape: () => {
      if (latest().isMeasuring) run(mapCommands.measure);
      else latest().onSelect(null);
    },
    Backspace: () => runAble(mapCommands.measureBack),
    m: () => runAble(mapCommands.measure),
    l: () => runAble(mapCommands.copyLink),
    '+': () => run(mapCommands.zoomIn),
    '=': () => run(mapCommands.zoomIn),
    '-': () => run(mapCommands.zoomOut),
  };
  map.getCanvas().addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    // The library zooms by some of these keys too: it must not hear of them.
    event.stopPropagation();
    act();
  });
}
