import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';

/** What the user has not seen yet of plans and scripts that they started. */
export const work = area('work', {
  /** Opens or closes the list of it. */
  list: onScreen({ icon: 'list-checks', places: ['header'] }),
  /** Opens the plan or the run that a message of it speaks of; the newest without a name. */
  open: onScreen({
    icon: 'list-checks',
    places: ['header'],
    arguments: Type.Object({ notice: Type.Optional(Type.Integer()) }),
  }),
  /** Takes all of it off the list. */
  seen: onScreen({ icon: 'check', places: ['header'] }),
});
