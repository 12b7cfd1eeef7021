import { useState } from 'react';
import { plans } from '../../../../../commands/plans/index.ts';
import type { Plan, PlanItem } from '../../../../contract/plans/plans.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import type { Counted } from '../item-state.ts';
import { hasOutcome } from '../PlanOutcome.tsx';
import { RolloutActions } from './RolloutActions.tsx';
import { RolloutBar } from './RolloutBar.tsx';
import { RolloutLine } from './RolloutLine.tsx';
import { RolloutOptions } from './RolloutOptions.tsx';
import './rollout.css';

/** How a plan goes to its devices: chosen in a draft; afterwards how far it is, and what can be done with it. */
export function RolloutPanel(props: {
  readonly plan: Plan;
  readonly counts: readonly Counted[];
  readonly current: PlanItem | null;
  readonly zone: string;
  /** Called with whether something is typed that is not saved: it would not be part of an approval. */
  readonly onUnsaved: (unsaved: boolean) => void;
}) {
  const { plan, counts, current, zone, onUnsaved } = props;
  const isDraft = plan.state === 'draft';
  const mayEdit = usePermitted()('device:parameter:edit');
  const [isOpen, setOpen] = useState(false);
  useOffer(plans.editRollout, () => setOpen(!isOpen), { available: isDraft ? true : 'plans.noDraft' });
  if (plan.state === 'discarded') return null;
  if (!isDraft)
    return (
      <div className="rollout padded underlined">
        <RolloutBar plan={plan} counts={counts} zone={zone} />
        {!hasOutcome(plan) && <RolloutActions plan={plan} current={current} />}
      </div>
    );
  return isOpen && mayEdit ? (
    <RolloutOptions
      key={JSON.stringify(plan.rollout)}
      plan={plan}
      onUnsaved={onUnsaved}
      onSaved={() => setOpen(false)}
    />
  ) : (
    <RolloutLine plan={plan} />
  );
}
