import { useVirtualizer } from '@tanstack/react-virtual';
import { AllCommunityModule, createGrid, type GridApi } from 'ag-grid-community';
import { useRef } from 'react';
import { formatNumber } from '../../../src/base/number-text.ts';
import { formatTime } from '../../../src/base/time-text.ts';
import type { DataRow } from '../../../src/console/components/table/DataTable.tsx';
import { columns } from './table-data.ts';

const zone = 'Asia/Shanghai';

/** A virtual table as the documentation of @tanstack/react-virtual has it: a row of cells for each item. */
export function PlainTable({ rows }: { readonly rows: readonly DataRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 0,
  });
  return (
    <div ref={scroller} data-scroll style={{ flex: 1, height: '100%', overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), width: 2310, position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            style={{
              position: 'absolute',
              top: 0,
              left: 0,
              display: 'flex',
              height: 28,
              transform: `translateY(${start}px)`,
            }}
          >
            <span style={{ width: 150 }}>{formatTime(rows[index]?.t ?? 0, zone, 'full')}</span>
            {columns.map(({ id, digits }) => (
              <span key={id} style={{ width: 108, textAlign: 'right' }}>
                {formatNumber(Number(rows[index]?.values[id]), digits)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** AG Grid's community edition over the same rows; answers when its first rows are drawn. */
export function openGrid(holder: HTMLElement, rows: readonly DataRow[]): Promise<GridApi<DataRow>> {
  return new Promise((resolve) => {
    createGrid<DataRow>(
      holder,
      {
        rowData: [...rows],
        rowHeight: 28,
        columnDefs: [
          { headerName: 't', valueGetter: ({ data }) => formatTime(data?.t ?? 0, zone, 'full') },
          ...columns.map(({ id, digits }) => ({
            headerName: id,
            valueGetter: ({ data }: { data: DataRow | undefined }) =>
              formatNumber(Number(data?.values[id]), digits),
          })),
        ],
        onFirstDataRendered: ({ api }) => resolve(api),
      },
      { modules: [AllCommunityModule] },
    );
  });
}
