import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument, valueArgument } from '../../src/command/arguments.ts';
import { set } from './set.ts';

/** Parameters of the devices of one station. */
export const parameters = area('parameters', {
  set,
  /** Reads every parameter of the device whose panel is on screen. */
  read: onScreen({
    script: 'through',
    icon: 'refresh',
    keys: ['r'],
    permission: 'device:command:send',
    places: ['orders'],
  }),
  /** Sets what was changed in the panel on screen. `alone`: only what may cut the device off, which goes by itself. */
  apply: onScreen({
    script: 'given',
    icon: 'lock',
    permission: 'device:parameter:edit',
    places: ['orders'],
    arguments: Type.Object({ alone: Type.Optional(Type.Boolean()) }),
  }),
  /** Back to what is on the device: takes back all changes of the panel, or those of one field. */
  back: onScreen({
    icon: 'undo',
    places: ['orders'],
    arguments: Type.Object({ field: Type.Optional(Type.String({ maxLength: 60 })) }),
  }),
  /** Chooses a new value in the panel on screen; nothing is sent yet. Text is typed, not commanded. */
  edit: onScreen({
    icon: 'list',
    isPassing: true,
    places: ['orders'],
    arguments: Type.Object({
      of: ofArgument(),
      field: screenArgument('argument.parameter', Type.String({ maxLength: 60 })),
      value: screenArgument('argument.value', valueArgument()),
    }),
  }),
  /** Shows another group of parameters of the station on screen, or a part of a long one. */
  group: onScreen({
    icon: 'list',
    permission: 'device:parameter:view',
    places: ['orders'],
    arguments: Type.Object({
      group: screenArgument('argument.group', Type.String({ maxLength: 40 })),
      section: Type.Optional(Type.String({ maxLength: 40 })),
    }),
  }),
  /** What the command control of the open station shows: parameters, commands, changes. */
  view: onScreen({
    icon: 'list',
    permission: 'device:parameter:view',
    places: ['orders'],
    arguments: Type.Object({
      view: choiceArgument('argument.view', 'parameters.view', ['parameters', 'commands', 'changes']),
    }),
  }),
  /** Sets again what a change replaced: a new set, through the same confirmation. */
  revert: onScreen({
    script: 'edits',
    icon: 'undo',
    permission: 'device:parameter:edit',
    places: ['orders'],
    arguments: Type.Object({ change: screenArgument('argument.change', Type.String({ maxLength: 40 })) }),
  }),
  /** Goes on with what somebody else has set meanwhile: the new values then replace theirs. */
  takeOver: onScreen({
    script: 'edits',
    icon: 'check',
    permission: 'device:parameter:edit',
    places: ['dialog'],
  }),
});
