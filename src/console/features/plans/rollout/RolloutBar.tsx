import type { Plan } from '../../../../contract/plans/plans.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { Counted, ItemTone } from '../item-state.ts';

const over: readonly ItemTone[] = ['good', 'odd', 'bad', 'off'];

/** How far a plan is: what was verified, how fast it goes, when it is expected to end, and its stop rule in words. */
export function RolloutBar(props: {
  readonly plan: Plan;
  readonly counts: readonly Counted[];
  readonly zone: string;
}) {
  const { plan, counts, zone } = props;
  const { items, progress, rollout } = plan;
  const text = useText();
  const format = useFormat();
  const sum = (tones: readonly ItemTone[]) =>
    counts.reduce((all, { tone, count }) => all + (tones.includes(tone) ? count : 0), 0);
  const done = sum(over);
  const total = items.length;
  const { stopAt } = rollout;
  const pace: string[] = [];
  if (progress !== null && progress.batches > 1)
    pace.push(text('plans.batchOf', { batch: progress.batch, batches: progress.batches }));
  if (progress?.rate != null && plan.endedAt === null)
    pace.push(text('plans.rate', { rate: format.number(progress.rate, 1) }));
  if (progress?.end != null) {
    const { at, plusMinus } = progress.end;
    const [time, width] = [format.time(at, zone, 'dayTime'), format.duration(plusMinus)];
    pace.push(text('plans.expectedEnd', { time, width }));
  }
  return (
    <>
      <p className="rollout__head num wrap between text-12 dim flex">
        <span>
          <strong>{sum(['good'])}</strong> {text('plans.verified', { total })}
        </span>
        <span className="dim">{pace.join(' · ')}</span>
      </p>
      <div
        className="plans__bar clips flex"
        role="progressbar"
        aria-label={text('plans.progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text('plans.progressText', { done, total })}
      >
        {counts.map(({ key, tone, count }) => (
          <span key={key} className={`plans__part plans__part--${tone}`} style={{ flexGrow: count }} />
        ))}
      </div>
      {stopAt !== null && plan.state !== 'stopped' && (
        <p className="rollout__rule num row gap-6 text-12 dim">
          <Icon name="ban" />
          {text('plans.stopRule', stopAt)}{' '}
          {progress?.lately != null && progress.lately.of > 0 && text('plans.stopNow', progress.lately)}
        </p>
      )}
    </>
  );
}
