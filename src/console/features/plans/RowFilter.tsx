import { plans as planCommands } from '../../../../commands/plans/index.ts';
import type { Plan } from '../../../contract/plans/plans.ts';
import { CommandButton } from '../../components/commands.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { StateChips } from './StateChips.tsx';
import type { PlanRows } from './use-plan-rows.ts';

/** What filters the rows of a plan; while something does, how many it shows, and what a draft is narrowed to by it. */
export function RowFilter({ plan, rows }: { readonly plan: Plan; readonly rows: PlanRows }) {
  const { counts, wanted, search, onSearch, shown } = rows;
  const text = useText();
  const total = plan.items.length;
  const filters = wanted !== '' || search.trim() !== '';
  const narrows = filters && plan.state === 'draft' && shown.length > 0 && shown.length < total;
  const own = shown.filter(({ type }) => type !== 'skip');
  const out = own.filter(({ excluded }) => excluded).length;
  const action = (of: 'shown' | 'others' | 'back', label: string) => (
    <CommandButton command={planCommands.narrow} args={{ rows: of }} label={label} />
  );
  return (
    <div className="plans__filter row wrap underlined">
      <StateChips counts={counts} wanted={wanted} />
      <span className="plans__grow grow" />
      <SearchField label={text('plans.search')} value={search} onChange={onSearch} />
      {filters && (
        <div className="plans__narrow row wrap text-12">
          <span className="num" role="status">
            {text('plans.shown', { shown: shown.length, total })}
          </span>
          <CommandButton
            command={planCommands.filter}
            args={{ state: '' }}
            look="ghost"
            label={text('plans.showAll')}
          />
          <span className="plans__grow grow" />
          {narrows && own.length > 0 && (
            <Permit needs="device:parameter:edit">
              {out < own.length && action('shown', text('plans.excludeShown', { count: own.length - out }))}
              {out > 0 && action('back', text('plans.includeShown', { count: out }))}
              {action('others', text('plans.keepShown', { count: own.length }))}
            </Permit>
          )}
        </div>
      )}
    </div>
  );
}
