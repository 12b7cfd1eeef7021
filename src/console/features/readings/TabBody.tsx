import { stations } from '../../../../commands/stations/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import type { StationDetail } from '../../../contract/stations.ts';
import { type DataTab, rowOfTab } from '../../../derive/data-tabs.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { QueryPanel } from '../../components/range/QueryPanel.tsx';
import { quickSpans } from '../../components/range/range.ts';
import { useOffer } from '../../components/screen.ts';
import { RowsTab } from './rows/RowsTab.tsx';
import { type RowSource, sourcesOf } from './sources.ts';
import { useChoice } from './use-choice.ts';
import { type TabRange, useTabRange } from './use-tab-range.ts';
import { WaveformView } from './WaveformView.tsx';

/** What a sub-tab shows is one source's: the one that the address names, or the first. */
function useSource(sources: readonly RowSource[]): RowSource | undefined {
  const [kept, choose] = useChoice('sensor');
  useOffer(stations.sensor, ({ sensorId }) => choose(sensorId), {
    available: sources.length > 1,
    choices: () => sources.map(({ sourceId, label }) => ({ value: sourceId, label })),
  });
  return sources.find(({ sourceId }) => sourceId === kept) ?? sources[0];
}

/** A data sub-tab with the query panel over it. */
export function TabBody(props: {
  readonly tab: Exclude<DataTab, 'curve'>;
  readonly detail: StationDetail;
  readonly onChart: (chart: ChartPort | null) => void;
}) {
  const { tab, detail, onChart } = props;
  const { code, name, timeZone: zone } = detail.summary;
  const text = useText();
  const commands = useCommands();
  const range = useTabRange(zone, onChart);
  const row = rowOfTab(tab);
  const sources = row === null ? [] : sourcesOf(detail, row, text);
  const source = useSource(sources);
  const now = Date.now();
  const { from, to } = range.span ?? { from: now - quickSpans.week, to: now };
  return (
    <>
      <QueryPanel
        station={
          <>
            <b className="query__station ellipsis strong">{`${code} ${name}`}</b>
            <CommandButton
              command={stations.tab}
              args={{ tab: 'map' }}
              icon="info"
              label={text('curve.details')}
              look="ghost"
              iconOnly
            />
          </>
        }
        range={range.range}
        from={from}
        to={to}
        zone={zone}
      />
      {sources.length > 1 && source !== undefined && (
        <div className="readings__bar row gap-8 rigid inset paper underlined">
          <Select
            label={text('argument.sensor')}
            icon="cpu"
            value={String(source.sourceId)}
            options={sources.map(({ sourceId, label }) => ({ value: String(sourceId), label }))}
            onChange={(value) => commands.run(stations.sensor, { sensorId: Number(value) }, 'button')}
          />
        </div>
      )}
      <Shown tab={tab} detail={detail} source={source} range={range} />
    </>
  );
}

/** What the sub-tab is made of. */
function Shown(props: {
  readonly tab: Exclude<DataTab, 'curve'>;
  readonly detail: StationDetail;
  readonly source: RowSource | undefined;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const text = useText();
  if (source === undefined) return <EmptyState icon="table" title={text('table.empty.title')} />;
  if (source.row === 'waveform')
    return (
      <WaveformView
        key={source.sourceId}
        stationId={detail.summary.id}
        sourceId={source.sourceId}
        zone={detail.summary.timeZone}
      />
    );
  return <RowsTab key={source.sourceId} detail={detail} source={source} range={range} />;
}
