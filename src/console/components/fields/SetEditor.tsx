import { enums } from '../../../catalogue/index.ts';
import type { SetField } from '../../../catalogue/model.ts';
import { enumValueMessage } from '../../../derive/messages.ts';
import { useText } from '../i18n.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** Any of an enumeration's values. */
export function SetEditor(props: EditorProps<SetField>) {
  const { field, value } = props;
  const text = useText();
  const { id, values } = enums[field.values];
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset
      className={`${boxClass(props)} checks`}
      aria-label={props.label}
      aria-describedby={props.describedBy}
    >
      {values.map((member) => (
        <label key={member}>
          <input
            type="checkbox"
            disabled={props.disabled}
            checked={chosen.includes(member)}
            onChange={(event) =>
              props.onChoose(
                values.filter((other) => (other === member ? event.target.checked : chosen.includes(other))),
              )
            }
          />
          {text(enumValueMessage(id, member))}
        </label>
      ))}
    </fieldset>
  );
}
