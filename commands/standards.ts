import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { screenArgument } from '../src/command/arguments.ts';

/** Standard sets of parameters. */
export const standards = area('standards', {
  /** Holds what is shown against a standard set; an empty value against none. */
  compare: onScreen({
    icon: 'equal-not',
    places: ['matrix', 'orders'],
    permission: 'device:parameter:view',
    arguments: Type.Object({
      standard: screenArgument('argument.standard', Type.String({ maxLength: 12 })),
    }),
  }),
  /** Deletes the chosen standard set. */
  delete: onScreen({
    script: 'standard',
    icon: 'trash',
    places: ['matrix'],
    permission: 'device:parameter:edit',
    guard: { type: 'confirm', question: 'standards.deleteAsk' },
  }),
  /** Puts a standard set back that was deleted here. */
  restore: onScreen({
    script: 'standard',
    icon: 'undo',
    places: ['matrix', 'notice'],
    permission: 'device:parameter:edit',
    isUnlisted: true,
    arguments: Type.Object({
      standardId: screenArgument('argument.standard', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Changes the chosen standard set. */
  edit: onScreen({
    script: 'standard',
    icon: 'pencil',
    places: ['matrix'],
    permission: 'device:parameter:edit',
  }),
  /** Makes a standard set, beginning with what the current device has. */
  make: onScreen({
    script: 'standard',
    icon: 'plus',
    places: ['matrix'],
    permission: 'device:parameter:edit',
  }),
  /** Takes the values of the chosen standard set as edits of the panel on screen; nothing is sent yet. */
  take: onScreen({
    script: 'standard',
    icon: 'equal-not',
    places: ['orders'],
    permission: 'device:parameter:edit',
  }),
});
