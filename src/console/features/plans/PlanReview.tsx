import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { discardPlan, updatePlan } from '../../../contract/plans.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/change.ts';
import { request } from '../../state/client.ts';
import { useNow } from '../../state/clock.ts';
import { notify } from '../../state/notices.ts';
import { type PlanItem, plansKey, usePlan } from '../../state/plans.ts';
import { takeBack } from '../../state/recorder.ts';
import { reasonOf } from '../../state/refused.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { counted, hasProblem, itemLook } from './item-state.ts';
import { linesOf } from './lines.ts';
import { PlanTable } from './PlanTable.tsx';
import { PlanTitle } from './PlanTitle.tsx';
import { RehearsalPanel } from './RehearsalPanel.tsx';
import { RolloutPanel } from './RolloutPanel.tsx';
import { usePlanText } from './use-plan-text.ts';
import { useReadAgain } from './use-read-again.ts';

const none: readonly PlanItem[] = [];
const listed = 500;

/** A plan under review: what it would set where, from what, and when; then how it goes. */
export function PlanReview({ planId }: { readonly planId: string }) {
  const text = useText();
  const format = useFormat();
  const say = usePlanText();
  const commands = useCommands();
  const now = useNow(1000);
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { data: plan, error, refetch, isFetching } = usePlan(planId);
  const change = useChange(plansKey, text);
  const [chosen, setChosen] = useState<number | null>(null);
  const [asks, setAsks] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wanted = new URLSearchParams(search).get('state') ?? '';
  const items = plan?.items ?? none;
  const counts = counted(items, now);
  const shown = useMemo(
    () => (wanted === '' ? items : items.filter((item) => itemLook(item, now).key === wanted)),
    [items, wanted, now],
  );
  const lines = useMemo(() => linesOf(shown), [shown]);
  const [first] = lines.flatMap((line) => (line.type === 'field' ? [line.item.position] : []));
  const current = shown.some((item) => item.position === chosen) ? chosen : (first ?? null);
  const isDraft = plan?.state === 'draft';
  const going = items.filter((item) => !item.excluded && !hasProblem(item)).length;
  const rowsAsChoices = () =>
    shown.slice(0, listed).map((item) => ({
      value: item.position,
      label: `${item.stationCode} ${item.stationName} ${say.device(item)}`,
    }));

  useOffer<{ state: string }>(
    'plans.filter',
    ({ state }) => navigate(state === '' ? path : `${path}?state=${state}`, { replace: true }),
    {
      choices: () => [
        { value: '', label: text('plans.all') },
        ...counts.map(({ key, message }) => ({ value: key, label: text(message) })),
      ],
    },
  );
  useOffer<{ position: number }>('plans.choose', ({ position }) => setChosen(position), {
    available: shown.length > 0 ? true : 'plans.noRow',
    choices: rowsAsChoices,
  });
  useOffer<{ position: number }>(
    'plans.exclude',
    async ({ position }) => {
      if (plan === undefined) return;
      const before = plan.items.filter((item) => item.excluded).map((item) => item.position);
      const excluded = before.includes(position)
        ? before.filter((one) => one !== position)
        : [...before, position];
      const { title, revision } = plan;
      const refused = await change(() =>
        request(updatePlan, { params: { planId }, body: { revision, title, excluded } }),
      );
      setChosen(position);
      if (refused !== null) notify('error', refused.sentence);
    },
    { available: isDraft ? true : 'plans.noDraft', choices: rowsAsChoices },
  );
  useOffer('plans.approve', () => setAsks(true), {
    available: !isDraft
      ? 'plans.noDraft'
      : unsaved
        ? 'rollout.unsaved'
        : going === 0
          ? 'plans.nothing'
          : true,
  });
  useOffer(
    'plans.discard',
    async () => {
      const refused = await change(() => request(discardPlan, { params: { planId } }));
      if (refused === null) takeBack(planId);
      notify(
        refused === null ? 'success' : 'error',
        refused === null ? text('plans.discarded') : refused.sentence,
      );
    },
    { available: isDraft ? true : 'plans.noDraft' },
  );
  useReadAgain(items);
  useOffer('plans.refresh', async () => void (await refetch()));

  if (plan === undefined)
    return error === null ? (
      <LoadingRows rows={14} />
    ) : (
      <FailedState
        title={text('plans.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run('plans.refresh', {}, 'button')}
      />
    );
  const sums = [
    ['plans.summary.problem', items.filter((item) => hasProblem(item) && !item.excluded).length],
    ['plans.summary.stranding', items.filter((item) => item.stranding && !item.excluded).length],
    ['plans.summary.excluded', items.filter((item) => item.excluded).length],
  ] as const;
  const chosenItem = items.find((item) => item.position === current);
  return (
    <section className="panel plans" aria-busy={isFetching}>
      <header className="panel__head plans__head">
        <PlanTitle key={plan.id} plan={plan} />
        <span className={`pill plans__pill plans__pill--${plan.state}`} role="status">
          {text(`planState.${plan.state}`)}
        </span>
        <span className="dim num">
          {text('plans.madeBy', {
            by: plan.createdBy ?? '–',
            time: format.time(plan.createdAt, zone, 'dayTime'),
          })}
        </span>
        <span className="plans__grow" />
        <Select
          label={text('plans.state')}
          value={counts.some(({ key }) => key === wanted) ? wanted : ''}
          options={[
            { value: '', label: text('plans.all') },
            ...counts.map(({ key, message, count }) => ({ value: key, label: `${text(message)} ${count}` })),
          ]}
          onChange={(state) => commands.run('plans.filter', { state }, 'button')}
        />
        <CommandButton command="plans.refresh" icon="refresh" iconOnly />
        <Permit needs="device:command:send">
          <CommandButton command="plans.readAgain" label={text('plans.readAgain')} />
        </Permit>
        {isDraft && (
          <Permit needs="device:parameter:edit">
            {current !== null && (
              <CommandButton
                command="plans.exclude"
                args={{ position: current }}
                label={text(chosenItem?.excluded === true ? 'plans.includeOne' : 'plans.excludeOne')}
              />
            )}
            <CommandButton command="plans.discard" label={text('plans.discard')} />
            <CommandButton command="plans.approve" look="primary" label={text('plans.approve')} />
          </Permit>
        )}
      </header>
      <p className="plans__summary num">
        <span>
          {text('plans.summary', {
            stations: new Set(items.map((item) => item.sn)).size,
            sets: items.length,
          })}
        </span>
        {sums.map(([message, count]) => count > 0 && <span key={message}>{text(message, { count })}</span>)}
        {plan.approvedAt !== null && (
          <span>
            {text('plans.approvedBy', {
              by: plan.approvedBy ?? '–',
              time: format.time(plan.approvedAt, zone, 'dayTime'),
            })}
          </span>
        )}
        {plan.reason !== '' && <span>{text('plans.reason', { reason: plan.reason })}</span>}
      </p>
      <RolloutPanel plan={plan} current={chosenItem ?? null} now={now} zone={zone} onUnsaved={setUnsaved} />
      <RehearsalPanel plan={plan} unsaved={unsaved} zone={zone} />
      {shown.length === 0 ? (
        <EmptyState
          icon="search"
          title={text('plans.none')}
          actions={
            <CommandButton
              command="plans.filter"
              args={{ state: '' }}
              label={text('plans.showAll')}
              look="primary"
            />
          }
        >
          {null}
        </EmptyState>
      ) : (
        <PlanTable plan={plan} lines={lines} current={current} zone={zone} now={now} />
      )}
      {asks && <ApproveDialog plan={plan} onClose={() => setAsks(false)} />}
    </section>
  );
}
