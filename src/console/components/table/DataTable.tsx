import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { TableColumn } from '../../../derive/row-columns.ts';
import { useCommands } from '../commands.tsx';
import { Glyph } from '../Glyph.tsx';
import { formatOffset, formatTime, useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { type CellValue, cellLevel, cellText } from './cell-text.ts';
import './table.css';

export interface DataRow {
  readonly t: number;
  readonly values: Readonly<Record<string, CellValue>>;
}

const rowHeight = 28;
/** Rows that are listed when a command asks which one. */
const mostListed = 200;
const levelStates = [null, 'lv1', 'lv2', 'lv3', 'lv4'] as const;

/**
 * Rows of readings, newest first: virtualised, first column frozen, units under the heads; arrows move the cell,
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
}) {
  const { columns, rows, total, zone, onMore, titles, least = 108 } = props;
  const text = useText();
  const commands = useCommands();
  const scroller = useRef<HTMLDivElement>(null);
  const [cell, setCell] = useState({ row: 0, column: 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && rows.length < total && lastShown > rows.length - 30) onMore();
  }, [lastShown, rows.length, total, onMore]);

  const template = `150px repeat(${columns.length}, minmax(${least}px, 1fr))`;
  // The same for head and rows, so that their columns stand in line.
  const lineStyle = { gridTemplateColumns: template, minWidth: 150 + columns.length * least };
  const titleOf = (column: TableColumn) => titles?.[column.id] ?? text(column.heading);
  const lineOf = (row: DataRow) =>
    [
      formatTime(row.t, zone, 'full'),
      ...columns.map((column) => cellText(column, row.values[column.id], text, zone)),
    ].join('\t');

  useOffer<{ row: number; column?: number }>(
    'table.choose',
    ({ row, column }) => {
      if (row >= rows.length) return;
      setCell((before) => ({ row, column: Math.min(columns.length, column ?? before.column) }));
      virtual.scrollToIndex(row);
    },
    {
      available: rows.length > 0,
      choices: () =>
        rows.slice(0, mostListed).map(({ t }, value) => ({ value, label: formatTime(t, zone, 'full') })),
    },
  );
  useOffer<{ what: 'row' | 'all' }>(
    'table.copy',
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
    commands.run('table.choose', { row: Number(line.dataset['row']), column: cells.indexOf(pressed) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageDown: [20, 0],
      PageUp: [-20, 0],
      Home: [0, -columns.length],
      End: [0, columns.length],
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      const row = Math.max(0, Math.min(rows.length - 1, cell.row + move[0]));
      const column = Math.max(0, Math.min(columns.length, cell.column + move[1]));
      setCell({ row, column });
      virtual.scrollToIndex(row);
      requestAnimationFrame(() => {
        scroller.current
          ?.querySelector('[data-current]')
          ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      });
      return;
    }
    if (
      event.key.toLowerCase() === 'c' &&
      (event.ctrlKey || event.metaKey) &&
      String(getSelection() ?? '') === ''
    ) {
      if (rows.length === 0) return;
      event.preventDefault();
      commands.run('table.copy', { what: event.shiftKey ? 'all' : 'row' }, 'key');
    }
  };

  return (
    <div className="table">
      <div
        ref={scroller}
        className="table__scroll"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={total}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div className="table__head" role="row" tabIndex={-1} style={lineStyle}>
          <span role="columnheader" tabIndex={-1} className="table__frozen">
            {text('table.time')}
            <small>{formatOffset(zone, Date.now())}</small>
          </span>
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              tabIndex={-1}
              className={column.type === 'number' ? 'table__number' : ''}
            >
              <span className="ellipsis" title={titleOf(column)}>
                {titleOf(column)}
              </span>
              <small>{column.unit ?? ''}</small>
            </span>
          ))}
        </div>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={row.t}
                role="row"
                tabIndex={-1}
                data-row={item.index}
                aria-rowindex={item.index + 2}
                aria-selected={item.index === cell.row}
                className="table__row num"
                style={{ ...lineStyle, transform: `translateY(${item.start}px)` }}
              >
                <span
                  role="gridcell"
                  tabIndex={-1}
                  className="table__frozen"
                  data-current={item.index === cell.row && cell.column === 0 ? '' : undefined}
                >
                  {formatTime(row.t, zone, 'full')}
                </span>
                {columns.map((column, index) => {
                  const value = row.values[column.id];
                  const level = levelStates[cellLevel(column, value)];
                  const fault = column.id === 'runState' && value === 1;
                  return (
                    <span
                      key={column.id}
                      role="gridcell"
                      tabIndex={-1}
                      className={`ellipsis ${column.type === 'number' ? 'table__number' : ''} ${level ? `state--${level}` : ''} ${fault ? 'state--fault' : ''}`}
                      data-current={item.index === cell.row && cell.column === index + 1 ? '' : undefined}
                    >
                      {level && <Glyph state={level} />}
                      {fault && <Glyph state="fault" />}
                      {cellText(column, value, text, zone)}
                    </span>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      <footer className="table__foot">
        <span className="num">{text('table.showing', { shown: rows.length, total })}</span>
        <span>{text('table.newest')}</span>
        <span className="table__space" />
        {props.foot}
        <span className="faint">{text('table.copy')}</span>
      </footer>
    </div>
  );
}
