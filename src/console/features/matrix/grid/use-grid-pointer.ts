import type { MouseEvent } from 'react';
import { matrix } from '../../../../../commands/matrix.ts';
import { table } from '../../../../../commands/table.ts';
import { useCommands } from '../../../components/commands.tsx';
import type { SheetData } from '../use-sheet.ts';
import type { GridLook } from './grid-body.ts';

/** What the grid does with the mouse: a press chooses a cell or a column, two edit, resting on a cell explains it. */
export function useGridPointer({ model }: SheetData, look: GridLook) {
  const commands = useCommands();
  return {
    onPress(event: MouseEvent) {
      if (!(event.target instanceof Element) || event.target.closest('.mx__editor') !== null) return;
      const head = event.target.closest<HTMLElement>('[data-head]');
      if (head !== null) {
        const column = Number(head.dataset['head']);
        const field = model.fields[column - 1]?.id;
        if (field !== undefined) commands.run(matrix.column, { field });
        return;
      }
      const row = event.target.closest<HTMLElement>('[data-row]');
      if (row === null) return;
      const cell = event.target.closest<HTMLElement>('[data-column]');
      commands.run(table.choose, {
        row: Number(row.dataset['row']),
        column: Number(cell?.dataset['column'] ?? 0),
        ...(event.shiftKey ? { extend: true } : {}),
      });
    },
    onDoubleClick({ target }: MouseEvent) {
      if (target instanceof Element && target.closest('[data-column]') !== null)
        commands.run(matrix.edit, { where: 'cell' });
    },
    onOver({ target }: MouseEvent) {
      const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
      const row = cell?.closest<HTMLElement>('[data-row]');
      if (cell === null || row == null) return;
      cell.title = look.words(Number(row.dataset['row']), Number(cell.dataset['column']) - 1);
    },
  };
}
