import Type from 'typebox';
import { shapeKinds } from '../src/base/map-shapes.ts';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const place = { places: ['station', 'map'], permission: 'device:site:edit' } as const;

/** Hazard areas, evacuation routes, places to meet and outlines on maps. */
export const outlines = area('outlines', {
  /** Asks for a GeoJSON file and draws what is in it. */
  add: onScreen({ ...place, icon: 'upload' }),
  /** Of what kind the next file is. */
  kind: onScreen({
    ...place,
    icon: 'layers',
    arguments: Type.Object({ kind: choiceArgument('argument.mapShape', 'shapeKind', shapeKinds) }),
  }),
  /** The next file is of the whole project, or of the station alone again. */
  scope: onScreen({ ...place, icon: 'folder-tree' }),
  /** Removes one. */
  remove: onScreen({
    ...place,
    icon: 'trash',
    arguments: Type.Object({ shape: screenArgument('argument.mapShape', Type.Integer({ minimum: 1 })) }),
  }) /** Puts one back that was removed here. */,
  restore: onScreen({
    ...place,
    places: ['station', 'map', 'notice'],
    icon: 'undo',
    isUnlisted: true,
    arguments: Type.Object({ shape: screenArgument('argument.mapShape', Type.Integer({ minimum: 1 })) }),
  }),
});
