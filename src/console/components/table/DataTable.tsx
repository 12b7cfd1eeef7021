import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { table } from '../../../../commands/table.ts';
import { tsvCell } from '../../../base/csv.ts';
import { formatOffset, formatTime } from '../../../base/time-text.ts';
import type { TableColumn } from '../../../derive/row-columns.ts';
import { useCommands } from '../commands.tsx';
import { type Text, useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { type CellValue, cellText, type DoubtedCell, doubtedText, isDeviceAlarm } from './cell-text.ts';
import { keepKeys } from './keep-keys.ts';
import { timeWidth } from './row-node.ts';
import { TableHead } from './TableHead.tsx';
import { TableBody } from './table-body.ts';
import './table.css';

export interface DataRow {
  readonly t: number;
  readonly values: Readonly<Record<string, CellValue>>;
  /** What the device did not vouch for, by channel. */
  readonly notGood?: Readonly<Record<string, DoubtedCell>>;
  /** Not a reading: why there is none from `t` on, in words for the first columns. */
  readonly gap?: readonly string[];
}

/** A cell: the value, or what the device sent in its place and does not vouch for. */
function textOf(row: DataRow, column: TableColumn, text: Text, zone: string): string {
  if (row.gap !== undefined) return '';
  const doubted = row.notGood?.[column.id];
  return doubted === undefined
    ? cellText(column, row.values[column.id], text, zone)
    : doubtedText(column, doubted, text, zone);
}

/** What a cell says beside its text; `place` counts from the time, which is 0. */
function stateOf(row: DataRow | undefined, column: TableColumn | undefined, place: number) {
  if (column === undefined) return null;
  if (row?.gap !== undefined) return place === 1 ? 'silent' : null;
  if (row?.notGood?.[column.id] !== undefined) return 'fault';
  const value = row?.values[column.id];
  if (isDeviceAlarm(column, value)) return 'deviceAlarm';
  return column.id === 'runState' && value === 1 ? 'fault' : null;
}

/** How far a key moves the cell: rows and columns. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageDown: [20, 0],
  PageUp: [-20, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** Rows that are listed when a command asks which one. */
const mostListed = 200;

/**
 * Rows of readings, newest first: drawn where they are in sight, first column frozen, units under the heads; arrows move the cell,
 * Ctrl+C copies it or the selected row as tab-separated values.
 */
export function DataTable(props: {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly DataRow[];
  readonly total: number;
  readonly zone: string;
  readonly onMore: () => void;
  readonly foot?: ReactNode;
  /** Heads by column, where a column is more than its channel. */
  readonly titles?: Readonly<Record<string, string>>;
  /** Least width of a column, px. Default 108. */
  readonly least?: number;
  /** By which column the rows are sorted; null = by time, undefined = they cannot be. */
  readonly sorted?: { readonly column: string; readonly down: boolean } | null | undefined;
}) {
  const { columns, rows, total, zone, onMore, titles, least = 108, sorted } = props;
  const text = useText();
  const commands = useCommands();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const body = useRef<TableBody | null>(null);
  const [cell, setCell] = useState({ row: 0, column: 0 });
  const widths = columns.map(({ type }) => (type === 'time' ? Math.max(least, timeWidth + 12) : least));
  const template = [`${timeWidth}px`, ...widths.map((width) => `minmax(${width}px, 1fr)`)].join(' ');
  const minWidth = widths.reduce((sum, width) => sum + width, timeWidth);
  const readings = useMemo(() => rows.filter(({ gap }) => gap === undefined).length, [rows]);
  const classes = useMemo(
    () => [
      'table__frozen',
      ...columns.map(({ type }) => (type === 'number' ? 'ellipsis table__number' : 'ellipsis')),
    ],
    [columns],
  );
  const titleOf = (column: TableColumn) => titles?.[column.id] ?? text(column.heading);
  const lineOf = (row: DataRow) =>
    [
      formatTime(row.t, zone, 'full'),
      ...columns.map((column) => tsvCell(textOf(row, column, text, zone))),
    ].join('\t');

  useLayoutEffect(() => {
    if (scroller.current === null || lines.current === null) return;
    const made = new TableBody(scroller.current, lines.current);
    body.current = made;
    return () => made.stop();
  }, []);
  useLayoutEffect(() => {
    if (body.current === null) return;
    body.current.onLast = (last) => {
      if (readings > 0 && readings < total && last > rows.length - 30) onMore();
    };
  }, [rows.length, readings, total, onMore]);
  useLayoutEffect(() => {
    body.current?.set({
      rows: rows.length,
      columns: classes,
      numeric: [false, ...columns.map(({ type }) => type === 'number')],
      template,
      minWidth,
      text(index, place) {
        const row = rows[index];
        const column = columns[place - 1];
        if (row === undefined) return '';
        if (row.gap !== undefined && place > 0) return row.gap[place - 1] ?? '';
        return column === undefined ? formatTime(row.t, zone, 'full') : textOf(row, column, text, zone);
      },
      state(index, place) {
        return stateOf(rows[index], columns[place - 1], place);
      },
    });
  }, [rows, columns, classes, template, minWidth, text, zone]);
  useLayoutEffect(() => body.current?.choose(cell.row, cell.column), [cell]);

  useOffer(
    table.choose,
    ({ row, column }) => {
      if (row >= rows.length) return;
      setCell((before) => ({ row, column: Math.min(columns.length, column ?? before.column) }));
      body.current?.reveal(row);
    },
    {
      available: rows.length > 0,
      choices: () =>
        rows.slice(0, mostListed).map(({ t }, value) => ({ value, label: formatTime(t, zone, 'full') })),
    },
  );
  useOffer(
    table.copy,
    async ({ what }) => {
      const row = rows[cell.row];
      const heads = ['t', ...columns.map(titleOf)].join('\t');
      const copied = what === 'all' ? [heads, ...rows.map(lineOf)] : row === undefined ? [] : [lineOf(row)];
      await navigator.clipboard.writeText(copied.join('\n'));
    },
    { available: rows.length > 0 },
  );
  const onPress = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest('[role="gridcell"]') : null;
    const line = pressed?.closest<HTMLElement>('[data-row]');
    if (pressed == null || line == null) return;
    const cells = [...line.querySelectorAll('[role="gridcell"]')];
    commands.run(table.choose, { row: Number(line.dataset['row']), column: cells.indexOf(pressed) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const row = Math.max(0, Math.min(rows.length - 1, cell.row + move[0]));
      const column = Math.max(0, Math.min(columns.length, cell.column + move[1]));
      setCell({ row, column });
      body.current?.reveal(row);
      requestAnimationFrame(() => {
        scroller.current
          ?.querySelector('[data-current]')
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      });
      return;
    }
    const current = columns[cell.column - 1];
    if (event.key === 'Enter' && sorted !== undefined && current !== undefined) {
      event.preventDefault();
      commands.run(table.sort, { column: current.id }, 'key');
      return;
    }
    if (
      event.key.toLowerCase() === 'c' &&
      (event.ctrlKey || event.metaKey) &&
      String(getSelection() ?? '') === ''
    ) {
      if (rows.length === 0) return;
      event.preventDefault();
      commands.run(table.copy, { what: event.shiftKey ? 'all' : 'row' }, 'key');
    }
  };

  return (
    <div className="table column fill">
      <div
        ref={scroller}
        className="table__scroll scroll"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={total}
        aria-colcount={columns.length + 1}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div
          className="table__head raised text-11 dim"
          role="row"
          tabIndex={-1}
          style={{ gridTemplateColumns: template, minWidth }}
        >
          <span role="columnheader" tabIndex={-1} className="table__frozen">
            {text('table.time')}
            <small>{formatOffset(zone, Date.now())}</small>
          </span>
          {columns.map((column) => (
            <TableHead
              key={column.id}
              column={column}
              title={titleOf(column)}
              down={sorted === undefined ? undefined : sorted?.column === column.id ? sorted.down : null}
            />
          ))}
        </div>
        <div ref={lines} className="table__lines" role="presentation" style={{ minWidth }} />
      </div>
      <footer className="table__foot row gap-12 rigid clips one-line inset raised text-11 dim">
        <span className="num">{text('table.showing', { shown: readings, total })}</span>
        <span>
          {sorted === undefined || sorted === null
            ? text('table.newest')
            : text('table.sortedBy', {
                column: text(columns.find(({ id }) => id === sorted.column)?.heading ?? 'table.time'),
              })}
        </span>
        <span className="grow" />
        {props.foot}
        <span className="faint">{text('table.copy')}</span>
      </footer>
    </div>
  );
}
