import Type from 'typebox';
import { dictionaryNames } from '../src/base/dictionaries.ts';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, ofArgument, screenArgument } from '../src/command/arguments.ts';

/** Device maintenance: companies, projects, stations, RTUs and sensors. */
export const sites = area('sites', {
  /** Begins a new company, project, station or sensor below what is chosen. */
  add: onScreen({
    icon: 'plus',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({
      what: choiceArgument('argument.what', 'sites.new', ['company', 'project', 'station', 'sensor']),
    }),
  }),
  /** Begins a new entry of the dictionary that is shown. */
  addEntry: onScreen({
    icon: 'plus',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Shows one of a company's dictionaries. */
  dictionary: onScreen({
    icon: 'list',
    isPassing: true,
    places: ['sites'],
    permission: 'device:maintenance:view',
    arguments: Type.Object({
      dictionary: choiceArgument('argument.dictionary', 'dictionary.name', [...dictionaryNames]),
    }),
  }),
  /** Changes an entry of the dictionary that is shown. */
  editEntry: onScreen({
    icon: 'pencil',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ code: screenArgument('argument.entry', Type.String()) }),
  }),
  /** Goes to a station to let in an RTU that waits. */
  adopt: onScreen({
    icon: 'cpu',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({
      sn: screenArgument('argument.rtu', Type.String()),
      stationId: screenArgument('argument.station', Type.Integer({ minimum: 1 })),
    }),
  }),
  /** Opens a company, project, station or sensor of the tree. */
  choose: onScreen({
    icon: 'folder-tree',
    places: ['sites'],
    permission: 'device:maintenance:view',
    arguments: Type.Object({ node: screenArgument('argument.node', Type.String()) }),
  }),
  /** Chooses a CSV file and shows what its import would do. */
  chooseCsv: onScreen({
    icon: 'upload',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Copies the credential that is shown this once. */
  copySecret: onScreen({
    icon: 'copy',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Takes an RTU off the list of those that wait. */
  dismiss: onScreen({
    icon: 'x',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ sn: screenArgument('argument.rtu', Type.String()) }),
  }),
  /** Saves every station as a CSV file. */
  exportCsv: onScreen({
    icon: 'download',
    places: ['sites'],
    permission: 'device:maintenance:view',
  }),
  /** Folds or unfolds a line of the tree. */
  fold: onScreen({
    icon: 'chevron-down',
    places: ['sites'],
    permission: 'device:maintenance:view',
    arguments: Type.Object({ node: screenArgument('argument.node', Type.String()) }),
  }),
  /** Imports the good rows of the CSV file that was chosen. */
  importCsv: onScreen({
    icon: 'upload',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Lets in the RTU whose serial number was typed, and makes its credential. */
  letIn: onScreen({
    icon: 'key',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Says what the chosen metric of an RTU stands for. */
  mapMetric: onScreen({
    icon: 'cpu',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Moves the RTU of the chosen station to the one named in the form. */
  moveRtu: onScreen({
    icon: 'cpu',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Takes back what a metric of an RTU stands for. */
  unmapMetric: onScreen({
    icon: 'x',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ metric: screenArgument('argument.metric', Type.String()) }),
  }),
  /** Leaves the chosen thing: RTUs that wait, and stations as CSV. */
  overview: onScreen({
    icon: 'list',
    places: ['sites'],
    permission: 'device:maintenance:view',
  }),
  /** Puts the chosen station or sensor back into use. */
  restore: onScreen({
    icon: 'archive-restore',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Takes the chosen station or sensor out of use, after a question. */
  retire: onScreen({
    icon: 'archive',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Ends the maintenance of the chosen station before its end. */
  endMaintenance: onScreen({
    icon: 'wrench',
    places: ['sites'],
    permission: 'device:site:edit',
  }),
  /** Makes a new broker credential for the RTU of the chosen station. */
  rotateCredential: onScreen({
    icon: 'key',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ of: ofArgument() }),
  }),
  /** Narrows the device tree to what is in trouble, or shows all of it again. */
  trouble: onScreen({
    icon: 'warning',
    places: ['sites'],
    permission: 'device:maintenance:view',
  }),
  /** Asks for the password and takes an import of the shown station back. */
  undoImport: onScreen({
    icon: 'undo',
    places: ['sites'],
    permission: 'device:site:edit',
    arguments: Type.Object({ run: screenArgument('argument.importRun', Type.Integer()) }),
  }),
});
