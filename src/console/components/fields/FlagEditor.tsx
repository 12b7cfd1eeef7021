import type { FlagField } from '../../../catalogue/model.ts';
import { useText } from '../i18n.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** A switch. */
export function FlagEditor(props: EditorProps<FlagField>) {
  const text = useText();
  const on = props.value === true;
  return (
    <div className={boxClass(props)}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        className="switch"
        onClick={() => props.onChoose(!on)}
      >
        <span className="switch__track" />
        {props.value === null ? '–' : text(on ? 'value.on' : 'value.off')}
      </button>
    </div>
  );
}
