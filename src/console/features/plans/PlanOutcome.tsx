import type { Plan, PlanItem } from '../../../contract/plans/plans.ts';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { deviceCounts, failureReasons } from './rollout/device-counts.ts';
import { RolloutActions } from './rollout/RolloutActions.tsx';

/** Reasons of failures that are named one by one. */
const most = 3;

/** Whether a plan came out otherwise than it was meant to: it begins no device any more, or not all devices passed. */
export function hasOutcome({ state, progress }: Plan): boolean {
  const { failed = 0, timedOut = 0, skipped = 0, cancelled = 0 } = progress?.devices ?? {};
  const others = failed + timedOut + skipped + cancelled;
  return state === 'stopped' || state === 'cancelled' || (state === 'applied' && others > 0);
}

/** What became of a plan that stopped, was cancelled or has failures: why, how many devices stand how, what can be done. */
export function PlanOutcome(props: {
  readonly plan: Plan;
  readonly current: PlanItem | null;
  readonly now: number;
}) {
  const { plan, current, now } = props;
  const text = useText();
  const { state, rollout, progress } = plan;
  const reasons = failureReasons(plan.items, now);
  const isUnderWay = (progress?.devices['underWay'] ?? 0) > 0;
  const hasFailed = (progress?.devices['failed'] ?? 0) + (progress?.devices['timedOut'] ?? 0) > 0;
  const title =
    state === 'stopped' && rollout.stopAt !== null
      ? text('plans.outcome.stopped', rollout.stopAt)
      : text(
          state === 'cancelled'
            ? 'plans.outcome.cancelled'
            : hasFailed
              ? 'plans.outcome.failed'
              : 'plans.outcome.skipped',
        );
  return (
    <section
      className={`outcome rigid padded raised underlined text-12 outcome--${state}`}
      aria-label={text('plans.outcome')}
    >
      <p className="outcome__title row wrap" role="status">
        <Icon name="circle-alert" />
        <strong>{title}</strong>
        {isUnderWay && <span>{text('plans.outcome.underWay')}</span>}
      </p>
      <ul className="outcome__counts num row wrap">
        {deviceCounts(plan).map(({ state: is, count }) => (
          <li key={is} className={`outcome__count outcome__count--${is}`}>
            <strong>{count}</strong> {text(`planDevice.${is}`)}
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <ul className="outcome__reasons num row wrap">
          {reasons.slice(0, most).map(({ said, message, devices }) => (
            <li key={`${message} ${said}`}>
              {text('plans.outcome.reason', {
                reason: said === '' ? text(message) : `${text(message)} – ${said}`,
                count: devices,
              })}
            </li>
          ))}
          {reasons.length > most && (
            <li>{text('plans.outcome.moreReasons', { count: reasons.length - most })}</li>
          )}
        </ul>
      )}
      <RolloutActions plan={plan} current={current} />
    </section>
  );
}
