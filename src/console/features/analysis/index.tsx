import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { analysis } from '../../../../commands/analysis.ts';
import { chart as chartCommands } from '../../../../commands/chart/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import { listBindings } from '../../../command/keys.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { isLens, type LensId, lensIds } from '../../../domain/lenses/index.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Segmented, Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useTabRange } from '../../components/range/use-tab-range.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { preferences } from '../../state/preferences.ts';
import { mostReadings } from '../../state/sites/raw-columns.ts';
import { useEvents } from './events/use-events.tsx';
import { useFailure } from './failure/use-failure.tsx';
import { useGaps } from './gaps/use-gaps.tsx';
import { chosenMovement, type LensQuantity, movementsOf } from './movements.ts';
import { useNeighbours } from './neighbours/use-neighbours.tsx';
import { useProfile } from './profile/use-profile.tsx';
import { stringsOf } from './profile/use-profile-input.ts';
import { gaugeOf, useRainLens } from './rain/use-rain-lens.tsx';
import { useRate } from './rate/use-rate.tsx';
import { Strip } from './Strip.tsx';
import { saveLens } from './save-lens.ts';
import type { LensLook, LensShown } from './shown.ts';
import { useTangent } from './tangent/use-tangent.tsx';
import { useTemperature } from './temperature/use-temperature.tsx';
import { useSeries } from './use-lens.ts';
import { useVibration } from './vibration/use-vibration.tsx';
import { vibrationSources } from './vibration/use-vibration-data.ts';
import './analysis.css';

const bindings = listBindings(analysis);
const typedInto =
  'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="menu"], dialog';

/** Hears the keys of the page's commands wherever the focus is, but where something is typed. */
function useKeys(): void {
  const commands = useCommands();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (event.target instanceof Element && event.target.closest(typedInto) !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const call = bindings.get(event.key);
      if (call === undefined) return;
      event.preventDefault();
      commands.runCall(call, 'key');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [commands]);
}

interface PageProps {
  readonly station: StationDetail;
  /** Of the address; null = the first. */
  readonly lens: string | null;
  readonly onChart: (chart: ChartPort | null) => void;
}

/** The analysis of a station: its lenses on one quantity over one range, all of it in the address. */
export default function AnalysisPage(props: PageProps) {
  const { station, lens } = props;
  const text = useText();
  const [query] = useSearchParams();
  const wanted = query.get('series');
  const movements = useMemo(() => movementsOf(station, text, wanted), [station, text, wanted]);
  const movement = chosenMovement(movements, wanted, station.summary);
  if (lens !== null && !isLens(lens))
    return (
      <EmptyState
        icon="line-chart"
        title={text('analysis.noLens', { lens })}
        actions={<CommandButton command={analysis.failure} look="primary" />}
      />
    );
  if (movement === null)
    return (
      <EmptyState icon="line-chart" title={text('analysis.noMovement.title')}>
        {text('analysis.noMovement.text')}
      </EmptyState>
    );
  return <Lenses {...props} open={lens ?? 'failure'} movements={movements} movement={movement} />;
}

/** Lenses that fetch what they look at themselves: the quantity may have too many readings for the others. */
const fetchItself: ReadonlySet<LensId> = new Set(['profile', 'vibration', 'gaps', 'neighbours']);

const onlyWhere: Readonly<Partial<Record<LensId, (station: StationDetail) => boolean>>> = {
  rain: (station) => gaugeOf(station) !== null,
  profile: (station) => stringsOf(station).length > 0,
  vibration: (station) => vibrationSources(station) !== null,
};

/** Whether a station has what a lens looks at. */
const isOf = (station: StationDetail, id: LensId): boolean => onlyWhere[id]?.(station) ?? true;

