import * as contract from '../../../contract/sheets.ts';
import { readParameterTemplate } from '../../sheets/parameter-template.ts';
import { importSheet, readSheetRuns, undoSheet } from '../../sheets/sheets.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Sheets that make many things at once. */
export function sheetHandlers({ storage, editor }: Services): readonly Binding[] {
  return [
    bind(contract.importSheet, (by) => importSheet(editor, by, by.params.sheet, by.body, by.language)),
    bind(contract.parameterTemplate, (by) =>
      readParameterTemplate(storage.db, by.viewer, by.body.stationIds, by.language),
    ),
    bind(contract.sheetRuns, (by) => readSheetRuns(storage.db, by, by.params.sheet)),
    bind(contract.undoSheet, (by) => undoSheet(editor, by, by.params.sheetRunId)),
  ];
}
