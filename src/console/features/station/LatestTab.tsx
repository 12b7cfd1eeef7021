import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { baselines as baselineCommands } from '../../../../commands/baselines.ts';
import { stations } from '../../../../commands/stations/index.ts';
import { table } from '../../../../commands/table.ts';
import { kindByCode, rows as rowDefinitions, rtu } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { StationDetail } from '../../../contract/stations.ts';
import { elementMessage, kindMessage, rowMessage } from '../../../derive/messages.ts';
import { rowColumns, type TableColumn } from '../../../derive/row-columns.ts';
import { type Baseline, relativeChannels } from '../../../domain/baseline.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { DataTable } from '../../components/table/DataTable.tsx';
import { RelativeSwitch, relativeName, useRelativeSwitch } from '../../components/values/relative.tsx';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useStationBaselines, validOf } from '../../state/devices/baselines.ts';
import { askFile } from '../../state/overlays.ts';
import { preferences, setRelative } from '../../state/preferences.ts';
import { BaselineDialog } from './BaselineDialog.tsx';
import { SensorCard } from './SensorCard.tsx';
import { StatusFacts } from './StatusFacts.tsx';
import { useRows } from './use-rows.ts';
import { WaveformView } from './WaveformView.tsx';

/** True for a kind with values that can be shown relative to an initial value. */
const mayBeRelative = (code: number) =>
  (kindByCode(code)?.rows ?? []).some((row) =>
    [false, true].some((ofElements) => relativeChannels(row, ofElements).length > 0),
  );

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

function RowsTable({
  source,
  zone,
  baselines,
}: {
  readonly source: Source;
  readonly zone: string;
  /** Initial values relative to which its rows are shown; null = as measured. */
  readonly baselines: readonly Baseline[] | null;
}) {
  const text = useText();
  const commands = useCommands();
  const [element, setElement] = useState(source.elements > 0 ? 1 : 0);
  const { rows, total, error, busy, more, retry } = useRows(source.sourceId, source.row, element, baselines);
  const columns = useMemo(
    () => source.columns.filter((column) => column.element === element > 0 && column.type !== 'samples'),
    [source.columns, element],
  );
  const titles = useMemo(() => {
    const marked = baselines === null ? [] : relativeChannels(source.row, element > 0).map(({ id }) => id);
    return Object.fromEntries(
      columns.flatMap(({ id, heading }) => (marked.includes(id) ? [[id, relativeName(text(heading))]] : [])),
    );
  }, [baselines, columns, element, source.row, text]);
  useOffer(stations.refresh, retry, { of: 'rows' });
  const { sourceId, row } = source;
  const relative = baselines === null ? {} : { relative: 1 };
  useOffer(
    table.export,
    () => askFile({ table: 'readings', query: { sourceId, row, element, ...relative } }),
    {
      available: rows.length > 0 ? true : 'table.empty.title',
    },
  );
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
  useOffer(stations.element, ({ element: chosen }) => setElement(chosen), {
    available: elements.length > 0,
    choices: () => elements,
  });
  if (error !== null && rows.length === 0) {
    return (
      <FailedState
        title={text('table.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(stations.refresh, { of: 'rows' }, 'button')}
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
      titles={titles}
      rows={rows}
      total={total}
      zone={zone}
      onMore={more}
      foot={
        <>
          {elements.length > 0 && (
            <Select
              label={text('table.element')}
              value={String(element)}
              options={elements.map(({ value, label }) => ({ value: String(value), label }))}
              onChange={(value) => commands.run(stations.element, { element: Number(value) }, 'button')}
            />
          )}
          <CommandButton command={table.export} icon="download" iconOnly look="ghost" />
        </>
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
  useOffer(stations.page, ({ page }) => setChosen(page), {
    available: sources.length > 0,
    choices: () => sources.map(({ key, label }) => ({ value: key, label })),
  });
  const source = sources.find((entry) => entry.key === chosen) ?? sources[1] ?? sources[0];
  const zone = detail.summary.timeZone;
  const { relative } = useSnapshot(preferences);
  useRelativeSwitch(relative, setRelative);
  const baselines = useStationBaselines(detail.summary.id, detail.sensors.length > 0);
  const [edited, setEdited] = useState<number | null>(null);
  const withInitials = detail.sensors.filter(({ kind: code }) => mayBeRelative(code));
  useOffer(baselineCommands.open, ({ sensorId }) => setEdited(sensorId), {
    available: withInitials.length > 0,
    choices: () =>
      withInitials.map(({ id, slot, name, kind: code }) => ({
        value: id,
        label: `${slot} · ${name ?? text(kindMessage(kindByCode(code)?.id ?? 'none'))}`,
      })),
  });
  const sensor = detail.sensors.find(({ id }) => id === edited);
  return (
    <div className="latest column gap-8">
      <StatusFacts detail={detail} />
      {withInitials.length > 0 && (
        <div className="latest__bar flex">
          <RelativeSwitch relative={relative} />
        </div>
      )}
      {sensor !== undefined && (
        <BaselineDialog
          sensor={sensor}
          zone={zone}
          known={baselines?.get(sensor.id)?.all ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      <div className="cards gap-8 grid">
        {detail.sensors.map((sensor) => (
          <SensorCard
            key={sensor.id}
            sensor={sensor}
            zone={zone}
            now={now}
            sendCycle={detail.summary.sendCycle}
            baselines={relative ? validOf(baselines, sensor.id) : null}
          />
        ))}
      </div>
      <section className="panel latest__table">
        <div
          className="subtabs row rigid one-line underlined"
          role="tablist"
          aria-label={text('station.tables')}
        >
          {sources.map((entry) => (
            <button
              key={entry.key}
              type="button"
              role="tab"
              aria-selected={entry.key === source?.key}
              onClick={() => commands.run(stations.page, { page: entry.key }, 'button')}
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
          <RowsTable
            key={source.key}
            source={source}
            zone={zone}
            baselines={relative && source.row !== 'status' ? validOf(baselines, source.sourceId) : null}
          />
        )}
      </section>
    </div>
  );
}
