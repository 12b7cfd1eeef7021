import { useMemo, useState } from 'react';
import { faults as faultCommands } from '../../../../commands/faults.ts';
import { navigation } from '../../../../commands/navigation/index.ts';
import { sheets as sheetCommands } from '../../../../commands/sheets.ts';
import { dayStart } from '../../../base/time.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Segmented } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu } from '../../components/menu/Menu.tsx';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useArrivals, useFaultsNow } from '../../state/devices/faults.ts';
import { askFile, askSheet } from '../../state/overlays.ts';
import { asOf, useStations } from '../../state/sites/stations.ts';
import { arrivalLines } from './arrival-lines.ts';
import { Cards } from './Cards.tsx';
import { HeatMap } from './HeatMap.tsx';
import { Batteries, Flags } from './Lists.tsx';
import { Online } from './Online.tsx';
import { arrivalTable, saveArrivals } from './save-arrivals.ts';
import '../../components/table/rows.css';
import './faults.css';

const spans = ['7', '30', '92'] as const;
const looks = ['all', 'most', 'many', 'some', 'nothing'] as const;

/** The twelve months before this one, the last first, `YYYY-MM`; this one so far, too. */
const recentMonths = (now: number): readonly string[] =>
  [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((back) => {
    const date = new Date(now);
    return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  });

/** What arrived by station and day, what reports a fault since when, cards, and batteries that end. */
export default function FaultsPage() {
  const text = useText();
  const commands = useCommands();
  const now = useNow(10_000);
  const [span, setSpan] = useState<(typeof spans)[number]>('30');
  const [current, setCurrent] = useState<{ station: number; day: number } | null>(null);
  const arrivals = useArrivals(Number(span));
  const faulty = useFaultsNow();
  const { data: list } = useStations();
  const all = useMemo(() => (list?.stations ?? []).map((station) => asOf(station, now)), [list, now]);
  const stations = useMemo(() => new Map(all.map((station) => [station.id, station])), [all]);
  const { data } = arrivals;
  const lines = useMemo(() => (data === undefined ? [] : arrivalLines(data, stations)), [data, stations]);
  const projects = new Map(list?.projects.map((project) => [project.id, project]));
  useOffer(faultCommands.span, ({ span: chosen }) => {
    setCurrent(null);
    setSpan(chosen);
  });
  useOffer(faultCommands.refresh, async () => {
    await Promise.all([arrivals.refetch(), faulty.refetch()]);
  });
  useOffer(
    faultCommands.choose,
    ({ station, day }) => setCurrent({ station, day: day ?? Number(span) - 1 }),
    {
      available: lines.length > 0,
      choices: () =>
        lines
          .slice(0, 200)
          .map(({ station }) => ({ value: station.id, label: `${station.code} ${station.name}` })),
    },
  );
  useOffer(
    faultCommands.day,
    () => {
      const project = projects.get(stations.get(current?.station ?? 0)?.projectId ?? 0);
      if (current === null || data === undefined || project === undefined) return;
      const { timeZone, dayBoundary } = project;
      const number = data.last - data.days + 1 + current.day;
      const [from, to] = [number, number + 1].map((one) => dayStart(timeZone, one, dayBoundary));
      commands.run(navigation.open, {
        address: `/rest/datshow/list2?stations=${current.station}&from=${from}&to=${to}`,
      });
    },
    { available: current !== null || 'faults.noDay' },
  );
  useOffer(faultCommands.month, ({ month }) => askFile({ table: 'faultMonth', query: { month } }), {
    available: lines.length > 0,
    choices: () => recentMonths(now).map((month) => ({ value: month, label: month })),
  });
  useOffer(sheetCommands.open, ({ sheet }) => askSheet(sheet));
  useOffer(
    faultCommands.save,
    () => {
      if (data === undefined) return;
      const names = new Map([...projects].map(([id, { name }]) => [id, name]));
      return saveArrivals(arrivalTable(lines, data, names, text), data.last);
    },
    { available: lines.length > 0 },
  );
  const error = arrivals.error ?? faulty.error;
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="station:data:view" />;
  if (data === undefined || faulty.data === undefined || list === undefined)
    return error === null ? (
      <LoadingRows rows={16} />
    ) : (
      <FailedState
        title={text('faults.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(faultCommands.refresh, {}, 'button')}
      />
    );
  const { flags, cards, batteries } = faulty.data;
  return (
    <div className="faults scroll">
      <section className="panel column faults__arrivals" aria-label={text('faults.map')}>
        <header className="panel__head faults__bar row wrap gap-8">
          <h2>{text('faults.map')}</h2>
          <span className="dim text-12 num">{text('faults.map.note', { count: lines.length })}</span>
          <span className="grow" />
          <Segmented
            label={text('argument.range')}
            value={span}
            options={spans.map((value) => ({ value, label: text(`faults.span.${value}`) }))}
            onChange={(chosen) => commands.run(faultCommands.span, { span: chosen }, 'button')}
          />
          <CommandButton command={faultCommands.save} icon="download" label={text('deviceViews.export')} />
          <Menu
            label={text('faults.month')}
            className="button"
            trigger={
              <>
                <Icon name="calendar" />
                {text('faults.month')}
              </>
            }
            entries={recentMonths(now).map((month) => ({
              id: month,
              label: month,
              onPress: () => commands.run(faultCommands.month, { month }, 'menu'),
            }))}
          />
        </header>
        {lines.length === 0 ? (
          <EmptyState icon="activity" title={text('faults.empty')}>
            {text('deviceViews.empty.text')}
          </EmptyState>
        ) : (
          <HeatMap lines={lines} days={data.days} last={data.last} current={current} />
        )}
        <footer className="row wrap gap-12 inset raised text-11 dim faults__legend">
          <span>{text('faults.legend')}</span>
          {looks.map((look) => (
            <span key={look} className="row gap-4">
              <i className={`faults__cell faults__cell--${look}`} aria-hidden="true" />
              {text(`faults.look.${look}`)}
            </span>
          ))}
        </footer>
      </section>
      <Online data={data} lines={lines} stations={all} />
      <Flags flags={flags} stations={stations} now={now} />
      <Cards cards={cards} stations={stations} now={now} />
      <Batteries batteries={batteries} stations={stations} now={now} />
    </div>
  );
}
