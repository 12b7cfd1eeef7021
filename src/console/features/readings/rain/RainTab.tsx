import { type KeyboardEvent, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { chart } from '../../../../../commands/chart/index.ts';
import { rain as rainCommands } from '../../../../../commands/rain.ts';
import { stations } from '../../../../../commands/stations/index.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { counts } from '../../../../domain/readings/rain.ts';
import { fiveMinutes } from '../../../../domain/readings/rain-hours.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import type { TabRange } from '../../../components/range/use-tab-range.ts';
import { useOffer } from '../../../components/screen.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { preferences } from '../../../state/preferences.ts';
import { mostReadings } from '../../../state/sites/raw-columns.ts';
import type { RowSource } from '../sources.ts';
import { HourTable } from './HourTable.tsx';
import { RainFacts } from './RainFacts.tsx';
import { rainSpecs } from './rain-specs.ts';
import { useRain } from './use-rain.ts';
import './rain.css';

const minute = 60_000;
const hour = 60 * minute;

/** Rain of a gauge: rows of five minutes or hours hanging from the top, the day's sum, every row that brought rain, hours beside it. */
export function RainTab(props: {
  readonly detail: StationDetail;
  readonly source: RowSource;
  readonly range: TabRange;
  /** Which lane is the tall one. */
  readonly main: 'five' | 'hourly';
}) {
  const { detail, source, range, main } = props;
  const { dayBoundary: boundary, timeZone: zone } = detail.project;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { theme } = useSnapshot(preferences);
  const [at, setAt] = useState<number | null>(null);
  const [withTable, setWithTable] = useState(true);
  const { query, rain } = useRain(detail, source.sourceId, range);
  const specs = useMemo(
    () =>
      rain === null
        ? null
        : rainSpecs(rain, { zone, boundary }, at, {
            five: text('rain.laneFive', { time: clockOf(boundary) }),
            hours: text('rain.laneHours'),
            rows: text('rain.laneRows'),
          }),
    [rain, zone, boundary, at, text],
  );
  const inRange = (t: number) => (rain === null ? t : Math.max(rain.span.from, Math.min(rain.span.to, t)));
  useOffer(rainCommands.at, ({ t }) => setAt(inRange(t)), {
    available: rain !== null && rain.hours.length > 0,
    choices: () =>
      (rain?.hours ?? [])
        .toReversed()
        .slice(0, 200)
        .map(({ to }) => ({ value: to, label: format.time(to, zone, 'full') })),
  });
  useOffer(rainCommands.table, () => setWithTable(!withTable));
  useOffer(stations.refresh, async () => void (await query.refetch()), { of: 'rain' });
  if (query.error !== null && query.data === undefined)
    return (
      <FailedState
        title={text('table.failed')}
        reason={reasonOf(query.error, text)}
        onRetry={() => commands.run(stations.refresh, { of: 'rain' }, 'button')}
      />
    );
  if (query.isPending) return <LoadingRows rows={12} />;
  if (rain === null || specs === null)
    return (
      <EmptyState icon="table" title={text('readings.long.title')}>
        {text('readings.long.text', { most: mostReadings })}
      </EmptyState>
    );
  if (rain.rows.length === 0)
    return (
      <EmptyState icon="line-chart" title={text('curve.empty.title')}>
        {text('table.empty.range')}
      </EmptyState>
    );
  const step = (by: number) => {
    const from = at ?? rain.rows.at(-1)?.t ?? rain.span.to;
    commands.run(rainCommands.at, { t: Math.round(inRange(from + by)) }, 'key');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (sign !== 0) step(sign * (event.shiftKey || main === 'hourly' ? hour : 5 * minute));
    else if (event.key === 't') commands.run(rainCommands.table, {}, 'key');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const others = rain.rows.filter(
    (row) => counts(row) && row.interval !== fiveMinutes && row.amount > 0,
  ).length;
  const plots = {
    theme,
    onPress: (t: number) => commands.run(rainCommands.at, { t: Math.round(t) }, 'button'),
  };
  const zoom = (from: number, to: number) => {
    const [a, b] = [new Date(from).toISOString(), new Date(to).toISOString()];
    commands.run(chart.dates, { from: a, to: b }, 'button');
  };
  return (
    <div className="rain-tab column fill" aria-busy={query.isFetching}>
      <RainFacts rain={rain} zone={zone} />
      <div className={`rain-tab__body fill grid ${withTable ? '' : 'rain-tab__body--whole'}`}>
        <div
          className="rain-tab__lanes column paper"
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of its cursor are heard here
          tabIndex={0}
          aria-label={text('rain.keys')}
          onKeyDown={onKeyDown}
        >
          <Plot
            {...plots}
            spec={specs.five}
            className={main === 'five' ? 'rain-tab__tall' : 'rain-tab__low'}
            label={specs.five.title ?? ''}
            onRange={zoom}
          />
          <Plot
            {...plots}
            spec={specs.hourly}
            className={main === 'hourly' ? 'rain-tab__tall' : 'rain-tab__low'}
            label={specs.hourly.title ?? ''}
            onRange={zoom}
          />
          <Plot
            {...plots}
            spec={specs.raw}
            className="rain-tab__raw"
            label={specs.raw.title ?? ''}
            onRange={zoom}
          />
          <footer className="wave__foot row gap-12 rigid clips one-line inset text-11 dim">
            <span>{at === null ? text('rain.keys') : <AtMoment {...{ rain, at, zone }} />}</span>
            {others > 0 && <span>{text('rain.otherRows', { count: others })}</span>}
            <span className="grow" />
            <CommandButton
              command={rainCommands.table}
              icon="table"
              iconOnly
              pressed={withTable}
              look="ghost"
            />
          </footer>
        </div>
        {withTable && <HourTable hours={rain.hours} zone={zone} at={at} />}
      </div>
    </div>
  );
}

/** A boundary in minutes after midnight as a clock. */
const clockOf = (boundary: number) =>
  `${String(Math.floor(boundary / 60)).padStart(2, '0')}:${String(boundary % 60).padStart(2, '0')}`;

/** What fell in the five minutes and the hour that hold a moment. */
function AtMoment({
  rain,
  at,
  zone,
}: {
  readonly rain: NonNullable<ReturnType<typeof useRain>['rain']>;
  readonly at: number;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const row = rain.rows.find(({ t, interval }) => t >= at && t - (interval ?? 0) * 1000 < at);
  const own = rain.hours.find(({ from, to }) => from < at && at <= to);
  const clock = (t: number) => format.time(t, zone, 'minute');
  const mm = (amount: number | null | undefined) => (amount == null ? '–' : `${format.number(amount, 2)} mm`);
  return (
    <output className="num strong">
      {row === undefined
        ? text('rain.noRow', { time: format.time(at, zone, 'dayTime') })
        : `${clock(row.t - (row.interval ?? 0) * 1000)}–${clock(row.t)} ${mm(row.amount)}`}
      {own !== undefined &&
        ` · ${clock(own.from)}–${clock(own.to)} ${mm(own.amount)}${own.missing > 0 && own.amount !== null ? '*' : ''} · ${text('rain.sinceDay', { time: clock(own.day), sum: mm(own.sum) })}`}
    </output>
  );
}
