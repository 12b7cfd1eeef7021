/** How the editor of a cell is opened, takes the first keys, and is closed. */
import type { KeyboardEvent } from 'react';
import type { ParameterValue } from '../../../../catalogue/model.ts';
import { draftValue } from '../../../../domain/parameters/parameter-edits.ts';
import type { SheetData } from '../use-sheet.ts';
import type { CellPosition } from './geometry.ts';

/** A cell whose editor is open. */
export interface Editing {
  readonly place: CellPosition;
  /** The characters that it was opened with; null = it shows the value of the cell. */
  readonly typed: string | null;
}

/** Where the editor goes next when it is closed; null = the current cell stays. */
export type EditorMove = 'down' | 'right' | 'left' | null;

/** What the grid does with the editor of a cell. */
export interface CellEditing {
  /** Opens the editor of the current cell. False when that cell cannot be edited. */
  begin(typed: string | null): boolean;
  /** Closes the editor and stores its value; undefined = nothing was changed. */
  end(editing: Editing, value: ParameterValue | undefined, move: EditorMove): void;
  /** The editor is open, and its box has not the focus yet: what is typed meanwhile is not lost. */
  onEarlyKey(event: KeyboardEvent, early: Editing): void;
}

/** The actions on the editor of a cell, for the grid as it is drawn now. */
export function cellEditing(of: {
  readonly data: SheetData;
  readonly current: CellPosition;
  readonly canEdit: boolean;
  readonly reveal: (place: CellPosition) => void;
  /** Gives the keys back to the grid. */
  readonly focus: () => void;
  readonly onChoose: (place: CellPosition, extend: boolean) => void;
  readonly onEditing: (editing: Editing | null) => void;
  readonly onCommit: (place: CellPosition, value: ParameterValue) => void;
}): CellEditing {
  const { data, current, canEdit, onEditing } = of;
  const { model, lines } = data;
  const last = { row: lines.length - 1, column: model.fields.length };
  const begin = (typed: string | null) => {
    const field = model.fields[current.column - 1];
    if (!canEdit || field === undefined || field.readOnly) return false;
    of.reveal(current);
    onEditing({ place: current, typed });
    return true;
  };
  const end = ({ place }: Editing, value: ParameterValue | undefined, move: EditorMove) => {
    const { row, column } = place;
    onEditing(null);
    if (value !== undefined) of.onCommit(place, value);
    of.focus();
    const to = {
      down: { row: Math.min(last.row, row + 1), column },
      right: { row, column: Math.min(last.column, column + 1) },
      left: { row, column: Math.max(1, column - 1) },
    };
    if (move !== null) of.onChoose(to[move], false);
  };
  const onEarlyKey = (event: KeyboardEvent, early: Editing) => {
    const field = model.fields[early.place.column - 1];
    const { typed } = early;
    if (event.key === 'Escape') end(early, undefined, null);
    else if (event.key === 'Enter' && typed !== null && field !== undefined)
      end(early, draftValue(field, typed), 'down');
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey)
      onEditing({ ...early, typed: `${typed ?? ''}${event.key}` });
    else return;
    event.preventDefault();
  };
  return { begin, end, onEarlyKey };
}
