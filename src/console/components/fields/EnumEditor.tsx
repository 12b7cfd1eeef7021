import { enums } from '../../../catalogue/index.ts';
import type { EnumField } from '../../../catalogue/model.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import { useText } from '../i18n.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** One value of an enumeration. */
export function EnumEditor(props: EditorProps<EnumField>) {
  const { field, value } = props;
  const text = useText();
  const { id, values } = enums[field.values];
  const shown = typeof value === 'string' ? value : '';
  return (
    <div className={boxClass(props)}>
      <select
        aria-label={props.label}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        value={shown}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {!values.includes(shown) && <option value={shown}>–</option>}
        {values.map((choice) => (
          <option key={choice} value={choice}>
            {text(enumValueMessage(id, choice))}
          </option>
        ))}
      </select>
    </div>
  );
}