function Lenses(
  props: PageProps & {
    readonly open: LensId;
    readonly movements: readonly LensQuantity[];
    readonly movement: LensQuantity;
  },
) {
  const { station, open, movements, movement, onChart } = props;
  const zone = station.summary.timeZone;
  const text = useText();
  const { theme } = useSnapshot(preferences);
  const [query, setQuery] = useSearchParams();
  const { range } = useTabRange(zone, [query, setQuery], onChart, (problem) =>
    notify('warning', text(problem)),
  );
  const readings = useSeries(movement, range);
  const series = readings.data ?? null;
  const looked: LensLook = {
    detail: station,
    zone,
    theme,
    range,
    movement,
    series,
    of: `${movement.key} ${JSON.stringify(range)} ${readings.dataUpdatedAt} ${readings.isPlaceholderData}`,
  };
  const shown: Readonly<Record<LensId, LensShown>> = {
    failure: useFailure(looked, open === 'failure'),
    tangent: useTangent(looked, open === 'tangent'),
    rain: useRainLens(looked, open === 'rain'),
    profile: useProfile(looked, open === 'profile'),
    vibration: useVibration(looked, open === 'vibration'),
    temperature: useTemperature(looked),
    rate: useRate(looked, open === 'rate'),
    gaps: useGaps(looked),
    neighbours: useNeighbours(looked, open === 'neighbours'),
    events: useEvents(looked, open === 'events'),
  };
  const own = shown[open];
  useKeys();
  useOffer(
    analysis.series,
    ({ series: key }) => {
      const address = new URLSearchParams(query);
      address.set('series', key);
      setQuery(address, { replace: true });
    },
    { choices: () => movements.map(({ key, label }) => ({ value: key, label })) },
  );
  useOffer(analysis.refit, () => {
    void readings.refetch();
    own.refit();
  });
  useOffer(analysis.cancel, own.cancel, { available: own.part !== null });
  useOffer(
    analysis.exportFile,
    ({ format }) => {
      if (own.file !== null)
        void saveLens(
          own.file,
          `${station.summary.code} ${text(`analysis.${open}.title`)}`,
          format as 'csv' | 'xlsx',
        );
    },
    { available: own.file === null ? 'analysis.nothing' : true },
  );
  return (
    <div className="analysis column fill">
      <Strip ids={lensIds.filter((id) => id === open || isOf(station, id))} open={open} shown={shown} />
      <Controls movements={movements} movement={movement} range={range} own={own} />
      <div
        className="analysis__body fill"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, by keys too
        tabIndex={0}
        aria-labelledby={`lens-${open}`}
      >
        <Body
          own={own}
          error={readings.error}
          isLong={!fetchItself.has(open) && readings.data === null && !readings.isPending}
        />
      </div>
    </div>
  );
}

function Controls(props: {
  readonly movements: readonly LensQuantity[];
  readonly movement: LensQuantity;
  readonly range: LensLook['range'];
  readonly own: LensShown;
}) {
  const { movements, movement, range, own } = props;
  const text = useText();
  const commands = useCommands();
  return (
    <div className="analysis__bar row wrap gap-8 rigid inset paper underlined">
      <Select
        label={text('argument.channel')}
        value={movement.key}
        options={movements.map(({ key, label }) => ({ value: key, label }))}
        className="analysis__series"
        onChange={(series) => commands.run(analysis.series, { series }, 'button')}
      />
      {own.controls}
      <span className="grow" />
      {own.part !== null && (
        <span className="row gap-6 text-12 dim" role="status">
          <progress value={own.part} max={1} aria-label={text('analysis.underWay')} />
          <CommandButton command={analysis.cancel} look="ghost" />
        </span>
      )}
      <Segmented
        label={text('curve.quick')}
        value={range.type === 'quick' ? range.quick : null}
        options={(['week', 'month', 'quarter'] as const).map((value) => ({
          value,
          label: text(`curve.${value}`),
        }))}
        onChange={(value) => commands.run(chartCommands.range, { range: value }, 'button')}
      />
      <CommandButton command={analysis.refit} icon="refresh" iconOnly />
      <CommandButton
        command={analysis.exportFile}
        args={{ format: 'xlsx' }}
        icon="download"
        label={text('analysis.export')}
      />
    </div>
  );
}

function Body(props: { readonly own: LensShown; readonly error: Error | null; readonly isLong: boolean }) {
  const { own, error, isLong } = props;
  const text = useText();
  const commands = useCommands();
  const failed = error ?? own.failed;
  if (own.main === null && failed !== null)
    return (
      <FailedState
        title={text('table.failed')}
        reason={reasonOf(failed, text)}
        onRetry={() => commands.run(analysis.refit, {}, 'button')}
      />
    );
  if (isLong)
    return (
      <EmptyState icon="table" title={text('readings.long.title')}>
        {text('readings.long.text', { most: mostReadings })}
      </EmptyState>
    );
  if (own.main === null) return <LoadingRows rows={12} />;
  return (
    <>
      {own.main}
      {own.rail !== null && (
        <aside
          className="rail analysis__rail"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, by keys too
          tabIndex={0}
          aria-label={text('analysis.result')}
        >
          {own.rail}
        </aside>
      )}
    </>
  );
}
