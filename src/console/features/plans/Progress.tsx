import { useText } from '../../components/i18n.ts';
import type { PlanItem } from '../../state/plans.ts';
import { counted, type Tone } from './item-state.ts';

const over: readonly Tone[] = ['good', 'odd', 'bad', 'off'];

/** How far a plan is: a bar of its sets by where they stand, with their numbers beneath. */
export function Progress({ items, now }: { readonly items: readonly PlanItem[]; readonly now: number }) {
  const text = useText();
  const counts = counted(items, now);
  const done = counts.reduce((sum, { tone, count }) => sum + (over.includes(tone) ? count : 0), 0);
  return (
    <div className="plans__progress">
      <div
        className="plans__bar"
        role="progressbar"
        aria-label={text('plans.progress')}
        aria-valuemin={0}
        aria-valuemax={items.length}
        aria-valuenow={done}
        aria-valuetext={text('plans.progressText', { done, total: items.length })}
      >
        {counts.map(({ key, tone, count }) => (
          <span key={key} className={`plans__part plans__part--${tone}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <p className="plans__counts num">
        <span>{text('plans.progressText', { done, total: items.length })}</span>
        {counts.map(({ key, tone, message, count }) => (
          <span key={key} className={`plans__word plans__word--${tone}`}>
            {text(message)} {count}
          </span>
        ))}
      </p>
    </div>
  );
}
