import { useBoundsText } from '../../../components/fields/use-bounds-text.ts';
import { useValueText } from '../../../components/fields/use-value-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { TypedValue } from './use-device-page.ts';

/** The page for a value that is typed: what the device has, the bounds, what was understood, why it cannot be set. */
export function ValuePage({ typed }: { readonly typed: TypedValue }) {
  const { group, field, value, problem } = typed;
  const text = useText();
  const bounds = useBoundsText();
  const valueText = useValueText();
  const state = group.states[field.id];
  return (
    <div className="palette__hint dim">
      <p className="num">
        {state === undefined || state.at === null
          ? text('preview.notRead')
          : text('palette.onDevice', { value: valueText(field, state.value) })}
        {state?.pending != null &&
          `${text('list.comma')}${text('palette.pending', { value: valueText(field, state.pending.value) })}`}
      </p>
      <p className="num">{bounds(group.definition.id, field)}</p>
      {value !== undefined && (
        <p className="num">
          <b>→ {valueText(field, value)}</b>
        </p>
      )}
      {problem !== null && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {problem}
        </p>
      )}
    </div>
  );
}
