import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';
import { listenerIds } from '../src/contract/listeners.ts';

const seen = { places: ['sites'], permission: 'device:maintenance:view' } as const;

/** Where the server listens. */
export const listeners = area('listeners', {
  /** Makes a listener the chosen one: its limits, and who was refused there. */
  choose: onScreen({
    ...seen,
    icon: 'activity',
    arguments: Type.Object({ listener: choiceArgument('argument.listener', 'listeners.id', listenerIds) }),
  }),
  /** Lists who was refused at any listener. */
  all: onScreen({ ...seen, icon: 'list' }),
  /** Sorts one of the tables by a column: downwards, then upwards, then as it comes. */
  sort: onScreen({
    ...seen,
    icon: 'sort',
    arguments: Type.Object({
      of: ofArgument(),
      column: screenArgument('argument.column', Type.String({ maxLength: 32 })),
    }),
  }),
  /** Saves one of the tables as a workbook. */
  save: onScreen({
    ...seen,
    icon: 'download',
    arguments: Type.Object({
      what: choiceArgument('argument.what', 'listeners.save', ['listeners', 'knocks']),
    }),
  }),
  /** Asks for the password and restarts the chosen listener. */
  restart: onScreen({ ...seen, icon: 'refresh', permission: 'device:site:edit' }),
});
