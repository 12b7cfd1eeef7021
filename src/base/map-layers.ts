/**
 * What a map can lie on. `embedded`: the basemap of the console; `style`: the site's own style or tiles; `file`: a PMTiles
 * file of the server; `service`: a global maps service; `satellite`: pictures from above.
 */
export const mapLayerIds = ['embedded', 'style', 'file', 'service', 'satellite'] as const;
export type MapLayerId = (typeof mapLayerIds)[number];
