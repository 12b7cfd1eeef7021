import type { TextField } from '../../../catalogue/model.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** A text; a long one in a box of several lines. */
export function TextEditor(props: EditorProps<TextField>) {
  const { field, value } = props;
  const common = {
    'aria-label': props.label,
    'aria-invalid': props.invalid,
    'aria-describedby': props.describedBy,
    disabled: props.disabled,
    spellCheck: false,
    autoComplete: 'off',
    value: typeof value === 'string' ? value : '',
    onChange: (event: { readonly target: { readonly value: string } }) => props.onType(event.target.value),
  };
  return field.maxLength > 300 ? (
    <div className={`${boxClass(props)} field--tall`}>
      <textarea {...common} rows={3} />
    </div>
  ) : (
    <div className={boxClass(props)}>
      <input {...common} />
    </div>
  );
}
