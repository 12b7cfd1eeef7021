import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';

const seen = { places: ['sites'], permission: 'device:maintenance:view' } as const;
const changes = { ...seen, permission: 'device:site:edit' } as const;

/** The processes over one database. */
export const processes = area('processes', {
  /** Makes a process the chosen one: its RTUs are listed. */
  choose: onScreen({
    ...seen,
    icon: 'server',
    arguments: Type.Object({ process: screenArgument('argument.process', Type.String({ maxLength: 40 })) }),
  }),
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
      what: choiceArgument('argument.what', 'processes.save', ['processes', 'work', 'rtus']),
    }),
  }),
  /** Asks whereto and for the password, and moves work that one process does. */
  move: onScreen({
    ...changes,
    icon: 'send',
    arguments: Type.Object({
      work: screenArgument('argument.singularWork', Type.String({ maxLength: 80 })),
    }),
  }),
  /** Asks for the password and drains the chosen process. */
  drain: onScreen({ ...changes, icon: 'log-out' }),
  /** Asks for the password and lets the chosen process take part again. */
  resume: onScreen({ ...changes, icon: 'play' }),
});
