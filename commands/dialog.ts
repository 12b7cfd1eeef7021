import { area, onScreen } from '../src/command/area.ts';

/** The two answers to a question on screen. */
export const dialog = area('dialog', {
  /** Says yes to the question on screen. */
  accept: onScreen({
    icon: 'check',
    places: ['dialog'],
  }),
  /** Says no to the question on screen. */
  decline: onScreen({
    icon: 'x',
    places: ['dialog'],
  }),
});
