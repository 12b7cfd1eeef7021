import type { PlanItem } from '../../../../contract/plans/plans.ts';
import { usePlanText } from '../use-plan-text.ts';

/** What is said of the chosen set, in full, where its row has no room for it; nothing where nothing is. */
export function ChosenFoot({ item, impact }: { readonly item: PlanItem; readonly impact: string }) {
  const say = usePlanText();
  const parts = [item.reason, say.why(item), impact];
  if (parts.every((part) => part === '')) return null;
  return (
    <p className="plans__foot num wrap text-12 flex">
      <strong>{item.stationCode}</strong>
      {parts.map((part) => part !== '' && <span key={part}>{part}</span>)}
    </p>
  );
}
