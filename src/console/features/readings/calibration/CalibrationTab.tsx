import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { calibration as calibrationCommands } from '../../../../../commands/calibration.ts';
import { stations } from '../../../../../commands/stations/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { temperatureRows } from '../../../../derive/data-tabs.ts';
import { leastFit } from '../../../../domain/readings/temperature-fit.ts';
import { useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { Select } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { preferences } from '../../../state/preferences.ts';
import { mostReadings } from '../../../state/sites/raw-columns.ts';
import type { RowSource } from '../sources.ts';
import { curveSpec, scatterSpec, temperatureSpec } from './calibration-specs.ts';
import { FitFacts } from './FitFacts.tsx';
import { useCalibration } from './use-calibration.ts';
import './calibration.css';

/** How much of a channel is temperature: value over temperature with its fit, the curve before and after. Readings stay as they are. */
export function CalibrationTab(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
}) {
  const { detail, source, range } = props;
  const { row, sourceId, kind } = source;
  const zone = detail.summary.timeZone;
  const text = useText();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  const [query, setQuery] = useSearchParams();
  const ids = (kind === null ? [] : temperatureRows(kind)).find((one) => one.row === row)?.channels ?? [];
  const columns = source.columns.filter(({ id, element }) => !element && ids.includes(id));
  const column = columns.find(({ id }) => id === query.get('channel')) ?? columns[0];
  const channels = columns.map(({ id, heading }) => ({ value: id, label: text(heading) }));
  useOffer(
    calibrationCommands.channel,
    ({ channel }) => {
      const address = new URLSearchParams(query);
      address.set('channel', channel);
      setQuery(address, { replace: true });
    },
    { choices: () => channels },
  );
  const asked = useCalibration({ sourceId, row, channel: column?.id ?? '' }, range);
  useOffer(stations.refresh, async () => void (await asked.query.refetch()), { of: 'calibration' });
  const { calibration } = asked;
  const name = column === undefined ? '' : `${text(column.heading)}, ${column.unit ?? ''}`;
  const fit = calibration === null || typeof calibration.fit === 'string' ? null : calibration.fit;
  const specs = useMemo(
    () =>
      calibration === null
        ? null
        : {
            scatter: scatterSpec(calibration, fit, text('calibration.scatter', { name })),
            curve: curveSpec(calibration, zone, name),
            temperature: temperatureSpec(calibration, zone, text('calibration.temperature')),
          },
    [calibration, fit, zone, name, text],
  );
  const bar = (
    <div className="readings__bar row gap-8 rigid inset paper underlined">
      <Select
        label={text('argument.channel')}
        value={column?.id ?? ''}
        options={channels}
        onChange={(channel) => commands.run(calibrationCommands.channel, { channel }, 'button')}
      />
      {fit !== null && (
        <span className="calibration__keys row gap-12 text-12">
          <span className="calibration__key">{text('calibration.raw')}</span>
          <span className="calibration__key calibration__key--after">{text('calibration.corrected')}</span>
        </span>
      )}
    </div>
  );
  const body = () => {
    if (asked.query.error !== null && asked.query.data === undefined)
      return (
        <FailedState
          title={text('table.failed')}
          reason={reasonOf(asked.query.error, text)}
          onRetry={() => commands.run(stations.refresh, { of: 'calibration' }, 'button')}
        />
      );
    if (asked.query.isPending) return <LoadingRows rows={12} />;
    if (calibration === null || specs === null)
      return (
        <EmptyState icon="table" title={text('readings.long.title')}>
          {text('readings.long.text', { most: mostReadings })}
        </EmptyState>
      );
    if (typeof calibration.fit === 'string')
      return (
        <EmptyState icon="line-chart" title={text('calibration.noFit')}>
          {text(`calibration.noFit.${calibration.fit}`, {
            readings: leastFit.readings,
            range: leastFit.range,
            hours: leastFit.span / 3_600_000,
          })}
        </EmptyState>
      );
    return (
      <ScrollRegion className="calibration fill grid" label={text('station.data.calibration')}>
        <div className="column paper calibration__plots">
          <Plot
            spec={specs.scatter}
            theme={theme}
            className="calibration__scatter"
            label={specs.scatter.title ?? ''}
          />
          <Plot spec={specs.curve} theme={theme} className="calibration__curve" label={name} />
          <Plot
            spec={specs.temperature}
            theme={theme}
            className="calibration__temperature"
            label={specs.temperature.title ?? ''}
          />
        </div>
        <FitFacts fit={calibration.fit} unit={column?.unit ?? ''} digits={column?.digits ?? 2} />
      </ScrollRegion>
    );
  };
  return (
    <>
      {bar}
      {body()}
    </>
  );
}
