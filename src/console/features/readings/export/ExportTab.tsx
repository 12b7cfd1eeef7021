import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { readings as readingsCommands } from '../../../../../commands/readings.ts';
import { stations } from '../../../../../commands/stations/index.ts';
import { table } from '../../../../../commands/table.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { rowOfTab, tabsOf } from '../../../../derive/data-tabs.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import { Segmented, Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { notify } from '../../../state/notices.ts';
import { preferences } from '../../../state/preferences.ts';
import { useColumns } from '../rows/use-columns.ts';
import { useElements } from '../rows/use-elements.ts';
import { fetchRows } from '../rows/use-rows.ts';
import { type RowSource, sourcesOf } from '../sources.ts';
import { mostSaved, saveRows } from './save-rows.ts';
import './export.css';

const keyOf = ({ row, sourceId }: RowSource) => `${row}.${sourceId}`;

/** Readings of a station as a file: whose, which columns, of when, as shown or as measured; how many rows that is. */
export function ExportTab(props: { readonly detail: StationDetail; readonly range: TabRange }) {
  const { detail, range } = props;
  const text = useText();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const codes = detail.sensors.map(({ kind }) => kind);
  const rows = new Set(tabsOf(codes, detail.rtu !== null).flatMap((tab) => rowOfTab(tab) ?? []));
  const sources = [...rows].flatMap((row) => sourcesOf(detail, row, text));
  const source = sources.find((one) => keyOf(one) === query.get('of')) ?? sources[1] ?? sources[0];
  const options = sources.map((one) => ({
    value: keyOf(one),
    label: `${text(`row.${one.row}`)} · ${one.label}`,
  }));
  useOffer(
    readingsCommands.source,
    ({ source: chosen }) => {
      const address = new URLSearchParams(query);
      address.set('of', chosen);
      address.delete('element');
      setQuery(address, { replace: true });
    },
    { choices: () => options },
  );
  if (source === undefined) return <EmptyState icon="table" title={text('table.empty.title')} />;
  return (
    <div className="export fill">
      <section className="panel export__panel" aria-label={text('station.data.export')}>
        <div className="export__field">
          <span>{text('argument.page')}</span>
          <Select
            label={text('argument.page')}
            value={keyOf(source)}
            options={options}
            onChange={(chosen) => commands.run(readingsCommands.source, { source: chosen }, 'button')}
          />
        </div>
        <ExportOf key={keyOf(source)} detail={detail} source={source} range={range} />
      </section>
    </div>
  );
}

function ExportOf(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const { code, name, timeZone: zone } = detail.summary;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { relative } = useSnapshot(preferences);
  const { element, choices } = useElements(source);
  const columns = useColumns(source, element > 0);
  const [detailOf, setDetail] = useState<'shown' | 'raw'>('shown');
  const [as, setAs] = useState<'xlsx' | 'csv'>('xlsx');
  const [done, setDone] = useState<number | null>(null);
  const writing = useRef<AbortController | null>(null);
  const of = {
    sourceId: source.sourceId,
    row: source.row,
    element,
    range: range.range,
    relative: detailOf === 'shown' && relative && source.row !== 'status',
  };
  const count = useQuery({
    queryKey: ['station', 'count', source.sourceId, source.row, element, range.range],
    queryFn: async ({ signal }) => (await fetchRows(of, 1, undefined, signal)).total,
  });
  const total = count.data ?? null;
  useOffer(readingsCommands.detail, (args) => setDetail(args.detail), { available: done === null });
  useOffer(readingsCommands.format, (args) => setAs(args.format), { available: done === null });
  useOffer(
    readingsCommands.start,
    async () => {
      const abort = new AbortController();
      writing.current = abort;
      setDone(0);
      try {
        const file = `${code}_${name}_${text(`row.${source.row}`)}_${format.time(Date.now(), zone, 'date')}`;
        await saveRows(
          { of, columns: columns.shown, detail: detailOf, format: as, name: file, zone },
          text,
          setDone,
          abort.signal,
        );
      } catch (error) {
        if (!abort.signal.aborted) notify('error', reasonOf(error, text));
      } finally {
        setDone(null);
      }
    },
    {
      available:
        total === 0
          ? 'readings.nothing'
          : total !== null && total > mostSaved
            ? 'readings.tooMany'
            : done === null && total !== null,
    },
  );
  useOffer(readingsCommands.stop, () => writing.current?.abort(), { available: done !== null });
  const counted = () => {
    if (count.error !== null) return reasonOf(count.error, text);
    if (total === null) return text('loading');
    if (total === 0) return text('readings.nothing');
    return text('readings.rows', { count: total, columns: columns.shown.length });
  };
  return (
    <>
      {choices.length > 0 && (
        <div className="export__field">
          <span>{text('table.element')}</span>
          <Select
            label={text('table.element')}
            value={String(element)}
            options={choices.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(value) => commands.run(stations.element, { element: Number(value) }, 'button')}
          />
        </div>
      )}
      <fieldset className="export__columns">
        <legend>{text('table.columns', { shown: columns.shown.length, all: columns.all.length })}</legend>
        {columns.all.map(({ id, heading, unit }) => (
          <label key={id} className="row gap-6 text-12">
            <input
              type="checkbox"
              checked={columns.shown.some((column) => column.id === id)}
              onChange={() => commands.run(table.column, { column: id }, 'button')}
            />
            <span className="ellipsis">
              {text(heading)} <span className="faint">{unit}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row wrap gap-12">
        <Segmented
          label={text('argument.detail')}
          value={detailOf}
          options={(['shown', 'raw'] as const).map((value) => ({
            value,
            label: text(`readings.detail.${value}`),
          }))}
          onChange={(detailNext) => commands.run(readingsCommands.detail, { detail: detailNext }, 'button')}
        />
        <Segmented
          label={text('argument.format')}
          value={as}
          options={(['xlsx', 'csv'] as const).map((value) => ({
            value,
            label: text(`readings.format.${value}`),
          }))}
          onChange={(next) => commands.run(readingsCommands.format, { format: next }, 'button')}
        />
      </div>
      <p className="num" role="status">
        {done === null ? counted() : text('readings.saving', { done, total: total ?? done })}
        {done === null && total !== null && total > mostSaved && (
          <span className="export__problem"> {text('readings.tooMany')}</span>
        )}
      </p>
      {done !== null && <progress max={Math.max(1, total ?? 1)} value={done} aria-label={text('loading')} />}
      <div className="row gap-8">
        <CommandButton command={readingsCommands.start} icon="download" look="primary" />
        {done !== null && <CommandButton command={readingsCommands.stop} icon="ban" />}
      </div>
    </>
  );
}
