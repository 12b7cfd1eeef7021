/** What a new dashboard begins with: the wall of a duty room. */
import type { DashboardLayout, Tile, TileSettings } from '../../state/dashboards.ts';

const tile = (
  id: number,
  [x, y, w, h]: readonly [number, number, number, number],
  settings: TileSettings,
): Tile => ({ id, x, y, w, h, title: '', settings });

export const firstLayout: DashboardLayout = {
  pages: [
    {
      tiles: [
        tile(1, [0, 0, 5, 5], { type: 'map', projectId: null }),
        tile(2, [5, 0, 4, 5], { type: 'alarms', projectId: null, level: 1 }),
        tile(3, [9, 0, 3, 3], { type: 'states', projectId: null }),
        tile(4, [9, 3, 3, 3], { type: 'health', projectId: null, stationId: null }),
        tile(5, [0, 5, 2, 1], { type: 'number', projectId: null, figure: 'onSchedule', channel: null }),
        tile(6, [0, 6, 2, 1], { type: 'number', projectId: null, figure: 'arrival', channel: null }),
        tile(7, [0, 7, 2, 1], { type: 'number', projectId: null, figure: 'unanswered', channel: null }),
        tile(8, [2, 5, 4, 3], { type: 'table', projectId: null, view: 'sensors' }),
        tile(9, [6, 5, 3, 3], { type: 'rain', projectId: null, hours: 24 }),
        tile(10, [9, 6, 3, 2], { type: 'rollouts' }),
      ],
    },
  ],
  turnSeconds: null,
};
