import { plans } from '../../../../commands/plans/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import type { Counted } from './item-state.ts';

/** How many sets stand how; a press shows only those, another one all again. */
export function StateChips(props: { readonly counts: readonly Counted[]; readonly wanted: string }) {
  const { counts, wanted } = props;
  const text = useText();
  const commands = useCommands();
  return (
    <fieldset className="num wrap gap-4 yields flex" aria-label={text('plans.state')}>
      {counts.map(({ key, tone, message, count }) => (
        <button
          key={key}
          type="button"
          className="plans__chip text-12 pickable"
          aria-pressed={wanted === key}
          onClick={() => commands.run(plans.filter, { state: wanted === key ? '' : key }, 'button')}
        >
          <i aria-hidden="true" className={`plans__part plans__part--${tone}`} />
          {text(message)} <strong className="strong">{count}</strong>
        </button>
      ))}
    </fieldset>
  );
}
