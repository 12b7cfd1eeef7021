import type { Map as MapLibre } from 'maplibre-gl';

/** Names that drivers without a graphics card give themselves: those of Chromium, Mesa, Windows and macOS. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const known = new WeakMap<MapLibre, boolean>();

/** True where the processor draws the map, as on many remote desktops and virtual machines. */
export function isDrawnInSoftware(map: MapLibre): boolean {
  const before = known.get(map);
  if (before !== undefined) return before;
  // The context that the map itself made.
  const context = map.getCanvas().getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = info == null ? '' : String(context?.getParameter(info.UNMASKED_RENDERER_WEBGL));
  known.set(map, software.test(name));
  return software.test(name);
}
