import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { chart as chartCommands } from '../../../../../commands/chart/index.ts';
import { history as historyCommands } from '../../../../../commands/history.ts';
import { stations as stationCommands } from '../../../../../commands/stations/index.ts';
import type { ChartPort } from '../../../../command/context.ts';
import type { StationSummary } from '../../../../contract/sites/stations.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Segmented } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { QueryPanel } from '../../../components/range/QueryPanel.tsx';
import { useOffer } from '../../../components/screen.ts';
import { ChartBody, NotRenewed, useCondition } from '../ChartBody.tsx';
import { Chip } from '../Chip.tsx';
import { choiceOf, type HistoryChoice, historyViews, toggled, withChoice } from '../choice.ts';
import { Foot } from '../Foot.tsx';
import { mostLines } from '../lines.ts';
import { useMarks } from '../marks/use-marks.ts';
import { Pickers } from '../Pickers.tsx';
import { panesOf } from '../panes.ts';
import { Rail } from '../Rail.tsx';
import { Tools } from '../Tools.tsx';
import { useCurve } from '../use-curve.ts';
import { useExport } from '../use-export.ts';
import { useLines } from '../use-lines.ts';
import { usePaneWords } from '../use-pane-words.ts';
import { usePng } from '../use-png.ts';
import { HistoryTable } from './HistoryTable.tsx';
import { useDoubted, useTable } from './use-table.ts';

/** One curve and one table over several stations. `known`: the stations that the user may see. */
export function HistoryData(props: {
  readonly known: readonly StationSummary[];
  readonly onChart: (chart: ChartPort | null) => void;
}) {
  const { known, onChart } = props;
  const text = useText();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const [cursor, setCursor] = useState<number | null>(null);
  const choice = useMemo(() => choiceOf(query), [query]);
  const { view } = choice;
  const change = (next: Partial<HistoryChoice>) => setQuery(withChoice(query, next), { replace: true });

  const found = useLines(choice, known);
  const { all, shown, ids } = found;
  const lead = found.details[0]?.summary ?? known.find(({ id }) => id === ids[0]) ?? known[0];
  const zone = lead?.timeZone ?? 'UTC';
  const curve = useCurve(shown, zone, onChart);
  const { loaded, busy } = curve;
  const words = usePaneWords();
  const panes = useMemo(() => (loaded === null ? [] : panesOf(shown, loaded, words)), [shown, loaded, words]);
  const curves = panes.flatMap((pane) => pane.curves);
  const marked = useMemo(
    () => found.details.map(({ summary }) => ({ id: summary.id, code: summary.code })),
    [found.details],
  );
  const marks = useMarks(marked, zone, curve);
  const table = useTable(shown, loaded, view !== 'curve');
  const doubted = useDoubted(shown, loaded, view !== 'curve');
  const several = new Set(shown.map(({ stationId }) => stationId)).size > 1;
  const gaps = several ? null : (loaded?.gaps ?? []);
  const name = `${lead === undefined ? '' : `${lead.code} ${lead.name}`}${ids.length > 1 ? ` +${ids.length - 1}` : ''}`;
  usePng(curve, curves, zone, name, view !== 'table');
  useExport(shown, curve);

  useOffer(historyCommands.view, ({ view: next }) => change({ view: next }));
  useOffer(chartCommands.series, ({ key }) => change({ hidden: new Set(toggled([...choice.hidden], key)) }), {
    choices: () => all.map(({ key, full }) => ({ value: key, label: full })),
  });
  useOffer(stationCommands.refresh, found.refetch, { of: 'details', available: found.error !== null });

  const condition = useCondition(curve, panes, zone);
  const body = () => {
    if (ids.length === 0)
      return (
        <EmptyState
          icon="map-pin"
          title={text('history.none.title')}
          actions={<CommandButton command={historyCommands.chooseStations} look="primary" />}
        >
          {text('history.none.text')}
        </EmptyState>
      );
    if (found.error !== null)
      return (
        <FailedState
          title={text('curve.failed')}
          reason={found.error.message}
          onRetry={() => commands.run(stationCommands.refresh, { of: 'details' }, 'button')}
        />
      );
    if (found.pending) return <LoadingRows rows={10} />;
    if (shown.length === 0)
      return (
        <EmptyState
          icon="line-chart"
          title={text('history.noChannel.title')}
          actions={<CommandButton command={historyCommands.chooseChannels} look="primary" />}
        >
          {text('history.noChannel.text')}
        </EmptyState>
      );
    if (condition !== null) return condition;
    return (
      <>
        <NotRenewed curve={curve} zone={zone} />
        {view !== 'table' && (
          <ChartBody
            curve={curve}
            chosen={shown}
            panes={panes}
            zone={zone}
            gaps={gaps}
            onCursor={setCursor}
            marks={marks}
          />
        )}
        {table !== null && <HistoryTable rows={table} zone={zone} doubted={doubted} />}
      </>
    );
  };
  const railed = curve.legend && view !== 'table' && shown.length > 0;
  return (
    <div className="curve column">
      <QueryPanel
        station={
          <Pickers
            stations={ids}
            channels={found.present}
            series={found.stations}
            onStation={(id) => change({ stations: toggled(ids, id) })}
            onStations={(stations) => change({ stations })}
            onChannel={(channel) => change({ channels: toggled(found.channels, channel) })}
            onClear={() => change({ stations: [] })}
          />
        }
        range={curve.range}
        from={curve.from}
        to={curve.to}
        isSpanKnown={curve.isSpanKnown}
        zone={zone}
      />
      <div className="curve__channels row gap-6 rigid one-line inset paper underlined">
        <div className="curve__chips">
          {all.map((line) => (
            <Chip
              key={line.key}
              entry={line}
              index={shown.findIndex(({ key }) => key === line.key)}
              count={shown.length}
              title={line.full}
              plain
            />
          ))}
        </div>
        <Tools legend={curve.legend}>
          <Segmented
            label={text('command.history.view')}
            value={view}
            options={historyViews.map((value) => ({ value, label: text(`history.view.${value}`) }))}
            onChange={(next) => commands.run(historyCommands.view, { view: next }, 'button')}
          />
        </Tools>
      </div>
      <div className={`curve__body fill grid ${railed ? '' : 'curve__body--whole'}`}>
        <div className={`curve__left column yields paper curve__left--${view}`} ref={curve.holder}>
          {found.unknown > 0 && (
            <p className="curve__note rigid underlined text-12" role="status">
              {text('history.unknown', { count: found.unknown })}
            </p>
          )}
          {found.left > 0 && (
            <p className="curve__note rigid underlined text-12" role="status">
              {text('history.tooMany', { most: mostLines, left: found.left })}
            </p>
          )}
          <div className={`curve__chart column fill curve__chart--${view}`} aria-busy={busy}>
            {body()}
          </div>
          {view !== 'table' && <Foot loaded={loaded} curves={curves} />}
        </div>
        {railed && <Rail curve={curve} panes={panes} cursor={cursor} zone={zone} gaps={gaps} marks={marks} />}
      </div>
    </div>
  );
}
