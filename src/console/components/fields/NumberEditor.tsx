import { formatNumber } from '../../../base/number-text.ts';
import type { NumberField } from '../../../catalogue/model.ts';
import { useText } from '../i18n.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** A number with its unit: typed, or out of a closed list. */
export function NumberEditor(props: EditorProps<NumberField>) {
  const { field, value } = props;
  const text = useText();
  const shown = value === null ? '' : String(value);
  const common = {
    'aria-label': props.label,
    'aria-invalid': props.invalid,
    'aria-describedby': props.describedBy,
    disabled: props.disabled,
  };
  return (
    <div className={`${boxClass(props)} num`}>
      {field.choices === undefined ? (
        <input
          {...common}
          inputMode="decimal"
          autoComplete="off"
          value={shown.replace('-', '−')}
          placeholder={field.nullable ? text('value.off') : ''}
          onChange={(event) => props.onType(event.target.value)}
        />
      ) : (
        <select {...common} value={shown} onChange={(event) => props.onChoose(event.target.value)}>
          {!field.choices.map(String).includes(shown) && <option value={shown}>{shown || '–'}</option>}
          {field.choices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {formatNumber(choice, field.digits)}
            </option>
          ))}
        </select>
      )}
      {field.unit !== null && <span className="unit">{field.unit}</span>}
    </div>
  );
}
