import type { ParameterValue } from '../../../../catalogue/model.ts';
import type { SheetData } from '../use-sheet.ts';
import { CellEditor } from './CellEditor.tsx';
import type { Editing, EditorMove } from './cell-editing.ts';
import { type Geometry, rowHeight } from './geometry.ts';
import type { CellWords } from './use-cell-words.ts';

/** The editor of a cell, laid over it; another cell has another editor. */
export function OpenEditor(props: {
  readonly data: SheetData;
  readonly words: CellWords;
  readonly geometry: Geometry;
  readonly editing: Editing;
  readonly onDone: (value: ParameterValue | undefined, move: EditorMove) => void;
}) {
  const { data, words, geometry, editing, onDone } = props;
  const { model, checked, lines } = data;
  const { lefts } = geometry;
  const { row, column } = editing.place;
  const field = model.fields[column - 1];
  const device = lines[row] ?? -1;
  const fieldColumn = column - 1;
  if (field === undefined) return null;
  return (
    <CellEditor
      key={`${row}/${column}`}
      field={field}
      label={words.field(fieldColumn)}
      value={checked.devices.get(device)?.changes[field.id] ?? model.expected(device, fieldColumn)}
      typed={editing.typed}
      left={lefts[fieldColumn] ?? 0}
      top={row * rowHeight}
      width={(lefts[column] ?? 0) - (lefts[fieldColumn] ?? 0)}
      onDone={onDone}
    />
  );
}
