import { useMemo, useState } from 'react';
import { kindByCode, rows as rowDefinitions, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import { elementMessage, rowMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { DataTable } from '../../components/table/DataTable.tsx';

import { useNow } from '../../state/clock.ts';
import { reasonOf } from '../../state/refused.ts';
import type { StationDetail } from '../../state/stations.ts';
import { SensorCard } from './SensorCard.tsx';
import { StatusFacts } from './StatusFacts.tsx';
import { useRows } from './use-rows.ts';
import { WaveformView } from './WaveformView.tsx';

interface Source {
  readonly key: string;
  readonly label: string;
  readonly sourceId: number;
  readonly row: RowId;
  readonly columns: readonly TableColumn[];
  readonly elements: number;
}

function useSources(detail: StationDetail): readonly Source[] {
  const text = useText();
  const shape = detail.sensors.map((sensor) => `${sensor.id}:${sensor.kind}:${sensor.latest.length}`).join();
  // biome's rule wants the whole detail; the sources change only with its shape.
  return useMemo(() => {
    const list: Source[] = [];
    if (detail.rtu !== null) {
      list.push({
        key: 'status',
        label: text(rowMessage('status')),
        sourceId: detail.rtu.id,
        row: 'status',
        columns: rowColumns(rtu, 'status'),
        elements: 0,
      });
    }
    for (const sensor of shape === '' ? [] : detail.sensors) {
      const kind = kindByCode(sensor.kind);
      for (const row of kind?.rows ?? []) {
        if (kind === undefined) continue;
        list.push({
          key: `${sensor.id}.${row}`,
          label: `${sensor.slot} · ${text(rowMessage(row))}`,
          sourceId: sensor.id,
          row,
          columns: rowColumns(kind, row),
          elements: Math.max(
            0,
            ...sensor.latest.filter((entry) => entry.row === row).map((entry) => entry.element),
          ),
        });
      }
    }
    return list;
  }, [detail.rtu, detail.sensors, shape, text]);
}

function RowsTable({ source, zone }: { readonly source: Source; readonly zone: string }) {
  const text = useText();
  const commands = useCommands();
  const [element, setElement] = useState(source.elements > 0 ? 1 : 0);
  const { rows, total, error, busy, more, retry } = useRows(source.sourceId, source.row, element);
  const columns = useMemo(
    () => source.columns.filter((column) => column.element === element > 0 && column.type !== 'samples'),
    [source.columns, element],
  );
  useOffer('stations.refresh', retry, { of: 'rows' });
  const definition = rowDefinitions[source.row].elements;
  const elements =
    definition === undefined || source.elements === 0
      ? []
      : Array.from({ length: source.elements + 1 }, (_, index) => ({
          value: index,
          label:
            index === 0
              ? text('table.whole')
              : text(elementMessage(source.row, definition.id), { number: index }),
        }));
  useOffer<{ element: number }>('stations.element', ({ element: chosen }) => setElement(chosen), {
    available: elements.length > 0,
    choices: () => elements,
  });
  if (error !== null && rows.length === 0) {
    return (
      <FailedState
        title={text('table.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run('stations.refresh', { of: 'rows' }, 'button')}
      />
    );
  }
  if (busy && rows.length === 0) return <LoadingRows />;
  if (rows.length === 0) {
    return (
      <EmptyState icon="table" title={text('table.empty.title')}>
        {text('table.empty.text')}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={source.label}
      columns={columns}
      rows={rows}
      total={total}
      zone={zone}
      onMore={more}
      foot={
        elements.length > 0 && (
          <Select
            label={text('table.element')}
            value={String(element)}
            options={elements.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(value) => commands.run('stations.element', { element: Number(value) }, 'button')}
          />
        )
      }
    />
  );
}

/** Latest data: the status row with its flags, a panel for each sensor, and every row as a table. */
export function LatestTab({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const now = useNow(1000);
  const sources = useSources(detail);
  const commands = useCommands();
  const [chosen, setChosen] = useState<string | null>(null);
  useOffer<{ page: string }>('stations.page', ({ page }) => setChosen(page), {
    available: sources.length > 0,
    choices: () => sources.map(({ key, label }) => ({ value: key, label })),
  });
  const source = sources.find((entry) => entry.key === chosen) ?? sources[1] ?? sources[0];
  const zone = detail.summary.timeZone;
  return (
    <div className="latest">
      <StatusFacts detail={detail} />
      <div className="cards">
        {detail.sensors.map((sensor) => (
          <SensorCard key={sensor.id} sensor={sensor} zone={zone} now={now} />
        ))}
      </div>
      <section className="panel latest__table">
        <div className="subtabs" role="tablist" aria-label={text('station.tables')}>
          {sources.map((entry) => (
            <button
              key={entry.key}
              type="button"
              role="tab"
              aria-selected={entry.key === source?.key}
              onClick={() => commands.run('stations.page', { page: entry.key }, 'button')}
            >
              {entry.label}
            </button>
          ))}
        </div>
        {source === undefined ? (
          <EmptyState icon="table" title={text('table.empty.title')} />
        ) : source.row === 'waveform' ? (
          <WaveformView
            key={source.key}
            stationId={detail.summary.id}
            sourceId={source.sourceId}
            zone={zone}
          />
        ) : (
          <RowsTable key={source.key} source={source} zone={zone} />
        )}
      </section>
    </div>
  );
}
