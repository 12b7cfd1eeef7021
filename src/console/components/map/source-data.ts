import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';

/** By source what it was given last. A style that is loaded anew has new sources. */
const given = new WeakMap<object, string>();

/**
 * Gives a source of a map its data, where it has others: each time a source gets data its tiles are made and drawn anew,
 * also from equal ones.
 */
export function putData(map: MapLibre, source: string, data: GeoJSON.GeoJSON): void {
  const target = map.getSource<GeoJSONSource>(source);
  if (target === undefined) return;
  const text = JSON.stringify(data);
  if (given.get(target) === text) return;
  given.set(target, text);
  target.setData(data);
}
