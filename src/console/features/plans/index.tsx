import type { ReactNode } from 'react';
import type { Plan } from '../../../contract/plans/plans.ts';
import { PlanList } from './PlanList.tsx';
import { PlanReview } from './PlanReview.tsx';
import './plans.css';
import './phone.css';

/** Plans: the list, or one under review. */
export default function PlansPage(props: {
  readonly planId: string | null;
  /** What saves the report of a plan; absent where the page around it has that. */
  readonly report?: (planId: string) => ReactNode;
  /** The alarm rules that a plan proposes. */
  readonly rules?: (plan: Plan) => ReactNode;
}) {
  const { planId, report, rules } = props;
  return (
    <div className="page plans__page">
      {planId === null ? (
        <PlanList />
      ) : (
        <PlanReview key={planId} planId={planId} report={report?.(planId)} rules={rules} />
      )}
    </div>
  );
}
