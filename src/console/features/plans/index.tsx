import type { ReactNode } from 'react';
import { PlanList } from './PlanList.tsx';
import { PlanReview } from './PlanReview.tsx';
import './plans.css';
import './phone.css';

/** Plans: the list, or one under review. */
export default function PlansPage(props: {
  readonly planId: string | null;
  /** What saves the report of a plan; absent where the page around it has that. */
  readonly report?: (planId: string) => ReactNode;
}) {
  const { planId, report } = props;
  return (
    <div className="page plans__page">
      {planId === null ? <PlanList /> : <PlanReview key={planId} planId={planId} report={report?.(planId)} />}
    </div>
  );
}
