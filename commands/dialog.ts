import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** The two answers to a question on screen. */
export const dialog = area('dialog', {
  /** Says yes to the question on screen. */
  accept: onScreen({
    icon: 'check',
    places: ['dialog'],
  }),
  /** Reads another sheet of the workbook that was chosen. */
  sheet: onScreen({
    icon: 'file',
    isPassing: true,
    places: ['dialog'],
    arguments: Type.Object({ sheet: screenArgument('argument.bookSheet', Type.String()) }),
  }),
  /** Says no to the question on screen. */
  decline: onScreen({
    icon: 'x',
    places: ['dialog'],
  }),
});
