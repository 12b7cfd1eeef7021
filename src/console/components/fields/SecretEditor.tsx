import type { SecretField } from '../../../catalogue/model.ts';
import { useText } from '../i18n.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** A secret: written, never read; what was typed is not shown. */
export function SecretEditor(props: EditorProps<SecretField>) {
  const text = useText();
  return (
    <div className={boxClass(props)}>
      <input
        type="password"
        aria-label={props.label}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        autoComplete="new-password"
        placeholder={text('value.secret')}
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={(event) => props.onType(event.target.value)}
      />
    </div>
  );
}
