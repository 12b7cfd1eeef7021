import { plans as planCommands } from '../../../../../commands/plans/index.ts';
import type { Plan } from '../../../../contract/plans/plans.ts';
import { cancelRehearsal, startRehearsal } from '../../../../contract/plans/rehearsal.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { useChange } from '../../../state/connection/change.ts';
import { request } from '../../../state/connection/client.ts';
import { notify } from '../../../state/notices.ts';
import { rehearsalKey, useRehearsal } from '../../../state/plans/rehearsal.ts';
import { RehearsalResults } from './RehearsalResults.tsx';
import './rehearsal.css';

/** A plan on simulated twins: followed, ended, and what came of it; marked as no real run in words and looks. */
export function RehearsalPanel(props: {
  readonly plan: Plan;
  /** Something is typed that a rehearsal would not know of. */
  readonly unsaved: boolean;
  readonly zone: string;
}) {
  const { plan, unsaved, zone } = props;
  const text = useText();
  const format = useFormat();
  const change = useChange(rehearsalKey, text);
  const { data: rehearsal = null } = useRehearsal(plan.id);
  const params = { planId: plan.id };
  const isDraft = plan.state === 'draft';
  const isRunning = rehearsal?.state === 'running';
  const run = async (action: () => Promise<unknown>) => {
    const refused = await change(action);
    if (refused !== null) notify('error', refused.sentence);
  };
  useOffer(
    planCommands.rehearse,
    () => run(() => request(startRehearsal, { params, body: { revision: plan.revision } })),
    {
      available: !isDraft
        ? 'plans.noDraft'
        : unsaved
          ? 'rehearsal.unsaved'
          : isRunning
            ? 'rehearsal.none'
            : true,
    },
  );
  useOffer(planCommands.endRehearsal, () => run(() => request(cancelRehearsal, { params })), {
    available: isRunning ? true : 'rehearsal.alreadyOver',
  });
  if (rehearsal === null) return null;
  const part = Math.floor(rehearsal.progress * 100);
  const isStale = isDraft && rehearsal.revision !== plan.revision;
  return (
    <section className="rehearsal rigid padded underlined text-12" aria-label={text('rehearsal.title')}>
      <div className="rehearsal__head row wrap">
        <span className="rehearsal__badge strong">{text('rehearsal.title')}</span>
        <span className="dim">{text('rehearsal.notReal')}</span>
        <span className="plans__grow grow" />
        <Permit needs="device:workflow:run">
          {isRunning && <CommandButton command={planCommands.endRehearsal} label={text('rehearsal.end')} />}
        </Permit>
      </div>
      <p className="rehearsal__facts num row wrap">
        <strong className="strong" role="status">
          {text(`rehearsal.state.${rehearsal.state}`, { part })}
        </strong>
        <span>
          {text('rehearsal.at', {
            revision: rehearsal.revision,
            by: rehearsal.startedBy,
            time: format.time(rehearsal.startedAt, zone, 'dayTime'),
          })}
        </span>
        {isStale && (
          <span className="rehearsal__stale">
            {text('rehearsal.stale', { revision: rehearsal.revision, now: plan.revision })}
          </span>
        )}
      </p>
      {isRunning && (
        <progress className="rehearsal__bar" max={100} value={part} aria-label={text('rehearsal.title')} />
      )}
      {rehearsal.result !== null && <RehearsalResults plan={plan} result={rehearsal.result} />}
    </section>
  );
}
