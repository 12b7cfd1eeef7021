import { changeEdits, editsOf } from '../../../state/devices/matrix-edits.ts';
import { type CellEdit, withCells } from '../grid/edit-cells.ts';
import type { Model } from '../model.ts';

/** Stores wanted values of cells as edits of their sheet; undo takes all of one call back. */
export function putCells(model: Model, cells: Iterable<CellEdit>): void {
  const { id } = model.sheet;
  changeEdits(id, withCells(model, editsOf(id), cells));
}
