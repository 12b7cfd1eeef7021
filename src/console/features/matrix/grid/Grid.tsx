import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { matrix } from '../../../../../commands/matrix.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import { table } from '../../../../../commands/table.ts';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { draftValue } from '../../../../domain/parameter-edits.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import type { SheetData } from '../use-sheet.ts';
import { CellEditor } from './CellEditor.tsx';
import { type CellPosition, type CellRange, Geometry, rowHeight } from './geometry.ts';
import { GridBody, type GridLook } from './grid-body.ts';
import { HeadCells } from './HeadCells.tsx';
import type { CellWords } from './use-cell-words.ts';
import './grid.css';
import { keepKeys } from '../../../components/table/keep-keys.ts';

/** A cell whose editor is open. */
export interface Editing {
  readonly place: CellPosition;
  readonly typed: string | null;
}

const pageRows = 20;
const narrow = 700;
const typable = { number: /^[-−+.,\d]$/, text: /^\S$/u } as const;

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
  const { model, comparison, checked, lines, stations } = data;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const catcher = useRef<HTMLTextAreaElement>(null);
  const body = useRef<GridBody | null>(null);
  const [columns, setColumns] = useState<readonly [number, number]>([0, 0]);
  const [frozen, setFrozen] = useState(216);
  const geometry = useMemo(() => new Geometry(model.fields, frozen), [model.fields, frozen]);
  const { lefts } = geometry;
  const last = { row: lines.length - 1, column: model.fields.length };

  // A first key must not wait for the editors.
  useEffect(() => {
    import('../../../components/fields/editors.ts').catch(() => undefined);
  }, []);
  useLayoutEffect(() => {
    if (scroller.current === null || rows.current === null) return;
    const made = new GridBody(scroller.current, rows.current);
    made.onColumns = (first, to) => setColumns([first, to]);
    body.current = made;
    const sizes = new ResizeObserver(([entry]) =>
      setFrozen((entry?.contentRect.width ?? narrow) < narrow ? 124 : 216),
    );
    sizes.observe(scroller.current);
    return () => {
      made.stop();
      sizes.disconnect();
    };
  }, []);
  const look = useMemo<GridLook>(
    () => ({
      rows: lines.length,
      geometry,
      id,
      head(row) {
        const device = lines[row] ?? -1;
        const station = stations.get(model.stationOf(device));
        const slot = model.slotOf(device);
        return {
          code: station?.code ?? '',
          name: `${slot === null ? '' : `${text('matrix.slot', { slot })} · `}${station?.name ?? ''}`,
          state: station?.state ?? null,
        };
      },
      cell(row, field) {
        const device = lines[row] ?? -1;
        const definition = model.fields[field];
        const own = checked.devices.get(device);
        const fieldId = definition?.id ?? '';
        const isEdited = own !== undefined && fieldId in own.changes;
        const isWrong = own !== undefined && fieldId in own.problems;
        const isPending = model.pending(device, field) !== undefined;
        const differs = comparison.differs(device, field);
        const isUnreported = !isEdited && model.place(device, field) < 0;
        const isNumber = definition?.type === 'number' || definition?.type === 'date';
        return {
          ...words.parts(device, field, own),
          classes: [
            isNumber ? 'mx__cell--number' : '',
            differs ? 'is-different' : '',
            isEdited ? 'is-edited' : '',
            isWrong ? 'is-wrong' : '',
            isUnreported ? 'is-unreported' : '',
          ]
            .filter(Boolean)
            .join(' '),
          mark: isWrong ? 'problem' : isPending ? 'pending' : differs ? 'differs' : null,
        };
      },
      words: (row, field) => {
        const device = lines[row] ?? -1;
        return words.all(device, field, checked.devices.get(device), Date.now());
      },
    }),
    [lines, geometry, id, model, comparison, checked, stations, words, text],
  );
  useLayoutEffect(() => body.current?.set(look), [look]);
  useLayoutEffect(() => body.current?.choose(current, chosen), [current, chosen]);
  useEffect(() => body.current?.reveal(current), [current]);

  const choose = (place: CellPosition, extend: boolean, origin: 'button' | 'key') => {
    if (origin === 'button') {
      commands.run(table.choose, { row: place.row, column: place.column, ...(extend ? { extend } : {}) });
    } else props.onChoose(place, extend);
  };
  const edit = (typed: string | null) => {
    const field = model.fields[current.column - 1];
    if (!canEdit || field === undefined || field.readOnly) return false;
    body.current?.reveal(current);
    props.onEditing({ place: current, typed });
    return true;
  };
  const onPress = (event: MouseEvent) => {
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
    choose(
      { row: Number(row.dataset['row']), column: Number(cell?.dataset['column'] ?? 0) },
      event.shiftKey,
      'button',
    );
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[data-column]') !== null)
      commands.run(matrix.edit, { where: 'cell' });
  };
  const onOver = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (cell === null || row == null) return;
    cell.title = look.words(Number(row.dataset['row']), Number(cell.dataset['column']) - 1);
  };
  const end = (
    { place }: Editing,
    value: ParameterValue | undefined,
    move: 'down' | 'right' | 'left' | null,
  ) => {
    const { row, column } = place;
    props.onEditing(null);
    if (value !== undefined) props.onCommit(place, value);
    scroller.current?.focus({ preventScroll: true });
    const to = {
      down: { row: Math.min(last.row, row + 1), column },
      right: { row, column: Math.min(last.column, column + 1) },
      left: { row, column: Math.max(1, column - 1) },
    };
    if (move !== null) props.onChoose(to[move], false);
  };
  /** The editor is open, and its box has not the focus yet: what is typed meanwhile is not lost. */
  const onEarlyKey = (event: KeyboardEvent, early: Editing) => {
    const field = model.fields[early.place.column - 1];
    const { typed } = early;
    if (event.key === 'Escape') end(early, undefined, null);
    else if (event.key === 'Enter' && typed !== null && field !== undefined)
      end(early, draftValue(field, typed), 'down');
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey)
      props.onEditing({ ...early, typed: `${typed ?? ''}${event.key}` });
    else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing || lines.length === 0) return;
    if (editing !== null) return onEarlyKey(event, editing);
    const { row, column } = current;
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
    const key = event.key.toLowerCase();
    if (to !== undefined)
      choose(
        {
          row: Math.max(0, Math.min(last.row, to.row)),
          column: Math.max(0, Math.min(last.column, to.column)),
        },
        event.shiftKey,
        'key',
      );
    else if (mod && key === 'c') commands.run(matrix.copy, event.shiftKey ? { heads: true } : {}, 'key');
    else if (mod && key === 'z') commands.run(matrix.undo, {}, 'key');
    else if (mod && key === 'a') props.onChoose(last, true);
    else if (mod && key === 'v') {
      // The browser pastes into the element that has the focus once the key event is handled.
      if (canEdit) catcher.current?.focus({ preventScroll: true });
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
      if (!isTyped || !edit(event.key)) return;
    }
    event.preventDefault();
  };
  const onCaught = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) => {
    const { value } = currentTarget;
    currentTarget.value = '';
    scroller.current?.focus({ preventScroll: true });
    if (value !== '') commands.run(matrix.paste, { text: value }, 'key');
  };
  const edited = editing === null ? undefined : model.fields[editing.place.column - 1];
  const editedDevice = lines[editing?.place.row ?? -1] ?? -1;
  const editedColumn = (editing?.place.column ?? 0) - 1;

  return (
    <>
      <textarea
        ref={catcher}
        className="mx__catcher"
        tabIndex={-1}
        aria-label={text('command.matrix.paste')}
        onInput={onCaught}
        onKeyUp={() => scroller.current?.focus({ preventScroll: true })}
      />
      <div
        ref={scroller}
        className="mx__scroll"
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
          {editing !== null && edited !== undefined && (
            <CellEditor
              key={`${editing.place.row}/${editing.place.column}`}
              field={edited}
              label={words.field(editedColumn)}
              value={
                checked.devices.get(editedDevice)?.changes[edited.id] ??
                model.expected(editedDevice, editedColumn)
              }
              typed={editing.typed}
              left={lefts[editedColumn] ?? 0}
              top={editing.place.row * rowHeight}
              width={(lefts[editing.place.column] ?? 0) - (lefts[editedColumn] ?? 0)}
              onDone={(value, move) => end(editing, value, move)}
            />
          )}
        </div>
      </div>
    </>
  );
}
