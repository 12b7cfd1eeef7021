import { useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { QueryPanel } from '../../components/range/QueryPanel.tsx';
import { QueryStation } from '../../components/range/QueryStation.tsx';
import { useOffer } from '../../components/screen.ts';
import { useRelativeSwitch } from '../../components/values/relative.tsx';
import { useStationBaselines } from '../../state/devices/baselines.ts';
import { preferences, setRelative } from '../../state/preferences.ts';
import { ChartBody, NotRenewed, useCondition } from './ChartBody.tsx';
import { Chip } from './Chip.tsx';
import { Foot } from './Foot.tsx';
import { useMarks } from './marks/use-marks.ts';
import { panesOf } from './panes.ts';
import { Rail } from './Rail.tsx';
import { dashed, firstChoice, ownKeys, type StationSeries, stationSeries } from './series.ts';
import { Tools } from './Tools.tsx';
import { useCurve } from './use-curve.ts';
import { useExport } from './use-export.ts';
import { useLimits } from './use-limits.ts';
import { usePaneWords } from './use-pane-words.ts';
import { usePng } from './use-png.ts';
import './history.css';

/** Channels that stand above the curve, as long as no more are drawn. */
const mostChips = 14;

/** The history curve of one station: query panel, channels, chart, rail. Range and channels are in the address. */
export default function CurvePanel(props: {
  readonly station: StationDetail;
  readonly onChart: (chart: ChartPort | null) => void;
}) {
  const { station, onChart } = props;
  const text = useText();
  const commands = useCommands();
  const [query, setQuery] = useSearchParams();
  const [cursor, setCursor] = useState<number | null>(null);
  const { code, name, timeZone: zone } = station.summary;

  const { relative } = useSnapshot(preferences);
  useRelativeSwitch(relative, setRelative);
  const baselines = useStationBaselines(station.summary.id, relative);
  const all = useMemo(
    () => stationSeries(station, text, relative ? { baselines } : null),
    [station, text, relative, baselines],
  );
  const channelText = query.get('channels');
  const keys = useMemo(
    () =>
      channelText === ''
        ? []
        : ((channelText === null ? null : ownKeys(channelText.split(','), all)) ?? firstChoice(all, station)),
    [channelText, all, station],
  );
  const keysKey = keys.join();
  const shape = `${relative ? 'Δ' : ''}${all.map((entry) => entry.key).join()}`;
  // biome's rule wants `all`; its values change with every reading, its keys do not.
  const allRef = useRef(all);
  allRef.current = all;
  const chosen = useMemo(() => {
    const wanted = new Set(keysKey.split(','));
    return shape === '' ? [] : dashed(allRef.current.filter((entry) => wanted.has(entry.key)));
  }, [keysKey, shape]);

  const curve = useCurve(chosen, zone, onChart);
  const { loaded, busy } = curve;
  useOffer(
    chartCommands.series,
    ({ key }) => {
      const next = keys.includes(key) ? keys.filter((entry) => entry !== key) : [...keys, key];
      const address = new URLSearchParams(query);
      address.set('channels', next.join());
      setQuery(address, { replace: true });
    },
    { choices: () => all.map((entry) => ({ value: entry.key, label: `${entry.group} – ${entry.label}` })) },
  );

  const marks = useMarks([station.summary], zone, curve);
  const limits = useLimits(station.summary.id, chosen, relative);
  const words = usePaneWords();
  const panes = useMemo(
    () => (loaded === null ? [] : panesOf(chosen, loaded, words)),
    [chosen, loaded, words],
  );
  const curves = panes.flatMap((pane) => pane.curves);
  usePng(curve, curves, zone, `${code} ${name}`);
  useExport(chosen, curve);
  const shownKeys = new Set(chosen.map((entry) => entry.key));
  // What is drawn always has its chip.
  const beside = all
    .filter((entry) => !shownKeys.has(entry.key) && entry.sourceId === chosen[0]?.sourceId)
    .slice(0, Math.max(0, mostChips - chosen.length));
  const dashes = new Map(chosen.map(({ key, series }) => [key, series.dash]));
  const isMain = (entry: StationSeries) => shownKeys.has(entry.key) || beside.includes(entry);
  const main = all.filter(isMain).map((entry) => ({
    ...entry,
    series: { ...entry.series, dash: dashes.get(entry.key) ?? entry.series.dash },
  }));
  const others = all.filter((entry) => !isMain(entry));
  const condition = useCondition(curve, panes, zone);
  return (
    <div className="curve column">
      <QueryPanel
        station={<QueryStation code={code} name={name} />}
        range={curve.range}
        from={curve.from}
        to={curve.to}
        isSpanKnown={curve.isSpanKnown}
        zone={zone}
      />
      <div className={`curve__body fill grid ${curve.legend ? '' : 'curve__body--whole'}`}>
        <div className="curve__left column yields paper" ref={curve.holder}>
          <div className="curve__channels row gap-6 rigid one-line inset paper underlined">
            <div className="curve__chips">
              {main.map((entry) => (
                <Chip
                  key={entry.key}
                  entry={entry}
                  index={chosen.findIndex(({ key }) => key === entry.key)}
                  count={chosen.length}
                  title={entry.group}
                />
              ))}
            </div>
            {others.length > 0 && (
              <Select
                label={text('curve.addChannel')}
                icon="plus"
                value=""
                options={[
                  { value: '', label: text('curve.addChannel') },
                  ...others.map((entry) => ({
                    value: entry.key,
                    label: `${entry.group} – ${entry.label}`,
                  })),
                ]}
                onChange={(key) => key !== '' && commands.run(chartCommands.series, { key }, 'button')}
              />
            )}
            <Tools legend={curve.legend} />
          </div>
          <div className="curve__chart column fill" aria-busy={busy}>
            {chosen.length === 0 ? (
              <EmptyState icon="line-chart" title={text('curve.noChannel')} />
            ) : (
              (condition ?? (
                <>
                  <NotRenewed curve={curve} zone={zone} />
                  <ChartBody
                    curve={curve}
                    chosen={chosen}
                    panes={panes}
                    zone={zone}
                    gaps={loaded?.gaps ?? []}
                    onCursor={setCursor}
                    marks={marks}
                    limits={limits}
                  />
                </>
              ))
            )}
          </div>
          <Foot loaded={loaded} curves={curves} />
        </div>
        {curve.legend && (
          <Rail
            curve={curve}
            panes={panes}
            cursor={cursor}
            zone={zone}
            gaps={loaded?.gaps ?? []}
            marks={marks}
          />
        )}
      </div>
    </div>
  );
}
