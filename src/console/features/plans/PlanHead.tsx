import type { ReactNode } from 'react';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import type { Plan, PlanItem } from '../../../contract/plans/plans.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { PlanTitle } from './PlanTitle.tsx';

/** The head of a plan under review: its name and state, and what can be done with a draft. */
export function PlanHead(props: {
  readonly plan: Plan;
  readonly current: PlanItem | null;
  readonly zone: string;
  readonly report: ReactNode;
}) {
  const { plan, current, zone, report } = props;
  const text = useText();
  const format = useFormat();
  return (
    <header className="panel__head plans__head wrap">
      <PlanTitle key={plan.id} plan={plan} />
      <span className={`pill plans__pill plans__pill--${plan.state}`} role="status">
        {text(`planState.${plan.state}`)}
      </span>
      <span className="dim num text-12">
        {text('plans.madeBy', {
          by: plan.createdBy ?? '–',
          time: format.time(plan.createdAt, zone, 'dayTime'),
        })}
      </span>
      <div className="plans__actions wrap gap-6 flex">
        <CommandButton command={planCommands.refresh} icon="refresh" iconOnly />
        <Permit needs="device:command:send">
          <CommandButton command={planCommands.readAgain} label={text('plans.readAgain')} />
        </Permit>
        {report}
        {plan.state === 'draft' && (
          <Permit needs="device:parameter:edit">
            {current !== null && (
              <CommandButton
                command={planCommands.exclude}
                args={{ position: current.position }}
                label={text(current.excluded ? 'plans.includeOne' : 'plans.excludeOne')}
              />
            )}
            <Permit needs="device:workflow:run">
              <span className="plans__rehearse">
                <CommandButton command={planCommands.rehearse} label={text('rehearsal.start')} />
              </span>
            </Permit>
            <CommandButton command={planCommands.discard} label={text('plans.discard')} />
            <CommandButton
              command={planCommands.approve}
              args={{ plan: plan.id }}
              look="primary"
              label={text('plans.approve')}
            />
          </Permit>
        )}
      </div>
    </header>
  );
}
