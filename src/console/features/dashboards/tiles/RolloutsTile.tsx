import { useEffect } from 'react';
import { plans as planCommands } from '../../../../../commands/plans/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { usePlans } from '../../../state/plans/plans.ts';
import type { TileProps } from './scope.ts';
import { TileEmpty } from './TileEmpty.tsx';

type PlanSummary = NonNullable<ReturnType<typeof usePlans>['data']>['plans'][number];

const open = new Set<PlanSummary['state']>(['applying', 'paused']);
/** What counts as done, and as not done. */
const done = ['succeeded', 'skipped', 'excluded', 'superseded'] as const;
const failed = ['failed', 'expired', 'timedOut', 'indeterminate', 'cancelled'] as const;
const shown = 8;

/** Plans that are under way, and after them the newest that have ended, with how far they are. */
export default function RolloutsTile({ onNote }: TileProps<'rollouts'>) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { data, error } = usePlans();
  const plans = (data?.plans ?? []).filter(({ state }) => state !== 'draft' && state !== 'discarded');
  const running = plans.filter(({ state }) => open.has(state));
  const rows = [...running, ...plans.filter(({ state }) => !open.has(state))].slice(0, shown);
  const note = data === undefined ? '' : text('dashboards.running', { count: running.length });
  useEffect(() => onNote(note), [onNote, note]);
  if (error !== null && data === undefined)
    return <TileEmpty icon="cloud-off" says="dashboards.tileFailed" />;
  if (data !== undefined && rows.length === 0)
    return <TileEmpty icon="list-checks" says="dashboards.noRollouts" />;
  const sum = (counts: PlanSummary['counts'], states: readonly string[]) =>
    states.reduce((all, state) => all + (counts[state as keyof typeof counts] ?? 0), 0);
  const count = (value: number) => format.number(value, 0);
  return (
    <ul className="dtile__list scroll">
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
                  {text('dashboards.doneOf', { done: count(good + bad), all: count(plan.total) })} ·{' '}
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
    </ul>
  );
}
