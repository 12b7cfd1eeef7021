import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import type { Plan, PlanItem } from '../../state/plans.ts';

/** Under a filter: how many rows it shows, and what a draft can be narrowed to by it. */
export function NarrowBar({ plan, shown }: { readonly plan: Plan; readonly shown: readonly PlanItem[] }) {
  const text = useText();
  const total = plan.items.length;
  const narrows = plan.state === 'draft' && shown.length > 0 && shown.length < total;
  const own = shown.filter(({ type }) => type !== 'skip');
  const out = own.filter(({ excluded }) => excluded).length;
  const deed = (of: 'shown' | 'others' | 'back', label: string) => (
    <CommandButton command="plans.narrow" args={{ of }} look="ghost" label={label} />
  );
  return (
    <div className="plans__narrow">
      <span className="num" role="status">
        {text('plans.shown', { shown: shown.length, total })}
      </span>
      {narrows && (
        <Permit needs="device:parameter:edit">
          {out < own.length && deed('shown', text('plans.excludeShown', { count: own.length - out }))}
          {deed('others', text('plans.keepShown', { count: own.length }))}
          {out > 0 && deed('back', text('plans.includeShown', { count: out }))}
        </Permit>
      )}
      <CommandButton command="plans.filter" args={{ state: '' }} look="ghost" label={text('plans.showAll')} />
    </div>
  );
}
