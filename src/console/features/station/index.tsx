import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { navigation as navigationCommands } from '../../../../commands/navigation/index.ts';
import { stations } from '../../../../commands/stations/index.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useStation } from '../../state/sites/stations.ts';
import { LatestTab } from './LatestTab.tsx';
import { MapTab } from './MapTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { StationHead } from './StationHead.tsx';
import { TabCount } from './TabCount.tsx';
import { useSwipe } from './use-swipe.ts';
import './baselines.css';
import './station.css';

const mainTabs = ['map', 'latest', 'overview', 'curve', 'analysis', 'commands', 'remarks'] as const;
type MainTab = (typeof mainTabs)[number];
const isTab = (name: string): name is MainTab => mainTabs.some((tab) => tab === name);

/** A station's page: who and how it is, and its seven main tabs, each with an address of its own. */
export default function StationPage(props: {
  readonly id: number;
  readonly tab: string;
  /** The history curve: the shell puts it here. */
  readonly curve: (station: StationDetail) => ReactNode;
  /** Its data sub-tabs, beside its newest readings, likewise. */
  readonly data: (station: StationDetail, newest: ReactNode) => ReactNode;
  /** Its analysis, likewise. */
  readonly analysis: (station: StationDetail) => ReactNode;
  /** So its remarks. */
  readonly remarks: (station: StationDetail) => ReactNode;
  /** Parameters and orders, likewise. */
  readonly control: (station: StationDetail) => ReactNode;
  /** What stops its sirens, in reach on every tab. */
  readonly siren: (station: StationDetail) => ReactNode;
}) {
  const { id, curve, data, analysis, remarks, control, siren } = props;
  const text = useText();
  const commands = useCommands();
  const { data: detail, error, refetch } = useStation(id);
  const swipe = useSwipe();
  useOffer(stations.refresh, async () => void (await refetch()), { of: 'station' });
  const tab = isTab(props.tab) ? props.tab : 'latest';
  if (error instanceof ApiError && detail === undefined) {
    if (error.status === 403) return <NoPermission permission="station:data:view" />;
    if (error.status === 404 || error.status === 400) {
      return (
        <EmptyState
          icon="map-pin"
          title={text('station.missing.title')}
          actions={
            <CommandButton command={navigationCommands.home} label={text('missing.home')} look="primary" />
          }
        >
          {text('station.missing.text', { id: String(id) })}
        </EmptyState>
      );
    }
    return (
      <FailedState
        title={text('station.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(stations.refresh, { of: 'station' }, 'button')}
      />
    );
  }
  if (detail === undefined) return <LoadingRows rows={12} />;
  const open = (next: MainTab) => commands.run(stations.tab, { tab: next }, 'button');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = mainTabs[(mainTabs.indexOf(tab) + step + mainTabs.length) % mainTabs.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    open(next);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.maintabs [aria-selected="true"]')?.focus(),
    );
  };
  return (
    <div className="station column">
      <StationHead detail={detail} siren={<Suspense fallback={null}>{siren(detail)}</Suspense>} />
      <div className="maintabs rigid paper flex" role="tablist" aria-label={text('station.tabs')}>
        {mainTabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => open(name)}
            onKeyDown={onKeyDown}
          >
            {text(`station.tab.${name}`)}
            <TabCount tab={name} stationId={id} />
          </button>
        ))}
      </div>
      <div
        className="station__body column fill"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        onTouchStart={swipe.onTouchStart}
        onTouchEnd={swipe.onTouchEnd}
      >
        {tab === 'map' && <MapTab detail={detail} />}
        {tab === 'latest' && (
          <Suspense fallback={<LoadingRows rows={10} />}>
            {data(detail, <LatestTab key={id} detail={detail} />)}
          </Suspense>
        )}
        {tab === 'overview' && <OverviewTab detail={detail} />}
        {tab === 'curve' && <Suspense fallback={<LoadingRows rows={10} />}>{curve(detail)}</Suspense>}
        {tab === 'analysis' && <Suspense fallback={<LoadingRows rows={10} />}>{analysis(detail)}</Suspense>}
        {tab === 'commands' && <Suspense fallback={<LoadingRows rows={10} />}>{control(detail)}</Suspense>}
        {tab === 'remarks' && <Suspense fallback={<LoadingRows rows={8} />}>{remarks(detail)}</Suspense>}
      </div>
    </div>
  );
}
