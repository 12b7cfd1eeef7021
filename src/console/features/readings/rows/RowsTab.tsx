import { useCallback, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { stations } from '../../../../../commands/stations/index.ts';
import { table } from '../../../../../commands/table.ts';
import { callOf } from '../../../../command/command.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { relativeChannels } from '../../../../domain/baseline.ts';
import { MultiChoice } from '../../../components/choice/MultiChoice.tsx';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/range/range.ts';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { useOffer } from '../../../components/screen.ts';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { RelativeSwitch, relativeName, useRelativeSwitch } from '../../../components/values/relative.tsx';
import { useNow } from '../../../state/connection/clock.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useStationBaselines, validOf } from '../../../state/devices/baselines.ts';
import { notify } from '../../../state/notices.ts';
import { askFile } from '../../../state/overlays.ts';
import { preferences, setRelative } from '../../../state/preferences.ts';
import type { RowSource } from '../sources.ts';
import { withGaps } from './gap-rows.ts';
import { nextSorting, type Sorting, sortRows } from './sort-rows.ts';
import { useColumns } from './use-columns.ts';
import { useElements } from './use-elements.ts';
import { useGaps } from './use-gaps.ts';
import { useRows } from './use-rows.ts';

/** Readings beyond which a table is not sorted by value: all of them would have to be fetched first. */
const mostSorted = 20_000;

/** The readings of one source as a table: its range, columns, parts, order, gaps; live ones join on top. */
export function RowsTab(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const { row, sourceId } = source;
  const zone = detail.summary.timeZone;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const now = useNow(10_000);
  const { element, choices } = useElements(source);
  const { relative } = useSnapshot(preferences);
  const marked = relativeChannels(row, element > 0).map(({ id }) => id);
  const canBeRelative = row !== 'status' && marked.length > 0;
  useRelativeSwitch(relative, setRelative);
  const known = useStationBaselines(detail.summary.id, canBeRelative && relative);
  const baselines = canBeRelative && relative ? validOf(known, sourceId) : null;
  const loaded = useRows({ sourceId, row, element, range: range.range, baselines });
  const { rows, total, whole, error, busy, more, all, retry } = loaded;
  const columns = useColumns(source, element > 0);
  const [isChoosing, setChoosing] = useState(false);
  const stopChoosing = useCallback(() => setChoosing(false), []);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const gaps = useGaps({ sourceId, row, element }, range, rows, whole);

  useOffer(stations.refresh, retry, { of: 'rows' });
  useOffer(table.columns, () => setChoosing(!isChoosing));
  useOffer(
    table.export,
    () => {
      const span = spanOf(range.range);
      const oldest = rows.at(-1)?.t;
      const from = span === null ? oldest : Math.max(0, Math.floor(span.from));
      askFile({
        table: 'readings',
        query: {
          ...{ sourceId, row, element },
          ...(from === undefined ? {} : { from }),
          // A quick range has no end: what comes in the meantime belongs to it.
          ...(range.range.type === 'span' ? { to: Math.ceil(range.range.to) } : {}),
          ...(baselines === null ? {} : { relative: 1 }),
        },
      });
    },
    { available: rows.length > 0 ? true : 'table.empty.title' },
  );
  useOffer(
    table.sort,
    async ({ column }) => {
      const next = nextSorting(sorting, column);
      if (next !== null && total > mostSorted) {
        notify('warning', text('table.sortTooMany', { most: mostSorted, total }));
        return;
      }
      if (next === null || (await all())) setSorting(next);
    },
    {
      available: rows.length > 0,
      choices: () => columns.shown.map(({ id, heading }) => ({ value: id, label: text(heading) })),
    },
  );
  const titles = Object.fromEntries(
    columns.shown.flatMap(({ id, heading }) =>
      baselines !== null && marked.includes(id) ? [[id, relativeName(text(heading))]] : [],
    ),
  );
  const shown = useMemo(
    () => (sorting !== null && whole ? sortRows(rows, sorting) : withGaps(rows, gaps, whole)),
    [rows, gaps, sorting, whole],
  );
  const groups = useMemo(
    () => [
      {
        label: source.label,
        items: columns.all.map(({ id, heading, unit }) => ({
          value: id,
          label: text(heading),
          note: unit ?? '',
        })),
      },
    ],
    [source.label, columns.all, text],
  );
  const newest = rows[0]?.t;

  const body = () => {
    if (error !== null && rows.length === 0)
      return (
        <FailedState
          title={text('table.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => commands.run(stations.refresh, { of: 'rows' }, 'button')}
        />
      );
    if (busy && rows.length === 0) return <LoadingRows rows={12} />;
    if (rows.length === 0) {
      const never = detail.sensors.find(({ id }) => id === sourceId)?.latest.length === 0;
      return (
        <EmptyState icon="table" title={text(never ? 'table.empty.title' : 'curve.empty.title')}>
          {text(never ? 'table.empty.text' : 'table.empty.range')}
        </EmptyState>
      );
    }
    return (
      <DataTable
        label={`${text(`row.${row}`)} ${source.label}`}
        columns={columns.shown}
        titles={titles}
        rows={shown}
        total={total}
        zone={zone}
        onMore={more}
        sorted={whole ? sorting : null}
        foot={
          newest !== undefined && (
            <span className="num">{text('table.newestAge', { age: format.duration(now - newest) })}</span>
          )
        }
      />
    );
  };
  return (
    <>
      <div className="readings__bar row wrap gap-8 rigid inset paper underlined">
        {choices.length > 0 && (
          <Select
            label={text('table.element')}
            value={String(element)}
            options={choices.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={(value) => commands.run(stations.element, { element: Number(value) }, 'button')}
          />
        )}
        {canBeRelative && <RelativeSwitch relative={relative} />}
        {gaps.length > 0 && (
          <span className="dim text-12 num">{text('table.gaps', { count: gaps.length })}</span>
        )}
        <span className="grow" />
        <CommandButton command={table.export} icon="download" iconOnly look="ghost" />
        <MultiChoice
          label={text('table.columns', { shown: columns.shown.length, all: columns.all.length })}
          icon="list"
          toggle={callOf(table.columns)}
          open={isChoosing}
          onClose={stopChoosing}
          search={text('table.searchColumns')}
          none={text('history.noMatch')}
          groups={groups}
          chosen={new Set(columns.shown.map(({ id }) => id))}
          onToggle={(column) => commands.run(table.column, { column }, 'button')}
        />
      </div>
      <div className="readings__body column fill paper" aria-busy={busy}>
        {body()}
      </div>
    </>
  );
}
