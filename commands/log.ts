import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

/** The log of this browser. */
export const log = area('log', {
  /** Shows or hides the details of an error. */
  choose: onScreen({
    icon: 'circle-alert',
    places: ['log'],
    arguments: Type.Object({ entry: screenArgument('argument.entry', Type.Number()) }),
  }),
  /** Shows errors, warnings, or everything. */
  severity: onScreen({
    icon: 'warning',
    places: ['log'],
    arguments: Type.Object({
      severity: choiceArgument('argument.severity', 'log.severity', ['all', 'error', 'warning']),
    }),
  }),
  /** Copies what the log shows. */
  copy: onScreen({
    icon: 'copy',
    places: ['log'],
    arguments: Type.Object({ format: choiceArgument('argument.format', 'log.format', ['tsv', 'json']) }),
  }),
  /** Saves what the log shows as a file. */
  export: onScreen({
    icon: 'download',
    places: ['log'],
    arguments: Type.Object({ format: choiceArgument('argument.format', 'log.format', ['tsv', 'json']) }),
  }),
  /** Forgets every entry of the log, after a question. */
  clear: onScreen({
    icon: 'trash',
    places: ['log'],
    guard: { type: 'confirm', question: 'command.log.clear.question' },
  }),
});
