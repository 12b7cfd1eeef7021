import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

const place = { places: ['station'], permission: 'station:remark:edit' } as const;

/** Plans of a site: pictures with its devices placed on them. */
export const siteplan = area('siteplan', {
  /** Shows a plan by its id, or (0) the map. */
  show: onScreen({
    icon: 'image',
    permission: 'station:data:view',
    places: ['station'],
    arguments: Type.Object({ plan: screenArgument('argument.sitePlan', Type.Integer({ minimum: 0 })) }),
  }),
  /** Asks for a picture or drawing and makes a plan of it. */
  add: onScreen({ ...place, icon: 'upload' }),
  /** Asks for another picture of the plan that is shown; everything keeps its place. */
  replace: onScreen({ ...place, icon: 'image' }),
  /** Places devices by hand, or ends that. */
  edit: onScreen({ ...place, icon: 'locate' }),
  /** Removes the plan that is shown. */
  remove: onScreen({ ...place, icon: 'trash' }),
});
