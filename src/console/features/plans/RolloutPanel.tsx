import type { Plan, PlanItem } from '../../state/plans.ts';
import { RolloutBar } from './RolloutBar.tsx';
import { RolloutDeeds } from './RolloutDeeds.tsx';
import { RolloutOptions } from './RolloutOptions.tsx';
import './rollout.css';

/** How a plan goes to its devices: chosen in a draft; afterwards how far it is, and what can be done with it. */
export function RolloutPanel(props: {
  readonly plan: Plan;
  readonly current: PlanItem | null;
  readonly now: number;
  readonly zone: string;
  /** Told whether something is typed that is not saved: it would not go with an approval. */
  readonly onUnsaved: (unsaved: boolean) => void;
}) {
  const { plan, current, now, zone, onUnsaved } = props;
  if (plan.state === 'discarded') return null;
  if (plan.state === 'draft')
    return <RolloutOptions key={JSON.stringify(plan.rollout)} plan={plan} onUnsaved={onUnsaved} />;
  return (
    <div className="plans__progress rollout">
      <RolloutBar plan={plan} now={now} zone={zone} />
      <RolloutDeeds plan={plan} current={current} />
    </div>
  );
}
