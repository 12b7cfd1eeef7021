import { matrix } from '../../../../../commands/matrix.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { changeEdits, undoEdits } from '../../../state/devices/matrix-edits.ts';
import { notify } from '../../../state/notices.ts';
import type { Editing } from '../grid/cell-editing.ts';
import type { CellEdit } from '../grid/edit-cells.ts';
import type { CellWords } from '../grid/use-cell-words.ts';
import type { SheetData } from '../use-sheet.ts';
import { type ActionScope, type Chosen, cellsOf, mostListed, someRow } from './chosen-cells.ts';
import { putCells } from './put-cells.ts';

/** Offers to edit the chosen cells: to type or set a value, to copy the standard's, to take edits back. */
export function useCellChanges(of: {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
  readonly canUndo: boolean;
  readonly setEditing: (editing: Editing | null) => void;
  readonly setBulk: (where: 'rows' | 'column' | null) => void;
}): void {
  const { shown, words, chosen, canEdit, canUndo } = of;
  const { model, comparison, checked } = shown;
  const { sheet } = model;
  const text = useText();
  const any = someRow(shown);
  const fill = (where: ActionScope, wantedOf: (column: number) => ParameterValue | undefined): CellEdit[] => {
    const { devices, columns } = cellsOf(shown, chosen, where);
    return devices.flatMap((device) =>
      columns.flatMap((column) => {
        const value = wantedOf(column);
        return value === undefined ? [] : [{ device, column, value }];
      }),
    );
  };
  const currentField = model.fields[chosen.at.column - 1];

  useOffer(
    matrix.edit,
    ({ where }) => {
      if (currentField === undefined) return;
      if (currentField.readOnly) notify('info', text('parameterProblem.readOnly'));
      else if (where === 'cell') of.setEditing({ place: chosen.at, typed: null });
      else of.setBulk(where);
    },
    { available: canEdit ? (currentField === undefined ? 'matrix.noField' : any) : false },
  );
  useOffer(
    matrix.set,
    ({ where, value, named }) => {
      const isBulk = cellsOf(shown, chosen, where).devices.length > 1;
      if (isBulk && currentField?.own !== undefined && named !== currentField.id)
        notify('warning', text('matrix.ownUnnamed', { field: words.field(chosen.at.column - 1) }));
      else
        putCells(
          model,
          fill(where, () => value),
        );
    },
    {
      available: canEdit ? any : false,
      choices: () =>
        model
          .values(chosen.at.column - 1)
          .slice(0, mostListed)
          .map((value) => ({ value, label: words.value(chosen.at.column - 1, value) })),
    },
  );
  useOffer(
    matrix.toStandard,
    ({ where }) => {
      // One column is asked for by its name; of several, what belongs to one device is left as it is.
      const isNamed = cellsOf(shown, chosen, where).columns.length === 1;
      putCells(
        model,
        fill(where, (column) =>
          isNamed || model.fields[column]?.own === undefined ? comparison.wanted(column) : undefined,
        ),
      );
    },
    {
      available: canEdit ? (comparison.standard === null ? 'matrix.noStandardYet' : any) : false,
    },
  );
  useOffer(
    matrix.revert,
    ({ where }) => {
      if (where === 'all') changeEdits(sheet.id, new Map());
      else {
        const { devices, columns } = cellsOf(shown, chosen, 'selection');
        putCells(
          model,
          devices.flatMap((device) => columns.map((column) => ({ device, column, value: undefined }))),
        );
      }
    },
    { available: canEdit ? (checked.edits === 0 ? 'matrix.noEdit' : true) : false },
  );
  useOffer(matrix.undo, () => void undoEdits(sheet.id), {
    available: canEdit ? (canUndo ? true : 'matrix.noUndo') : false,
  });
}
