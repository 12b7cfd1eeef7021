import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation, useSearch } from 'wouter';
import type { ChartPort } from '../../../command/context.ts';
import { CurveChart } from '../../components/chart/CurveChart.tsx';
import { lowerBound } from '../../components/chart/pyramid.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ApiError, httpMessage } from '../../state/api-error.ts';
import { preferences } from '../../state/preferences.ts';
import type { StationDetail } from '../../state/stations.ts';
import { colorOf, panesOf } from './panes.ts';
import { QueryPanel } from './QueryPanel.tsx';
import { Rail, Swatch } from './Rail.tsx';
import { quickSpans, type Range, rangeOf, withRange } from './range.ts';
import { firstChoice, stationSeries } from './series.ts';
import { useHistory } from './use-history.ts';
import './history.css';

const edges = 132;

/** The history curve of one station: query panel, channels, chart, rail. Range and channels are in the address. */
export default function CurvePanel(props: {
  readonly station: StationDetail;
  readonly onChart: (chart: ChartPort | null) => void;
  /** In place of the station's name: a choice of stations. */
  readonly picker?: ReactNode;
}) {
  const { station, onChart } = props;
  const text = useText();
  const format = useFormat();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { theme } = useSnapshot(preferences);
  const holder = useRef<HTMLDivElement>(null);
  const [bins, setBins] = useState(0);
  const [cursor, setCursor] = useState<number | null>(null);
  const [retry, setRetry] = useState(0);

  const query = useMemo(() => new URLSearchParams(search), [search]);
  const range = useMemo(() => rangeOf(query), [query]);
  const all = useMemo(() => stationSeries(station, text), [station, text]);
  const channelText = query.get('channels');
  const keys = useMemo(
    () => (channelText === null ? firstChoice(all, station) : channelText.split(',')),
    [channelText, all, station],
  );
  const keysKey = keys.join();
  const shape = all.map((entry) => entry.key).join();
  // biome's rule wants `all`; its values change with every reading, its keys do not.
  const allRef = useRef(all);
  allRef.current = all;
  const chosen = useMemo(() => {
    const wanted = new Set(keysKey.split(','));
    return shape === '' ? [] : allRef.current.filter((entry) => wanted.has(entry.key));
  }, [keysKey, shape]);

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    // In steps, so that a window that is dragged wider does not ask for every pixel.
    const observer = new ResizeObserver(() => {
      setBins(Math.max(100, Math.round((element.clientWidth - edges) / 50) * 50));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const { loaded, busy, error } = useHistory(chosen, range, bins, retry);
  const [view, setView] = useState<{ from: number; to: number } | null>(null);
  useEffect(() => {
    if (loaded !== null) setView({ from: loaded.from, to: loaded.to });
  }, [loaded]);

  const go = (next: Range) => navigate(`${path}?${withRange(query, next)}`, { replace: true });
  const goRef = useRef(go);
  goRef.current = go;
  const zoomTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The view moves at once over what is there; finer data is asked for when it rests. */
  const zoomTo = (from: number, to: number) => {
    const span = Math.max(1000, to - from);
    const end = Math.min(from + span, Date.now() + span / 4);
    setView({ from: end - span, to: end });
    clearTimeout(zoomTimer.current);
    zoomTimer.current = setTimeout(() => goRef.current({ type: 'span', from: end - span, to: end }), 120);
  };
  const zoomRef = useRef(zoomTo);
  zoomRef.current = zoomTo;
  const viewRef = useRef(view);
  viewRef.current = view;

  useEffect(() => {
    onChart({
      setRange(next) {
        if (next === 'latest20') goRef.current({ type: 'latest' });
        else if (typeof next === 'string') goRef.current({ type: 'quick', quick: next });
        else goRef.current({ type: 'span', ...next });
      },
      zoom(scale) {
        const now = viewRef.current;
        if (now === null) return;
        const middle = (now.from + now.to) / 2;
        const half = ((now.to - now.from) * scale) / 2;
        zoomRef.current(middle - half, middle + half);
      },
      pan(fraction) {
        const now = viewRef.current;
        if (now === null) return;
        const shift = (now.to - now.from) * fraction;
        zoomRef.current(now.from + shift, now.to + shift);
      },
      fit: () => goRef.current({ type: 'quick', quick: 'quarter' }),
    });
    return () => {
      onChart(null);
      clearTimeout(zoomTimer.current);
    };
  }, [onChart]);

  const toggle = (key: string) => {
    const next = keys.includes(key) ? keys.filter((entry) => entry !== key) : [...keys, key];
    const address = new URLSearchParams(query);
    address.set('channels', next.join());
    navigate(`${path}?${address}`, { replace: true });
  };

  const cycle = station.rtu?.collectionCycle ?? 3600;
  const panes = useMemo(
    () => (loaded === null ? [] : panesOf(chosen, loaded, cycle)),
    [chosen, loaded, cycle],
  );
  const zone = station.summary.timeZone;
  const now = Date.now();
  const from = view?.from ?? now - quickSpans.week;
  const to = view?.to ?? now;
  const step = Math.max(0, ...[...(loaded?.columns.values() ?? [])].map((columns) => columns.step));
  const curves = panes.flatMap((pane) => pane.curves);
  const rows = Math.max(0, ...curves.map(({ t }) => lowerBound(t, to) - lowerBound(t, from)));
  const description = text('chart.description', {
    channels: curves.map((curve) => curve.label).join(', '),
    from: format.time(from, zone, 'full'),
    to: format.time(to, zone, 'full'),
    count: rows,
  });
  const shownKeys = new Set(chosen.map((entry) => entry.key));
  const main = all
    .filter((entry) => shownKeys.has(entry.key) || entry.sourceId === chosen[0]?.sourceId)
    .slice(0, 14);
  const others = all.filter((entry) => !main.includes(entry));

  const body = () => {
    if (error !== null && loaded === null) {
      const reason =
        error instanceof ApiError
          ? error.message || text(httpMessage(error.status), { url: '' })
          : String(error);
      return <FailedState title={text('curve.failed')} reason={reason} onRetry={() => setRetry(retry + 1)} />;
    }
    if (loaded === null) return <LoadingRows rows={10} />;
    if (chosen.length === 0) return <EmptyState icon="line-chart" title={text('curve.noChannel')} />;
    if (curves.every((curve) => curve.t.length === 0)) {
      return (
        <EmptyState
          icon="line-chart"
          title={text('curve.empty.title')}
          actions={
            <CommandButton
              command="chart.range"
              args={{ range: 'latest20' }}
              label={text('curve.latest20')}
              look="primary"
            />
          }
        >
          {text('curve.empty.text', {
            from: format.time(from, zone, 'dayTime'),
            to: format.time(to, zone, 'dayTime'),
          })}
        </EmptyState>
      );
    }
    return (
      <CurveChart
        panes={panes}
        from={from}
        to={to}
        zone={zone}
        theme={theme}
        gaps={loaded.gaps}
        description={description}
        onRange={zoomTo}
        onFit={() => go({ type: 'quick', quick: 'quarter' })}
        onCursor={setCursor}
      />
    );
  };

  return (
    <div className="curve">
      <QueryPanel
        station={
          props.picker ?? (
            <b className="query__station ellipsis">{`${station.summary.code} ${station.summary.name}`}</b>
          )
        }
        range={range}
        from={from}
        to={to}
        zone={zone}
        onRange={go}
      />
      <div className="curve__body">
        <div className="curve__left" ref={holder}>
          <div className="curve__channels">
            {main.map((entry) => {
              const index = chosen.findIndex((candidate) => candidate.key === entry.key);
              return (
                <button
                  key={entry.key}
                  type="button"
                  className="channel"
                  aria-pressed={index >= 0}
                  title={entry.group}
                  onClick={() => toggle(entry.key)}
                >
                  {index >= 0 && (
                    <Swatch color={colorOf(entry, index)} dash={entry.series.dash} bars={entry.series.sum} />
                  )}
                  {entry.label}
                  {index >= 0 && (
                    <span className="num dim">
                      {format.number(entry.last, entry.series.digits)} {entry.series.unit}
                    </span>
                  )}
                </button>
              );
            })}
            {others.length > 0 && (
              <Select
                label={text('curve.addChannel')}
                icon="plus"
                value=""
                options={[
                  { value: '', label: text('curve.addChannel') },
                  ...others.map((entry) => ({ value: entry.key, label: `${entry.group} – ${entry.label}` })),
                ]}
                onChange={(key) => key !== '' && toggle(key)}
              />
            )}
            <span className="curve__zoom">
              <CommandButton command="chart.zoomIn" icon="zoom-in" iconOnly />
              <CommandButton command="chart.zoomOut" icon="zoom-out" iconOnly />
              <CommandButton command="chart.fit" icon="maximize" iconOnly />
            </span>
          </div>
          <div className="curve__chart" aria-busy={busy}>
            {body()}
          </div>
          <footer className="curve__foot">
            <span>
              {loaded === null
                ? ''
                : step === 0
                  ? text('curve.raw')
                  : text(curves.every((curve) => curve.look === 'bars') ? 'curve.summed' : 'curve.reduced', {
                      step: format.duration(step),
                    })}
            </span>
            <span className="faint">{text('chart.keys')}</span>
          </footer>
        </div>
        <Rail
          panes={panes}
          from={from}
          to={to}
          cursor={cursor}
          zone={zone}
          gaps={loaded?.gaps ?? []}
          rows={rows}
        />
      </div>
    </div>
  );
}
