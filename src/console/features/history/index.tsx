import { useLocation, useSearch } from 'wouter';
import type { ChartPort } from '../../../command/context.ts';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { useStation, useStations } from '../../state/stations.ts';
import CurvePanel from './CurvePanel.tsx';

/** History data: the curve of any station, chosen here. The station is in the address. */
export default function HistoryPage({ onChart }: { readonly onChart: (chart: ChartPort | null) => void }) {
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const stations = useStations();
  const query = new URLSearchParams(search);
  const id = Number(query.get('station')) || (stations.data?.stations[0]?.id ?? 0);
  const detail = useStation(id);
  if (stations.data?.stations.length === 0) {
    return (
      <EmptyState icon="line-chart" title={text('home.empty.title')}>
        {text('home.empty.text')}
      </EmptyState>
    );
  }
  if (detail.error !== null && detail.data === undefined && id > 0) {
    return (
      <FailedState
        title={text('curve.failed')}
        reason={detail.error.message}
        onRetry={() => void detail.refetch()}
      />
    );
  }
  if (detail.data === undefined) return <LoadingRows rows={12} />;
  const options = (stations.data?.stations ?? []).map((station) => ({
    value: String(station.id),
    label: `${station.code} ${station.name}`,
  }));
  return (
    <CurvePanel
      key={id}
      station={detail.data}
      onChart={onChart}
      picker={
        <Select
          className="query__picker"
          label={text('curve.station')}
          value={String(id)}
          options={options}
          onChange={(value) => {
            const next = new URLSearchParams(query);
            next.set('station', value);
            next.delete('channels');
            navigate(`${path}?${next}`);
          }}
        />
      }
    />
  );
}
