import { rules } from '../../../../../../commands/rules.ts';
import { quantities } from '../../../../../domain/alarms/quantities/index.ts';
import type { Term } from '../../../../../domain/alarms/rule.ts';
import { useCommands } from '../../../../components/commands.tsx';
import { Icon } from '../../../../components/Icon.tsx';
import { useText } from '../../../../components/i18n.ts';
import { ChoiceDialog } from '../ChoiceDialog.tsx';
import { useChosen, useEditor } from '../context.ts';
import { termWith } from '../quantities.ts';

const orders = ['channel', 'row', 'rtu'] as const;

/** The quantity of a limit, and the list of all of them. */
export function QuantityToken({
  place,
  term,
  onChange,
  isNew,
}: {
  readonly place: string;
  readonly term: Term;
  readonly isNew: boolean;
  readonly onChange: (term: Term) => void;
}) {
  const text = useText();
  const commands = useCommands();
  const { words, rule, opened, close } = useEditor();
  const field = `${place}.quantity`;
  const { kinds } = rule.definition.scope;
  const items = orders.flatMap((of) =>
    quantities
      .filter((one) => one.of === of)
      .filter(
        () =>
          rule.definition.of === 'sensor' ||
          of === 'rtu' ||
          term.source?.slot !== undefined ||
          term.source?.sensorId !== undefined,
      )
      .map((one) => ({
        value: one.id,
        label: words.quantity(one.id),
        group: text(`rules.quantities.${of}`),
      })),
  );
  const set = useChosen(
    field,
    text('rules.quantity'),
    (value) => onChange(termWith(term, value, kinds)),
    items,
  );
  return (
    <>
      <button
        type="button"
        className={`token token--select ${isNew ? 'is-new' : ''}`}
        aria-haspopup="dialog"
        title={text('rules.quantity')}
        onClick={() => commands.run(rules.choose, { field })}
      >
        {words.quantity(term.quantity)}
        <Icon name="chevron-down" />
      </button>
      {opened === field && (
        <ChoiceDialog
          title={text('rules.quantities')}
          search={text('rules.findQuantity')}
          items={items}
          chosen={new Set([term.quantity])}
          onPick={set}
          onClose={close}
        />
      )}
    </>
  );
}
