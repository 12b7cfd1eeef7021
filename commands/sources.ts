import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';

const place = { places: ['sites'], permission: 'device:site:edit' } as const;
const source = () => screenArgument('argument.source', Type.Integer({ minimum: 1 }));

/** Ways in besides RTUs, and the mapping that reads what comes by them. */
export const sources = area('sources', {
  /** Opens a source of the list. */
  choose: onScreen({
    icon: 'download',
    places: ['sites'],
    permission: 'device:maintenance:view',
    arguments: Type.Object({ source: source() }),
  }),
  /** Asks for the name, the project and the way of a new source. */
  add: onScreen({ ...place, icon: 'plus' }),
  /** Copies the address, the example or the token that is shown this once. */
  copy: onScreen({
    icon: 'copy',
    places: ['sites'],
    permission: 'device:maintenance:view',
    arguments: Type.Object({
      what: choiceArgument('argument.what', 'dataSources.copy', ['address', 'example', 'token']),
    }),
  }),
  /** Opens the mapping of the chosen source. */
  map: onScreen({ ...place, icon: 'table' }),
  /** Holds the chosen source, or lets it go on. */
  pause: onScreen({ ...place, icon: 'pause' }),
  /** Names the chosen source otherwise. */
  rename: onScreen({ ...place, icon: 'pencil' }),
  /** Makes a new token beside the old one. */
  renew: onScreen({ ...place, icon: 'key' }),
  /** Takes every token of the chosen source back, after a question. */
  revoke: onScreen({ ...place, icon: 'ban' }),
  /** Takes the chosen source out of use, after a question. */
  retire: onScreen({ ...place, icon: 'archive' }),
  /** Asks for the password and takes a run of the chosen source back. */
  undoRun: onScreen({
    ...place,
    icon: 'undo',
    arguments: Type.Object({ run: screenArgument('argument.importRun', Type.Integer()) }),
  }),
  /** Chooses a file of a logger as the sample, to be mapped and imported. */
  chooseFile: onScreen({ ...place, icon: 'upload' }),
  /** Takes the mapping that is guessed from the sample in place of what is edited. */
  guess: onScreen({ ...place, icon: 'refresh' }),
  /** Edits the mapping as JSON, which says more than the form; or as a form again, where that can say it. */
  asText: onScreen({ ...place, icon: 'file-code' }),
  /** Goes to the next row of the sample that cannot be read. */
  nextBad: onScreen({ ...place, icon: 'chevron-down', keys: ['n'] }),
  /** Says what the import of the whole file would do. */
  dryRun: onScreen({ ...place, icon: 'search', keys: ['shift+d'] }),
  /** Saves the mapping as the next version: it reads what comes from now on. */
  save: onScreen({ ...place, icon: 'check' }),
});
