import type { ReactNode } from 'react';
import type { RunDetail } from '../../../../contract/workflows.ts';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { useText } from '../../../components/i18n.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { ArgumentsForm } from '../ArgumentsForm.tsx';
import { lastArgs } from '../last-args.ts';
import { RunPanel } from './RunPanel.tsx';
import type { useRunning } from './use-running.ts';

/** What became of the script: the question for its arguments, a plan that a report was made into, or a run. */
export function RunTab(props: {
  /** state/scripts nameOf. */
  readonly script: string;
  readonly running: ReturnType<typeof useRunning>;
  readonly runId: string | null;
  /** Undefined while it is on its way, and where there is none. */
  readonly run: RunDetail | undefined;
  /** Why the run did not come. */
  readonly error: unknown;
  /** The plan that a report was made into; it stands in place of the run. */
  readonly madePlan: string | null;
  readonly planId: string | null;
  readonly plan: (planId: string) => ReactNode;
  readonly onRetry: () => void;
}) {
  const { running, runId, run, madePlan, planId } = props;
  const { checked } = running;
  const text = useText();
  if (running.asks && checked !== null)
    return (
      <div className="scroll">
        <ArgumentsForm
          key={JSON.stringify(checked.arguments)}
          arguments={checked.arguments}
          last={lastArgs(props.script)}
          onStart={running.start}
        />
      </div>
    );
  if (madePlan !== null) return <div className="scripts__plan fill">{props.plan(madePlan)}</div>;
  if (runId !== null && run === undefined)
    return props.error === null ? (
      <LoadingRows rows={8} />
    ) : (
      <FailedState
        title={text('scripts.runFailed')}
        reason={reasonOf(props.error, text)}
        onRetry={props.onRetry}
      />
    );
  if (run === undefined)
    return (
      <EmptyState icon="terminal" title={text('scripts.start.title')}>
        {text('scripts.start.text')}
      </EmptyState>
    );
  return <RunPanel run={run} plan={planId === null ? null : props.plan(planId)} />;
}
