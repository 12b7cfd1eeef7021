import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { stations } from '../../../../commands/stations/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { dataTabs, tabsOf } from '../../../derive/data-tabs.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { type ShownTab, SubTabs } from './SubTabs.tsx';
import { TabBody } from './TabBody.tsx';
import './readings.css';

/** Latest data of a station: its newest readings, and every data sub-tab that it has. Which one is in the address. */
export default function StationData(props: {
  readonly station: StationDetail;
  /** The newest readings. */
  readonly newest: ReactNode;
  /** The history curve: the shell puts it here. */
  readonly curve: (station: StationDetail) => ReactNode;
  /** Its derived channels, likewise. */
  readonly formulas: (station: StationDetail) => ReactNode;
  readonly onChart: (chart: ChartPort | null) => void;
}) {
  const { station, newest, curve, formulas, onChart } = props;
  const text = useText();
  const [query] = useSearchParams();
  const codes = station.sensors.map(({ kind }) => kind);
  const own: readonly ShownTab[] = ['newest', ...tabsOf(codes, station.rtu !== null)];
  const asked = query.get('data');
  const tab = dataTabs.find((known) => known === asked) ?? (asked === null ? 'newest' : null);
  const body = () => {
    if (tab === 'newest') return newest;
    if (tab === null || !own.includes(tab))
      return (
        <EmptyState
          icon="table"
          title={text('station.noData', { data: tab === null ? (asked ?? '') : text(`station.data.${tab}`) })}
          actions={
            <CommandButton
              command={stations.page}
              args={{ page: 'newest' }}
              label={text('station.data.newest')}
              look="primary"
            />
          }
        >
          {text('station.noData.text')}
        </EmptyState>
      );
    if (tab === 'curve') return <Suspense fallback={<LoadingRows rows={10} />}>{curve(station)}</Suspense>;
    if (tab === 'formulas')
      return <Suspense fallback={<LoadingRows rows={6} />}>{formulas(station)}</Suspense>;
    return <TabBody key={tab} tab={tab} detail={station} onChart={onChart} />;
  };
  return (
    <div className="readings column fill">
      <SubTabs tabs={own} chosen={tab ?? 'newest'} />
      <div
        className="readings__panel column fill"
        role="tabpanel"
        aria-labelledby={`data-${tab === null || !own.includes(tab) ? 'newest' : tab}`}
      >
        {body()}
      </div>
    </div>
  );
}
