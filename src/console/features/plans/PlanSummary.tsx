import type { Plan } from '../../../contract/plans/plans.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { hasProblem, setsOwn } from './item-state.ts';

/** What a plan holds and where it comes from, in a line. */
export function PlanSummary({ plan, zone }: { readonly plan: Plan; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const { items, origin } = plan;
  const sums = [
    ['plans.summary.problem', items.filter((item) => hasProblem(item) && !item.excluded).length],
    ['plans.summary.late', items.filter((item) => item.late !== null && !item.excluded).length],
    ['plans.summary.own', items.filter((item) => setsOwn(item) && !item.excluded).length],
    ['plans.summary.stranding', items.filter((item) => item.stranding && !item.excluded).length],
    ['plans.summary.excluded', items.filter((item) => item.excluded).length],
  ] as const;
  return (
    <p className="plans__summary num wrap underlined text-12 dim flex">
      <span>
        {text('plans.summary', {
          stations: new Set(items.map((item) => item.sn)).size,
          sets: items.filter((item) => item.type !== 'skip').length,
        })}
      </span>
      {plan.rules > 0 && <span>{text('plans.summary.rules', { count: plan.rules })}</span>}
      {sums.map(([message, count]) => count > 0 && <span key={message}>{text(message, { count })}</span>)}
      {origin !== null && <span>{text(`plans.originOf.${origin.of}`, { title: origin.title })}</span>}
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
  );
}
