import type { PlacedTile } from '../../../../domain/dashboards/grid.ts';
import type { Text } from '../../../components/i18n.ts';

/** Where a tile stands and how large it is, in words. */
export const placeText = ({ x, y, w, h }: PlacedTile, text: Text): string =>
  text('dashboards.place', { x: x + 1, y: y + 1, w, h });
