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
  /** Opens a standard set of the list. */
  open: onScreen({
    icon: 'equal-not',
    places: ['orders'],
    permission: 'device:parameter:view',
    arguments: Type.Object({ standard: screenArgument('argument.standard', Type.String({ maxLength: 12 })) }),
  }),
  /** Asks for the selection that the open standard set is assigned to. */
  assign: onScreen({
    script: 'standard',
    icon: 'list-checks',
    places: ['orders'],
    permission: 'device:parameter:edit',
  }),
  /** Takes a project, station, label or folder into the selection that is asked for, or out of it. */
  pick: onScreen({
    script: 'standard',
    icon: 'check',
    places: ['orders'],
    permission: 'device:parameter:edit',
    isUnlisted: true,
    arguments: Type.Object({
      part: screenArgument('argument.scopePart', Type.String({ maxLength: 12 })),
      value: screenArgument('argument.scopePart', Type.String({ maxLength: 40 })),
    }),
  }),
  /** Assigns the open standard set to nothing: it is watched no more. */
  unassign: onScreen({
    script: 'standard',
    icon: 'ban',
    places: ['orders'],
    permission: 'device:parameter:edit',
  }),
  /** Assigns a standard set to what it was assigned to before it was changed here. */
  reassign: onScreen({
    script: 'standard',
    icon: 'undo',
    places: ['orders', 'notice'],
    permission: 'device:parameter:edit',
    isUnlisted: true,
    arguments: Type.Object({
      standardId: screenArgument('argument.standard', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Proposes the plan that sets devices which drift to what the open standard set wants. */
  repair: onScreen({
    script: 'plan',
    icon: 'wrench',
    places: ['orders'],
    permission: 'device:parameter:edit',
  }),
});
