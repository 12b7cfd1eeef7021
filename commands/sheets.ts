import Type from 'typebox';
import { area, onScreen } from '../src/command/area.ts';
import { choiceArgument, screenArgument } from '../src/command/arguments.ts';
import { sheets as known, sheetIds } from '../src/contract/sheets.ts';

const place = {
  places: ['sites'],
  permission: Object.values(known).map(({ permission }) => permission),
  script: 'plan',
} as const;

/** Sheets of a spreadsheet that make many things at once. */
export const sheets = area('sheets', {
  /** Opens the dialog in which sensors or initial values come from a sheet. */
  open: onScreen({
    ...place,
    icon: 'upload',
    arguments: Type.Object({ sheet: choiceArgument('argument.sheet', 'sheets.title', sheetIds) }),
  }),
  /** Chooses the workbook or CSV file. */
  chooseFile: onScreen({ ...place, icon: 'upload' }),
  /** Saves a workbook with the heads of the columns. */
  template: onScreen({ ...place, icon: 'download' }),
  /** Imports all rows of the sheet that was read. */
  take: onScreen({ ...place, icon: 'check' }),
  /** Imports those rows that have no faults. */
  takeGood: onScreen({ ...place, icon: 'check' }),
  /** Takes an import back as a whole, after a question. */
  undo: onScreen({
    ...place,
    icon: 'undo',
    arguments: Type.Object({ run: screenArgument('argument.importRun', Type.Integer()) }),
  }),
});
