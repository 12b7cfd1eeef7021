import { type ReactNode, useState } from 'react';
import { plans as planCommands } from '../../../../commands/plans/index.ts';
import { discardPlan, type Plan, type PlanItem } from '../../../contract/plans/plans.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { plansKey, usePlan } from '../../state/plans/plans.ts';
import { takeBack } from '../../state/recording/recorder.ts';
import { useShown } from '../../state/shown.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { PlanFiles } from './PlanFiles.tsx';
import { PlanHead } from './PlanHead.tsx';
import { hasOutcome, PlanOutcome } from './PlanOutcome.tsx';
import { PlanSummary } from './PlanSummary.tsx';
import { PlanTable } from './PlanTable.tsx';
import { RowFilter } from './RowFilter.tsx';
import { RehearsalPanel } from './rehearsal/RehearsalPanel.tsx';
import { goingDevices, goingRules } from './rollout/device-counts.ts';
import { ResumeDialog } from './rollout/ResumeDialog.tsx';
import { RolloutPanel } from './rollout/RolloutPanel.tsx';
import { useExclusion } from './use-exclusion.ts';
import { usePlanRows } from './use-plan-rows.ts';
import { usePlanText } from './use-plan-text.ts';
import { useReadAgain } from './use-read-again.ts';

const none: readonly PlanItem[] = [];
/** Rows that are listed for a command at most. */
const listed = 500;
/** ms: what changes on a plan with time alone is shown to the minute. */
const tick = 5000;

/** A plan under review: what it would set where, from what, and when; then how it goes. */
export function PlanReview({
  planId,
  report,
  rules,
}: {
  readonly planId: string;
  readonly report: ReactNode;
  readonly rules: ((plan: Plan) => ReactNode) | undefined;
}) {
  const text = useText();
  const say = usePlanText();
  const commands = useCommands();
  const now = useNow(tick);
  const { data: plan, error, refetch, isFetching } = usePlan(planId);
  const change = useChange(plansKey, text);
  const [chosen, setChosen] = useState<number | null>(null);
  const [asks, setAsks] = useState(false);
  const [resumes, setResumes] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const items = plan?.items ?? none;
  const rows = usePlanRows(items, now);
  const { shown, lines } = rows;
  const first = lines.find((line) => line.type === 'field');
  const current = shown.some((item) => item.position === chosen) ? chosen : (first?.item.position ?? null);
  const isDraft = plan?.state === 'draft';
  useExclusion(plan, shown, setChosen);
  useOffer(planCommands.choose, ({ position }) => setChosen(position), {
    available: shown.length > 0 ? true : 'plans.noRow',
    choices: () =>
      shown.slice(0, listed).map((item) => ({
        value: item.position,
        label: `${item.stationCode} ${item.stationName} ${say.device(item)}`,
      })),
  });
  useShown('plan', plan ?? null);
  useOffer(planCommands.approve, () => setAsks(true), {
    available: !isDraft
      ? false
      : unsaved
        ? 'rollout.unsaved'
        : goingDevices(items) + goingRules(plan) === 0
          ? 'plans.nothing'
          : true,
  });
  useOffer(planCommands.resume, () => setResumes(true), { available: plan?.state === 'paused' });
  useOffer(
    planCommands.discard,
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
  useOffer(planCommands.refresh, async () => void (await refetch()));

  if (plan === undefined)
    return error === null ? (
      <LoadingRows rows={14} />
    ) : (
      <FailedState
        title={text('plans.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(planCommands.refresh, {}, 'button')}
      />
    );
  const stationId = items.find((item) => item.stationId !== null)?.stationId ?? undefined;
  const hasItems = items.length > 0 || plan.rules === 0;
  const chosenItem = items.find((item) => item.position === current) ?? null;
  return (
    <section className="panel" aria-busy={isFetching}>
      <PlanHead plan={plan} current={chosenItem} zone={zone} report={report} />
      {hasOutcome(plan) && <PlanOutcome plan={plan} current={chosenItem} now={now} />}
      <PlanSummary plan={plan} zone={zone} />
      {hasItems && (
        <>
          <RolloutPanel
            plan={plan}
            counts={rows.counts}
            current={chosenItem}
            zone={zone}
            onUnsaved={setUnsaved}
          />
          <RehearsalPanel plan={plan} unsaved={unsaved} zone={zone} />
        </>
      )}
      {plan.rules > 0 && rules?.(plan)}
      {hasItems && <RowFilter plan={plan} rows={rows} />}
      {!hasItems ? null : shown.length === 0 ? (
        <EmptyState
          icon="search"
          title={text('plans.none')}
          actions={
            <CommandButton
              command={planCommands.filter}
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
      {/* Beside a script the rows need the room: files hang on the plan's own page. */}
      {stationId !== undefined && report !== undefined && <PlanFiles planId={planId} stationId={stationId} />}
      {asks && <ApproveDialog plan={plan} zone={zone} onClose={() => setAsks(false)} />}
      {resumes && <ResumeDialog plan={plan} onClose={() => setResumes(false)} />}
    </section>
  );
}
