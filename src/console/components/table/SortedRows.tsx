import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { drawnRow } from './drawn-row.ts';
import { keepKeys } from './keep-keys.ts';
import './rows.css';
import './sorted-rows.css';

const rowHeight = 30;

/** A column: its head, how wide it is at least (px), what rows are sorted by, and what stands in a cell. */
export interface SortedColumn<Row> {
  readonly id: string;
  readonly head: string;
  readonly width: number;
  readonly isNumber?: boolean;
  readonly value: (row: Row) => string | number | null;
  readonly cell: (row: Row) => ReactNode;
}

/** By which column; null = in the order in which the rows come. */
export interface SortedBy {
  readonly column: string;
  readonly down: boolean;
}

/** Downwards, then upwards, then as the rows come. */
export const nextSort = (sort: SortedBy | null, column: string): SortedBy | null =>
  sort?.column !== column ? { column, down: true } : sort.down ? { column, down: false } : null;

/** Rows in order: numbers by size, text by the rules of its letters; what is not there is last whichever way. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly SortedColumn<Row>[],
  sort: SortedBy | null,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (column === undefined || sort === null) return rows;
  const sign = sort.down ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), undefined, { numeric: true });
  });
}

/**
 * A table whose heads sort it, drawn where it is in sight. Arrows go from row to row and from column to column, Enter
 * chooses the row, Shift+Enter (Enter where rows cannot be chosen) sorts by the column.
 */
export function SortedRows<Row>(props: {
  readonly label: string;
  readonly columns: readonly SortedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort: SortedBy | null;
  readonly onSort: (column: string, origin: 'button' | 'key') => void;
  readonly chosen?: string | null;
  readonly onChoose?: (key: string, origin: 'button' | 'key') => void;
}) {
  const { label, columns, rows, keyOf, sort, onSort, chosen = null, onChoose } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ key: '', column: 0 });
  const sorted = useMemo(() => sortedRows(rows, columns, sort), [rows, columns, sort]);
  const lines = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: 400 },
    overscan: 10,
    scrollMargin: rowHeight,
  });
  const current = Math.max(
    0,
    sorted.findIndex((row) => keyOf(row) === (at.key || chosen)),
  );
  const template = columns.map(({ width }) => `minmax(${width}px, ${width}fr)`).join(' ');
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);
  const go = (row: number, column: number) => {
    const index = Math.max(0, Math.min(sorted.length - 1, row));
    const next = sorted[index];
    setAt({
      key: next === undefined ? '' : keyOf(next),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    });
    lines.scrollToIndex(index, { align: 'auto' });
  };
  const items = lines.getVirtualItems();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [current + 1, at.column],
      ArrowUp: [current - 1, at.column],
      ArrowRight: [current, at.column + 1],
      ArrowLeft: [current, at.column - 1],
      PageDown: [current + 12, at.column],
      PageUp: [current - 12, at.column],
      Home: [0, at.column],
      End: [sorted.length - 1, at.column],
    };
    const move = moves[event.key];
    const row = sorted[current];
    if (move !== undefined) go(...move);
    else if (event.key === 'Enter' && (event.shiftKey || onChoose === undefined))
      onSort(columns[at.column]?.id ?? '', 'key');
    else if (event.key === 'Enter' && row !== undefined) onChoose?.(keyOf(row), 'key');
    else return;
    event.preventDefault();
  };
  const onPress = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || String(getSelection() ?? '') !== '') return;
    const head = target.closest<HTMLElement>('[data-sort]')?.dataset['sort'];
    if (head !== undefined) return onSort(head, 'button');
    const index = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const row = sorted[Number(index)];
    if (index === undefined || row === undefined) return;
    setAt((before) => ({ ...before, key: keyOf(row) }));
    onChoose?.(keyOf(row), 'button');
  };
  const sortOf = (column: string) =>
    sort?.column !== column
      ? ('none' as const)
      : sort.down
        ? ('descending' as const)
        : ('ascending' as const);
  return (
    <div
      ref={scroller}
      className="rows sorted-rows"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={drawnRow(items, current, `${id}-${current}`)}
      onFocus={keepKeys}
      onKeyDown={onKeyDown}
      onClick={onPress}
    >
      <div
        className="rows__row rows__heads sorted-rows__row"
        role="row"
        tabIndex={-1}
        style={{ gridTemplateColumns: template, minWidth }}
      >
        {columns.map((column, place) => (
          <span
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            aria-sort={sortOf(column.id)}
            className={`sorted-rows__head pickable ${column.isNumber === true ? 'r' : ''} ${place === at.column ? 'is-column' : ''}`}
            data-sort={column.id}
          >
            <b className="ellipsis">{column.head}</b>
            {sort?.column === column.id && (
              <Icon name={sort.down ? 'chevron-down' : 'chevron-up'} className="icon--small" />
            )}
          </span>
        ))}
      </div>
      <div role="presentation" className="rows__lines" style={{ height: lines.getTotalSize(), minWidth }}>
        {items.map(({ index, start }) => {
          const row = sorted[index];
          if (row === undefined) return null;
          const key = keyOf(row);
          const looks = [
            'rows__row sorted-rows__row',
            index === current ? 'is-current' : '',
            onChoose !== undefined && key === chosen ? 'is-open' : '',
          ];
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              className={looks.join(' ')}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={onChoose === undefined ? undefined : key === chosen}
              style={{ gridTemplateColumns: template, transform: `translateY(${start - rowHeight}px)` }}
              data-row={index}
            >
              {columns.map((column) => (
                <span
                  key={column.id}
                  role="gridcell"
                  tabIndex={-1}
                  className={column.isNumber === true ? 'num r' : ''}
                >
                  {column.cell(row)}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
