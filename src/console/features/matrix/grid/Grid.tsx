import { useEffect, useId, useRef } from 'react';
import { matrix } from '../../../../../commands/matrix.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import type { SheetData } from '../use-sheet.ts';
import { cellEditing, type Editing } from './cell-editing.ts';
import type { CellPosition, CellRange } from './geometry.ts';
import { HeadCells } from './HeadCells.tsx';
import { OpenEditor } from './OpenEditor.tsx';
import type { CellWords } from './use-cell-words.ts';
import { useGridBody } from './use-grid-body.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import './grid.css';
import { keepKeys } from '../../../components/table/keep-keys.ts';

/**
 * The cells: arrows, Home, End, Page keys go from one to the next, with Shift they choose a block; Ctrl+C and Ctrl+V
 * copy and paste it, F2, Enter or a character edits, Delete takes edits back, Ctrl+Z undoes.
 */
export function Grid(props: {
  readonly data: SheetData;
  readonly words: CellWords;
  readonly current: CellPosition;
  readonly chosen: CellRange;
  readonly canEdit: boolean;
  readonly editing: Editing | null;
  readonly onChoose: (place: CellPosition, extend: boolean) => void;
  readonly onEditing: (editing: Editing | null) => void;
  readonly onCommit: (place: CellPosition, value: ParameterValue) => void;
}) {
  const { data, words, current, chosen, canEdit, editing } = props;
  const { model, lines } = data;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const catcher = useRef<HTMLTextAreaElement>(null);

  // A first key must not wait for the editors.
  useEffect(() => {
    loadChunk(() => import('../../../components/fields/editors.ts')).catch(() => undefined);
  }, []);
  const { scroller, rows, geometry, columns, look, reveal } = useGridBody({
    data,
    words,
    current,
    chosen,
    id,
  });
  const focus = () => scroller.current?.focus({ preventScroll: true });
  const editor = cellEditing({
    data,
    current,
    canEdit,
    reveal,
    focus,
    onChoose: props.onChoose,
    onEditing: props.onEditing,
    onCommit: props.onCommit,
  });
  const onKeyDown = useGridKeys({
    data,
    current,
    canEdit,
    editing,
    editor,
    onChoose: props.onChoose,
    onPasteKey: () => catcher.current?.focus({ preventScroll: true }),
  });
  const { onPress, onDoubleClick, onOver } = useGridPointer(data, look);
  const onCaught = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) => {
    const { value } = currentTarget;
    currentTarget.value = '';
    focus();
    if (value !== '') commands.run(matrix.paste, { text: value }, 'key');
  };

  return (
    <>
      <textarea
        ref={catcher}
        className="mx__catcher"
        tabIndex={-1}
        aria-label={text('command.matrix.paste')}
        onInput={onCaught}
        onKeyUp={focus}
      />
      <div
        ref={scroller}
        className="mx__scroll scroll text-12"
        role="grid"
        tabIndex={0}
        aria-label={text('page.matrix')}
        aria-rowcount={lines.length + 1}
        aria-colcount={model.fields.length + 1}
        aria-multiselectable
        aria-activedescendant={lines.length === 0 ? undefined : `${id}-${current.row}-${current.column}`}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
        onDoubleClick={onDoubleClick}
        onMouseOver={onOver}
      >
        <HeadCells data={data} words={words} geometry={geometry} columns={columns} chosen={chosen} />
        <div className="mx__lines" role="presentation">
          <div ref={rows} role="presentation" className="mx__rows" />
          {editing !== null && (
            <OpenEditor
              data={data}
              words={words}
              geometry={geometry}
              editing={editing}
              onDone={(value, move) => editor.end(editing, value, move)}
            />
          )}
        </div>
      </div>
    </>
  );
}
