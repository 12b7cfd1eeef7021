import { useSearchParams } from 'wouter';
import { stations } from '../../../../commands/stations/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { type DataTab, rowOfTab } from '../../../derive/data-tabs.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { type Text, useText } from '../../components/i18n.ts';
import { QueryPanel } from '../../components/range/QueryPanel.tsx';
import { QueryStation } from '../../components/range/QueryStation.tsx';
import { quickSpans } from '../../components/range/range.ts';
import { type TabRange, useTabRange } from '../../components/range/use-tab-range.ts';
import { useOffer } from '../../components/screen.ts';
import { notify } from '../../state/notices.ts';
import { BlastStems } from './blast/BlastStems.tsx';
import { CalibrationTab } from './calibration/CalibrationTab.tsx';
import { ElementsNow } from './elements/ElementsNow.tsx';
import { ExportTab } from './export/ExportTab.tsx';
import { RainTab } from './rain/RainTab.tsx';
import { RowsTab } from './rows/RowsTab.tsx';
import { calibrationSources, type RowSource, sourcesOf } from './sources.ts';
import { useChoice } from './use-choice.ts';
import { WaveformTab } from './waveform/WaveformTab.tsx';

export type BodyTab = Exclude<DataTab, 'curve' | 'formulas'>;

function sourcesOfTab(tab: BodyTab, detail: StationDetail, text: Text): readonly RowSource[] {
  if (tab === 'calibration') return calibrationSources(detail, text);
  const row = rowOfTab(tab);
  return row === null ? [] : sourcesOf(detail, row, text);
}

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
  readonly tab: BodyTab;
  readonly detail: StationDetail;
  readonly onChart: (chart: ChartPort | null) => void;
}) {
  const { tab, detail, onChart } = props;
  const { code, name, timeZone: zone } = detail.summary;
  const text = useText();
  const commands = useCommands();
  const range = useTabRange(zone, useSearchParams(), onChart, (problem) => notify('warning', text(problem)));
  const sources = sourcesOfTab(tab, detail, text);
  const source = useSource(sources);
  const now = Date.now();
  const { from, to } = range.span ?? { from: now - quickSpans.week, to: now };
  return (
    <>
      <QueryPanel
        station={<QueryStation code={code} name={name} />}
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
  readonly tab: BodyTab;
  readonly detail: StationDetail;
  readonly source: RowSource | undefined;
  readonly range: TabRange;
}) {
  const { tab, detail, source, range } = props;
  const text = useText();
  if (tab === 'export') return <ExportTab detail={detail} range={range} />;
  if (source === undefined) return <EmptyState icon="table" title={text('table.empty.title')} />;
  const shared = { detail, source, range };
  const key = source.sourceId;
  if (tab === 'waveform') return <WaveformTab key={key} {...shared} />;
  if (tab === 'rain5') return <RainTab key={key} {...shared} main="five" />;
  if (tab === 'rainHourly') return <RainTab key={key} {...shared} main="hourly" />;
  if (tab === 'calibration') return <CalibrationTab key={key} {...shared} />;
  return (
    <>
      {tab === 'blast' && <BlastStems key={`stems ${key}`} {...shared} />}
      {source.elements > 0 && <ElementsNow key={`parts ${key}`} detail={detail} source={source} />}
      <RowsTab key={key} {...shared} />
    </>
  );
}
