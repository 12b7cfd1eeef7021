import * as contract from '../../../contract/sites/formulas.ts';
import {
  addFormula,
  changeFormula,
  ownFormula,
  setFormulaRetired,
  toDraft,
} from '../../sites/formulas/edit.ts';
import { readFormulas, readVersions } from '../../sites/formulas/read.ts';
import { tryFormula } from '../../sites/formulas/try.ts';
import { type Binding, bind } from '../bind.ts';
import type { Services } from '../services.ts';

/** Derived channels of stations. */
export const formulaHandlers = ({ storage, board, editor, now }: Services): readonly Binding[] => [
  bind(contract.stationFormulas, async ({ viewer, params }) => {
    const { site } = board.one(viewer, params.stationId);
    const found = site.rtu === null ? [] : await readFormulas(storage.db, viewer, site.rtu.id, now());
    return { formulas: found.map((formula) => ({ ...formula, ...toDraft(formula) })) };
  }),
  bind(contract.formulaVersions, async ({ viewer, params }) => {
    const { id } = await ownFormula(storage.db, viewer, params.formulaId);
    const versions = await readVersions(storage.db, id);
    return { versions: versions.map((version) => ({ ...version, ...toDraft(version) })) };
  }),
  bind(contract.createFormula, (by) => addFormula(editor, by, by.params.stationId, by.body)),
  bind(contract.updateFormula, (by) => changeFormula(editor, by, by.params.formulaId, by.body)),
  bind(contract.retireFormula, (by) => setFormulaRetired(editor, by, by.params.formulaId, by.body.retired)),
  bind(contract.tryFormula, (by) => tryFormula(storage, by, by.params.stationId, by.body, now())),
];
