import type { KeyboardEvent } from 'react';
import { matrix } from '../../../../../commands/matrix.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import type { SheetData } from '../use-sheet.ts';
import type { CellEditing, Editing } from './cell-editing.ts';
import type { CellPosition } from './geometry.ts';

const pageRows = 20;
const typable = { number: /^[-−+.,\d]$/, text: /^\S$/u } as const;

/** The cell that a key goes to, within the grid; undefined for a key that goes nowhere. */
function movedTo(event: KeyboardEvent, { row, column }: CellPosition, last: CellPosition) {
  const mod = event.ctrlKey || event.metaKey;
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: mod ? last.row : row + 1, column },
    ArrowUp: { row: mod ? 0 : row - 1, column },
    ArrowLeft: { row, column: mod ? 0 : column - 1 },
    ArrowRight: { row, column: mod ? last.column : column + 1 },
    PageDown: { row: row + pageRows, column },
    PageUp: { row: row - pageRows, column },
    Home: { row: mod ? 0 : row, column: 0 },
    End: { row: mod ? last.row : row, column: last.column },
  };
  const to = event.altKey ? undefined : moves[event.key];
  if (to === undefined) return undefined;
  return {
    row: Math.max(0, Math.min(last.row, to.row)),
    column: Math.max(0, Math.min(last.column, to.column)),
  };
}

/** The `onKeyDown` handler of the grid. */
export function useGridKeys(of: {
  readonly data: SheetData;
  readonly current: CellPosition;
  readonly canEdit: boolean;
  readonly editing: Editing | null;
  readonly editor: CellEditing;
  readonly onChoose: (place: CellPosition, extend: boolean) => void;
  /** Gives the focus to the element that the browser pastes into. */
  readonly onPasteKey: () => void;
}): (event: KeyboardEvent) => void {
  const { data, current, canEdit, editing, editor, onChoose } = of;
  const { model, lines } = data;
  const last = { row: lines.length - 1, column: model.fields.length };
  const commands = useCommands();
  return (event) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || lines.length === 0) return;
    if (editing !== null) return editor.onEarlyKey(event, editing);
    const { row, column } = current;
    const mod = event.ctrlKey || event.metaKey;
    const to = movedTo(event, current, last);
    const key = event.key.toLowerCase();
    if (to !== undefined) onChoose(to, event.shiftKey);
    else if (mod && key === 'c') commands.run(matrix.copy, event.shiftKey ? { heads: true } : {}, 'key');
    else if (mod && key === 'z') commands.run(matrix.undo, {}, 'key');
    else if (mod && key === 'a') onChoose(last, true);
    else if (mod && key === 'v') {
      // The browser pastes into the element that has the focus once the key event is handled.
      if (canEdit) of.onPasteKey();
      return;
    } else if (mod || event.altKey) return;
    else if (event.key === 'F2') commands.run(matrix.edit, { where: 'cell' }, 'key');
    else if (event.key === 'Enter' || event.key === ' ') {
      if (column > 0) commands.run(matrix.edit, { where: 'cell' }, 'key');
      else
        commands.run(
          stationCommands.open,
          { stationId: model.stationOf(lines[row] ?? -1), tab: 'commands' },
          'key',
        );
    } else if (event.key === 'Delete' || event.key === 'Backspace')
      commands.run(matrix.revert, { where: 'selection' }, 'key');
    else {
      const { type } = model.fields[column - 1] ?? { type: 'secret' };
      const isTyped = (type === 'number' || type === 'text') && typable[type].test(event.key);
      if (!isTyped || !editor.begin(event.key)) return;
    }
    event.preventDefault();
  };
}
