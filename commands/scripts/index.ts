import Type from 'typebox';
import { area, onScreen } from '../../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument, scriptArgument } from '../../src/command/arguments.ts';
import { again } from './again.ts';
import { cancel } from './cancel.ts';
import { openRun } from './open-run.ts';
import { openSource } from './open-source.ts';
import { pause } from './pause.ts';
import { record } from './record.ts';
import { resume } from './resume.ts';

/** Scripts: writing, running and recording them. */
export const scripts = area('scripts', {
  /** Opens and closes the list of scripts to choose from. */
  browse: onScreen({
    icon: 'terminal',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Opens a script in the editor. */
  open: onScreen({
    icon: 'terminal',
    page: '/scripts',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      script: scriptArgument(),
    }),
  }),
  /** Begins a script that nobody has kept yet. */
  create: onScreen({
    icon: 'plus',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Keeps the text of the script on screen as a new version; one that has no name yet is asked for it. */
  save: onScreen({
    icon: 'archive',
    keys: ['mod+s'],
    places: ['scripts'],
    permission: 'device:script:edit',
  }),
  /** Asks for a note, then keeps the text as a new version. */
  saveNote: onScreen({
    icon: 'archive',
    places: ['scripts'],
    permission: 'device:script:edit',
  }),
  /** Asks for a name, then keeps the text on screen as a script of one’s own. */
  saveAs: onScreen({
    icon: 'copy',
    places: ['scripts'],
    permission: 'device:script:edit',
  }),
  /** Asks for another name of the script on screen. */
  rename: onScreen({
    icon: 'pencil',
    places: ['scripts'],
    permission: 'device:script:edit',
  }),
  /** Lets others of the company read and run the script, or no longer. */
  share: onScreen({
    icon: 'user',
    places: ['scripts'],
    permission: 'device:script:share',
    arguments: Type.Object({
      share: choiceArgument('argument.share', 'scriptShare', ['private', 'company']),
    }),
  }),
  /** Deletes the script on screen; its runs stay. */
  delete: onScreen({
    icon: 'trash',
    guard: { type: 'confirm', question: 'scripts.deleteAsk' },
    places: ['scripts'],
    permission: ['device:script:edit', 'device:script:delete'],
  }),
  /** Puts a script back that was deleted here. */
  putBack: onScreen({
    icon: 'undo',
    places: ['scripts', 'notice'],
    permission: ['device:script:edit', 'device:script:delete'],
    isUnlisted: true,
    arguments: Type.Object({ script: screenArgument('argument.script', Type.String({ maxLength: 40 })) }),
  }),
  /** Gives the edits up that were not saved. */
  revert: onScreen({
    icon: 'undo',
    guard: { type: 'confirm', question: 'scripts.revertAsk' },
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Looks for problems of the script on screen, asks for its arguments, then runs it to a plan. */
  check: onScreen({
    script: 'script',
    icon: 'check',
    places: ['scripts'],
    permission: 'device:workflow:run',
  }),
  /** Opens a script and runs it to a plan, once its arguments are known; the palette asks for them on its pages. */
  run: onScreen({
    script: 'script',
    icon: 'play',
    page: '/scripts',
    places: ['scripts'],
    permission: 'device:workflow:run',
    arguments: Type.Object({
      script: scriptArgument(),
      /** What it declares, by name; left out: its form asks. */
      args: Type.Optional(
        Type.Unsafe<Readonly<Record<string, number | string | boolean | string[]>>>(
          Type.Object({}, { additionalProperties: true }),
        ),
      ),
    }),
    // A script is one row, whatever it was given.
    about: ({ script }) => `script ${script}`,
  }),
  /** Starts the run with the arguments of the form. */
  start: onScreen({
    script: 'script',
    icon: 'play',
    places: ['scripts'],
    permission: 'device:workflow:run',
    arguments: Type.Object({
      of: ofArgument(),
    }),
  }),
  /** Opens and closes the choice of stations of an argument. */
  chooseStations: onScreen({
    script: 'script',
    icon: 'map-pin',
    places: ['scripts'],
    permission: 'device:workflow:run',
    arguments: Type.Object({
      of: ofArgument(),
    }),
  }),
  /** Takes a station into an argument, or out of it. */
  station: onScreen({
    script: 'script',
    icon: 'map-pin',
    places: ['scripts'],
    permission: 'device:workflow:run',
    arguments: Type.Object({
      of: ofArgument(),
      code: screenArgument('argument.station', Type.String({ maxLength: 120 })),
    }),
  }),
  /** Takes several stations into an argument, such as those of a folder, or out of it. */
  stations: onScreen({
    script: 'script',
    icon: 'map-pin',
    places: ['scripts'],
    permission: 'device:workflow:run',
    isUnlisted: true,
    arguments: Type.Object({
      of: ofArgument(),
      codes: screenArgument('argument.stations', Type.Array(Type.String({ maxLength: 120 }))),
      on: Type.Optional(Type.Boolean()),
    }),
  }),
  openRun,
  openSource,
  cancel,
  pause,
  resume,
  /** Has a recorded script go over the stations it was recorded at, or over all that are like them. */
  generalise: onScreen({
    script: 'script',
    icon: 'expand',
    places: ['scripts'],
    permission: 'device:workflow:run',
    arguments: Type.Object({
      over: choiceArgument('argument.generalise', 'generalise', ['these', 'project', 'everywhere', 'list']),
    }),
  }),
  record,
  again,
  /** What stands beside the script: its run, tables, all runs, or its versions. */
  view: onScreen({
    icon: 'panel-open',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      view: choiceArgument('argument.scriptView', 'scriptView', ['run', 'tables', 'ran', 'runs', 'versions']),
    }),
  }),
  /** Shows the runs that stand so; an empty value shows all again. */
  filterRuns: onScreen({
    icon: 'search',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      state: screenArgument('argument.states', Type.String({ maxLength: 20 })),
    }),
  }),
  /** Shows of the log what the script said, what became of the devices, or what went wrong. */
  filterLog: onScreen({
    icon: 'search',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      show: choiceArgument('argument.logShow', 'logShow', ['all', 'script', 'devices', 'trouble']),
    }),
  }),
  /** Shows what is different between a version and the text on screen; the same again ends that. */
  diff: onScreen({
    icon: 'equal-not',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Puts the text of a version into the editor; it is kept when it is saved. */
  restore: onScreen({
    icon: 'archive-restore',
    places: ['scripts'],
    permission: 'device:script:edit',
    arguments: Type.Object({
      version: screenArgument('argument.version', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Shows and hides the list of problems. */
  problems: onScreen({
    icon: 'circle-alert',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Goes to a line of the script. */
  place: onScreen({
    icon: 'locate',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      line: screenArgument('argument.line', Type.Integer({ minimum: 1 })),
      column: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Folds the log of the run away, or shows it again. */
  log: onScreen({
    icon: 'scroll-text',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Copies the lines of the log that are shown. */
  copyLog: onScreen({
    icon: 'copy',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Shows a result table of the run. */
  table: onScreen({
    icon: 'table',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      table: screenArgument('argument.resultTable', Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Puts the text that the run on screen was started with into the editor; it is kept when it is saved. */
  takeRan: onScreen({
    script: 'script',
    icon: 'archive-restore',
    places: ['scripts'],
    permission: 'device:workflow:run',
  }),
  /** Sorts the result table by a column; the same again turns it round. */
  sort: onScreen({
    icon: 'sort',
    places: ['scripts'],
    permission: 'device:workflow:view',
    arguments: Type.Object({
      column: screenArgument('argument.column', Type.Integer({ minimum: 0 })),
    }),
  }),
  /** Copies the result table as tab-separated values. */
  copyTable: onScreen({
    icon: 'copy',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Saves the rows of the result table that are shown, sorted as they are, as .xlsx. */
  saveTable: onScreen({
    icon: 'download',
    places: ['scripts'],
    permission: 'device:workflow:view',
  }),
  /** Saves the report of the plan on screen as .xlsx. */
  export: onScreen({
    icon: 'download',
    places: ['scripts', 'plans'],
    permission: 'device:parameter:view',
  }),
  /** Chooses a report of a plan; those of its sets that did not land can be tried again. */
  import: onScreen({
    script: 'script',
    icon: 'upload',
    places: ['scripts'],
    permission: 'device:parameter:edit',
  }),
  /** Makes a plan of what a report says did not land. */
  retry: onScreen({
    script: 'script',
    icon: 'refresh',
    places: ['scripts'],
    permission: 'device:parameter:edit',
  }),
});
