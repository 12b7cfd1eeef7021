/** What can be done with the cells: every action of the matrix under its command. */

import type { ParameterValue } from '../../../catalogue/model.ts';
import { checkField } from '../../../domain/parameters/parameter-rules.ts';
import { notify } from '../../state/notices.ts';
import type { Chosen } from './actions/chosen-cells.ts';
import { putCells } from './actions/put-cells.ts';
import { useCellChanges } from './actions/use-cell-changes.ts';
import { useChoosing } from './actions/use-choosing.ts';
import { useClipboard } from './actions/use-clipboard.ts';
import { usePlanMaking } from './actions/use-plan-making.ts';
import type { Editing } from './grid/cell-editing.ts';
import type { CellPosition } from './grid/geometry.ts';
import type { Pasted } from './grid/paste.ts';
import type { CellWords } from './grid/use-cell-words.ts';
import type { SheetData } from './use-sheet.ts';

interface Actions {
  readonly shown: SheetData;
  readonly words: CellWords;
  readonly chosen: Chosen;
  readonly canEdit: boolean;
  readonly canUndo: boolean;
  readonly choose: (place: CellPosition, extend: boolean) => void;
  readonly chooseColumn: (column: number) => void;
  readonly setEditing: (editing: Editing | null) => void;
  readonly setBulk: (where: 'rows' | 'column' | null) => void;
  readonly setPasted: (pasted: Pasted | null) => void;
}

/**
 * Offers every action on the cells. An offer is registered in the order of these hooks.
 * @returns what the open editor does when it has a value
 */
export function useActions(of: Actions): {
  readonly commit: (place: CellPosition, value: ParameterValue) => void;
} {
  const { shown, words, canEdit } = of;
  const { model, lines } = shown;
  useChoosing(of);
  useCellChanges(of);
  useClipboard(of);
  usePlanMaking(shown, words, canEdit);
  return {
    commit: ({ row, column }, value) => {
      const device = lines[row];
      const field = model.fields[column - 1];
      if (device === undefined || field === undefined) return;
      putCells(model, [{ device, column: column - 1, value }]);
      const wrong = checkField(field, value);
      if (wrong !== null) notify('warning', `${words.field(column - 1)}: ${words.wrong(wrong)}`);
    },
  };
}
