import { useLocation } from 'wouter';
import { plans as planCommands } from '../../../../../commands/plans/index.ts';
import { type DeriveKind, derivePlan, type Plan, type PlanItem } from '../../../../contract/plans/plans.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { notify } from '../../../state/notices.ts';
import { plansKey } from '../../../state/plans/plans.ts';
import { usePlanText } from '../use-plan-text.ts';
import { notGone, retriable } from './device-counts.ts';

/** Rows that are listed for a command at most. */
const listed = 500;
const hasChanged = ({ type, order }: PlanItem) =>
  type === 'set' && (order?.state === 'succeeded' || order?.state === 'indeterminate');

/** What can be done with a plan that was approved: paused, resumed, cancelled; and plans made out of it. */
export function RolloutActions({
  plan,
  current,
}: {
  readonly plan: Plan;
  readonly current: PlanItem | null;
}) {
  const text = useText();
  const say = usePlanText();
  const [, navigate] = useLocation();
  const change = useChange(plansKey, text);
  const { id: planId, state, progress } = plan;
  const args = { plan: planId };
  const devices = progress?.devices ?? {};
  const failed = retriable(plan.items, Date.now());
  const passed = devices['passed'] ?? 0;
  const notStarted = notGone(plan.items);
  const changed = progress?.changed ?? 0;
  const goes = plan.endedAt === null;
  const canRest = goes && state !== 'cancelled';
  const rollBack = async (rtuId: number | null | undefined) => {
    const refused = await change(async () => {
      const devices = rtuId == null ? {} : { devices: [rtuId] };
      const body = { of: 'rollback' as const, surface: 'button' as const, ...devices };
      const made = await request(derivePlan, { params: { planId }, body });
      navigate(`/plans/${made.plan.id}`);
    });
    if (refused !== null) notify('error', refused.sentence);
  };
  const changedItems = plan.items.filter(hasChanged);

  useOffer(
    planCommands.rollBackDevice,
    ({ position }) => rollBack(plan.items.find((item) => item.position === position)?.target.rtuId),
    {
      available: changedItems.length > 0 ? true : 'plans.nothingAgain',
      choices: () =>
        changedItems.slice(0, listed).map((item) => ({
          value: item.position,
          label: `${item.stationCode} ${item.stationName} ${say.device(item)}`,
        })),
    },
  );
  const again = (of: Exclude<DeriveKind, 'rollback'>, count: number, label: string) =>
    count > 0 && (
      <CommandButton key={of} command={planCommands.again} args={{ devices: of, ...args }} label={label} />
    );
  return (
    <Permit needs="device:parameter:edit">
      <div className="rollout__actions wrap gap-6 flex">
        {state === 'applying' && (
          <CommandButton command={planCommands.pause} args={args} icon="pause" label={text('plans.pause')} />
        )}
        {state === 'paused' && (
          <CommandButton
            command={planCommands.resume}
            args={args}
            icon="play"
            look="primary"
            label={text('plans.resume')}
          />
        )}
        {canRest && (
          <CommandButton command={planCommands.cancelRest} args={args} label={text('plans.cancelRest')} />
        )}
        <span className="plans__grow grow" />
        {again('failed', failed, text('plans.retryFailed', { count: failed }))}
        {state !== 'applying' &&
          state !== 'paused' &&
          again('notStarted', notStarted, text('plans.retryNotStarted', { count: notStarted }))}
        {!goes && again('passed', passed, text('plans.runAgain', { count: passed }))}
        {changed > 0 && (
          <CommandButton
            command={planCommands.rollBack}
            args={args}
            label={text('plans.rollBackAll', { count: changed })}
          />
        )}
        {current !== null && hasChanged(current) && (
          <CommandButton
            command={planCommands.rollBackDevice}
            args={{ position: current.position }}
            label={text('plans.rollBackOne')}
          />
        )}
      </div>
    </Permit>
  );
}
