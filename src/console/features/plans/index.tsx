import { PlanList } from './PlanList.tsx';
import { PlanReview } from './PlanReview.tsx';
import './plans.css';
import './phone.css';

/** Plans: the list, or one under review. */
export default function PlansPage({ planId }: { readonly planId: string | null }) {
  return (
    <div className="plans__page">
      {planId === null ? <PlanList /> : <PlanReview key={planId} planId={planId} />}
    </div>
  );
}
