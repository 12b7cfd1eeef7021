import { stations } from '../../../../commands/stations/index.ts';
import type { ChartPort } from '../../../command/context.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useStations } from '../../state/sites/stations.ts';
import { HistoryData } from './table/HistoryData.tsx';
import './history.css';

/** History data: curve and table of any stations together. What is shown is in the address. */
export default function HistoryPage({ onChart }: { readonly onChart: (chart: ChartPort | null) => void }) {
  const text = useText();
  const commands = useCommands();
  const { data, error, refetch } = useStations();
  useOffer(stations.refresh, async () => void (await refetch()), {
    of: 'history',
    available: data === undefined,
  });
  if (data === undefined) {
    if (error === null) return <LoadingRows rows={12} />;
    if (error instanceof ApiError && error.status === 403)
      return <NoPermission permission="station:data:view" />;
    return (
      <FailedState
        title={text('home.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(stations.refresh, { of: 'history' }, 'button')}
      />
    );
  }
  if (data.stations.length === 0) {
    return (
      <EmptyState icon="line-chart" title={text('home.empty.title')}>
        {text('home.empty.text')}
      </EmptyState>
    );
  }
  return <HistoryData known={data.stations} onChart={onChart} />;
}
