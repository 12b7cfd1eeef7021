import type { StationDetail } from '../../../contract/sites/stations.ts';
import { Fold } from '../../components/Fold.tsx';
import { RunSummary } from './RunFlags.tsx';
import { runBits, StatusFacts } from './StatusFacts.tsx';

/** On a phone: what of the RTU is not normal, and below it, folded, all that it says of itself. */
export function RtuFold({ detail }: { readonly detail: StationDetail }) {
  const bits = runBits(detail);
  if (bits === null) return <StatusFacts detail={detail} />;
  return (
    <Fold className="rtu-fold panel" head={<RunSummary bits={bits} />}>
      <StatusFacts detail={detail} isWhole />
    </Fold>
  );
}
