import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { scripts as scriptCommands } from '../../../../../commands/scripts/index.ts';
import { neutralText } from '../../../../base/csv.ts';
import { loadChunk } from '../../../components/chunks.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { SearchField, Select } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { notify } from '../../../state/notices.ts';
import { TableChart } from './TableChart.tsx';
import { arranged, type Table } from './tables.ts';
import '../../../components/table/rows.css';
import './grid.css';
import { keepKeys } from '../../../components/table/keep-keys.ts';

const rowHeight = 28;
const none: Table = { title: '', columns: [], rows: [], total: 0 };

/** The run's result tables, one at a time: sorted by a press on a head, filtered, copied as tab-separated values. */
export function Tables({ tables }: { readonly tables: readonly Table[] }) {
  const text = useText();
  const commands = useCommands();
  const [at, setAt] = useState(0);
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<{ column: number; isDown: boolean } | null>(null);
  const [current, setCurrent] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const table = tables[Math.min(at, tables.length - 1)] ?? none;
  const shown = useMemo(() => arranged(table, filter, sort), [table, filter, sort]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: rowHeight,
  });
  useEffect(() => {
    if (current < shown.length) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, shown.length, rows]);
  useOffer(
    scriptCommands.table,
    ({ table: chosen }) => {
      setAt(chosen);
      setSort(null);
      setCurrent(0);
    },
    {
      available: tables.length > 0 ? true : 'scripts.noTables.title',
      choices: () => tables.map(({ title }, value) => ({ value, label: title })),
    },
  );
  useOffer(
    scriptCommands.sort,
    ({ column }) => setSort({ column, isDown: sort?.column === column && !sort.isDown }),
    {
      available: tables.length > 0 ? true : 'scripts.noTables.title',
      choices: () => table.columns.map((label, value) => ({ value, label })),
    },
  );
  useOffer(
    scriptCommands.copyTable,
    async () => {
      const lines = [table.columns, ...shown].map((row) =>
        row
          .map((cell) => (typeof cell === 'string' ? neutralText(cell.replaceAll(/[\t\r\n]+/g, ' ')) : cell))
          .join('\t'),
      );
      await navigator.clipboard.writeText(lines.join('\n'));
      notify('success', text('scripts.copied', { count: shown.length }));
    },
    { available: shown.length > 0 ? true : 'scripts.noTables.title' },
  );
  useOffer(
    scriptCommands.saveTable,
    async () => {
      const { saveTable } = await loadChunk(() => import('./save-table.ts'));
      saveTable(table, shown);
    },
    { available: shown.length > 0 ? true : 'scripts.noTables.title' },
  );
  if (tables.length === 0)
    return (
      <EmptyState icon="table" title={text('scripts.noTables.title')}>
        {text('scripts.noTables.text')}
      </EmptyState>
    );
  const onPress = ({ target }: MouseEvent) => {
    const head = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    if (head !== null)
      commands.run(scriptCommands.sort, { column: Number(head.dataset['column']) }, 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    const to = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 15,
      PageUp: current - 15,
      Home: 0,
      End: last,
    }[event.key];
    const isCopy = event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey);
    if (to !== undefined) setCurrent(Math.max(0, Math.min(last, to)));
    else if (isCopy && String(getSelection() ?? '') === '') commands.run(scriptCommands.copyTable, {}, 'key');
    else return;
    event.preventDefault();
  };
  const columns = `repeat(${table.columns.length}, minmax(96px, 1fr))`;
  const minWidth = table.columns.length * 96;
  const isNumber = table.columns.map((_, column) =>
    table.rows.every((row) => row[column] === null || typeof row[column] === 'number'),
  );
  return (
    <>
      <div className="scripts__tools row gap-8 rigid underlined text-12">
        {tables.length > 1 && (
          <Select
            label={text('scriptView.tables')}
            value={String(Math.min(at, tables.length - 1))}
            options={tables.map(({ title }, index) => ({ value: String(index), label: title }))}
            onChange={(chosen) => commands.run(scriptCommands.table, { table: Number(chosen) }, 'button')}
          />
        )}
        <SearchField label={text('scripts.filter')} value={filter} onChange={setFilter} />
        <span className="grow" />
        <span className="dim num" role="status">
          {text('table.showing', { shown: shown.length, total: table.total })}
        </span>
        <CommandButton command={scriptCommands.saveTable} icon="download" iconOnly look="ghost" />
        <CommandButton command={scriptCommands.copyTable} icon="copy" iconOnly look="ghost" />
      </div>
      <TableChart table={table} rows={shown} />
      <div
        ref={scroller}
        className="rows"
        role="grid"
        tabIndex={0}
        aria-label={table.title}
        aria-rowcount={shown.length + 1}
        aria-colcount={table.columns.length}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div
          className="rows__row rows__heads scripts__row"
          role="row"
          tabIndex={-1}
          style={{ gridTemplateColumns: columns, minWidth }}
        >
          {table.columns.map((head, column) => (
            <span
              key={head}
              role="columnheader"
              tabIndex={-1}
              data-column={column}
              className={`scripts__sorts ${isNumber[column] ? 'r' : ''}`}
              aria-sort={sort?.column !== column ? 'none' : sort.isDown ? 'descending' : 'ascending'}
            >
              {head}
              {sort?.column === column && (sort.isDown ? ' ↓' : ' ↑')}
            </span>
          ))}
        </div>
        <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative', minWidth }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              className={`rows__row scripts__row atop ${index === current ? 'is-current' : ''}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              style={{
                gridTemplateColumns: columns,
                minWidth,
                transform: `translateY(${start - rowHeight}px)`,
              }}
            >
              {table.columns.map((head, column) => {
                const cell = shown[index]?.[column] ?? null;
                return (
                  <span
                    key={head}
                    role="gridcell"
                    tabIndex={-1}
                    className={isNumber[column] ? 'r num' : ''}
                    title={cell === null ? undefined : String(cell)}
                  >
                    {cell === null ? '–' : String(cell).replace(/^-(?=\d)/, '−')}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
