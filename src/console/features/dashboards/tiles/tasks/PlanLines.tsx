import { useEffect } from 'react';
import { plans as planCommands } from '../../../../../../commands/plans/index.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { useFormat, useText } from '../../../../components/i18n.ts';
import { usePlans } from '../../../../state/plans/plans.ts';
import { TaskSection } from './TaskSection.tsx';

type PlanSummary = NonNullable<ReturnType<typeof usePlans>['data']>['plans'][number];

const open = new Set<PlanSummary['state']>(['applying', 'paused']);
/** What counts as done, and as not done. */
const done = ['succeeded', 'skipped', 'excluded', 'superseded'] as const;
const failed = ['failed', 'expired', 'timedOut', 'indeterminate', 'cancelled'] as const;
const shown = 8;

/** Plans that are under way, and after them the newest that have ended, with how far they are. */
export function PlanLines({ onRunning }: { readonly onRunning: (count: number) => void }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { data, error } = usePlans();
  const plans = (data?.plans ?? []).filter(({ state }) => state !== 'draft' && state !== 'discarded');
  const running = plans.filter(({ state }) => open.has(state));
  const rows = [...running, ...plans.filter(({ state }) => !open.has(state))].slice(0, shown);
  const count = running.length;
  useEffect(() => onRunning(count), [onRunning, count]);
  const sum = (counts: PlanSummary['counts'], states: readonly string[]) =>
    states.reduce((all, state) => all + (counts[state as keyof typeof counts] ?? 0), 0);
  const number = (value: number) => format.number(value, 0);
  return (
    <TaskSection
      title="page.plans"
      none={rows.length === 0 ? 'dashboards.noRollouts' : null}
      waits={data === undefined}
      failed={error !== null && data === undefined}
    >
      {rows.map((plan) => {
        const [good, bad] = [sum(plan.counts, done), sum(plan.counts, failed)];
        const share = (part: number) => `${plan.total === 0 ? 0 : (part / plan.total) * 100}%`;
        return (
          <li key={plan.id}>
            <button
              type="button"
              className="dtask column"
              title={plan.title}
              onClick={() => commands.run(planCommands.open, { planId: plan.id }, 'button')}
            >
              <span className="row gap-8">
                <span className="ellipsis grow">{plan.title}</span>
                <span className="dim num rigid">
                  {text('dashboards.doneOf', { done: number(good + bad), all: number(plan.total) })} ·{' '}
                  {text(`planState.${plan.state}`)}
                </span>
              </span>
              <span className="dtask__track">
                <span className="dtask__good" style={{ width: share(good) }} />
                <span className="dtask__bad" style={{ width: share(bad) }} />
              </span>
            </button>
          </li>
        );
      })}
    </TaskSection>
  );
}
