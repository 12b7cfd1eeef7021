import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { endStates } from '../../../contract/devices/order-states.ts';
import { type ItemState, type PlanSummary, planStates } from '../../../contract/plans/plans.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { usePlans } from '../../state/plans/plans.ts';
import '../../components/table/rows.css';
import { keepKeys } from '../../components/table/keep-keys.ts';

const ended: readonly ItemState[] = [...endStates, 'skipped', 'timedOut', 'excluded'];
const doneOf = ({ counts }: PlanSummary) => ended.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
const none: readonly PlanSummary[] = [];

/** Plans, newest first; arrows go from row to row, Enter or a press opens one. */
export function PlanList() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const id = useId();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [at, setAt] = useState(0);
  const { data, error, refetch, isFetching } = usePlans();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wanted = planStates.find((state) => state === new URLSearchParams(search).get('state')) ?? '';
  const all = data?.plans ?? none;
  const shown = wanted === '' ? all : all.filter(({ state }) => state === wanted);
  const current = Math.min(at, shown.length - 1);
  useOffer(
    planCommands.filter,
    ({ state }) => navigate(state === '' ? path : `${path}?state=${state}`, { replace: true }),
    {
      choices: () => [
        { value: '', label: text('plans.all') },
        ...planStates.map((state) => ({ value: state, label: text(`planState.${state}`) })),
      ],
    },
  );
  useOffer(planCommands.refresh, async () => void (await refetch()));
  const open = (index: number, origin: 'button' | 'key') => {
    const plan = shown[index];
    if (plan !== undefined) commands.run(planCommands.open, { planId: plan.id }, origin);
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection() ?? '') === '') open(Number(row.dataset['row']), 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(shown.length - 1, to)));
    else if (event.key === 'Enter' || event.key === ' ') open(current, 'key');
    else return;
    event.preventDefault();
  };
  const body = () => {
    if (data === undefined)
      return error === null ? (
        <LoadingRows rows={8} />
      ) : (
        <FailedState
          title={text('plans.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => commands.run(planCommands.refresh, {}, 'button')}
        />
      );
    if (shown.length === 0)
      return (
        <EmptyState
          icon="list-checks"
          title={text(all.length === 0 ? 'plans.empty.title' : 'plans.none')}
          actions={
            all.length === 0 ? undefined : (
              <CommandButton
                command={planCommands.filter}
                args={{ state: '' }}
                label={text('plans.showAll')}
                look="primary"
              />
            )
          }
        >
          {all.length === 0 ? text('plans.empty.text') : null}
        </EmptyState>
      );
    return (
      <div
        className="rows"
        role="grid"
        tabIndex={0}
        aria-label={text('plans.list')}
        aria-rowcount={shown.length + 1}
        aria-activedescendant={`${id}-${current}`}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div
          className="rows__row rows__heads plans__row plans__row--list plans__heads"
          role="row"
          tabIndex={-1}
        >
          {(['plans.title', 'plans.state', 'plans.progress', 'plans.made'] as const).map((head) => (
            <span key={head} role="columnheader" tabIndex={-1}>
              {text(head)}
            </span>
          ))}
        </div>
        {shown.map((plan, index) => (
          <div
            key={plan.id}
            id={`${id}-${index}`}
            className={`rows__row plans__row plans__row--list ${index === current ? 'is-current' : ''}`}
            role="row"
            tabIndex={-1}
            aria-rowindex={index + 2}
            data-row={index}
          >
            <span role="gridcell" tabIndex={-1} className="rows__strong">
              {plan.title}
            </span>
            <span role="gridcell" tabIndex={-1}>
              <span className={`pill plans__pill plans__pill--${plan.state}`}>
                {text(`planState.${plan.state}`)}
              </span>
            </span>
            <span role="gridcell" tabIndex={-1} className="num dim">
              {plan.approvedAt === null
                ? text('plans.sets', { count: plan.total })
                : text('plans.progressText', { done: doneOf(plan), total: plan.total })}
              {plan.rules > 0 && ` · ${text('plans.summary.rules', { count: plan.rules })}`}
            </span>
            <span role="gridcell" tabIndex={-1} className="num dim">
              {text('plans.madeBy', {
                by: plan.createdBy ?? '–',
                time: format.time(plan.createdAt, zone, 'dayTime'),
              })}
            </span>
          </div>
        ))}
      </div>
    );
  };
  return (
    <section className="panel" aria-busy={isFetching}>
      <header className="panel__head plans__head wrap">
        <h2>{text('page.plans')}</h2>
        <span className="dim num text-12" role="status">
          {data === undefined ? '' : text('plans.count', { count: data.total })}
        </span>
        <span className="plans__grow grow" />
        <Select
          label={text('plans.state')}
          value={wanted}
          options={[
            { value: '', label: text('plans.all') },
            ...planStates.map((state) => ({ value: state, label: text(`planState.${state}`) })),
          ]}
          onChange={(state) => commands.run(planCommands.filter, { state }, 'button')}
        />
        <CommandButton command={planCommands.refresh} icon="refresh" iconOnly />
      </header>
      {body()}
    </section>
  );
}
