import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const place = { places: ['station', 'map'], permission: 'device:site:edit' } as const;

/** Hazard areas, evacuation routes, places to meet and outlines on maps. */
export const outlines = area('outlines', {
  /** Asks for a GeoJSON file and draws what is in it. */
  add: onScreen({ ...place, icon: 'upload' }),
  /** Removes one. */
  remove: onScreen({
    ...place,
    icon: 'trash',
    arguments: Type.Object({ shape: screenArgument('argument.mapShape', Type.Integer({ minimum: 1 })) }),
  }),
});
