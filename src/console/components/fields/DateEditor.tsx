import type { DateField } from '../../../catalogue/model.ts';
import { boxClass, type EditorProps } from './editor.ts';

/** A moment, in UTC as the device keeps it. */
export function DateEditor(props: EditorProps<DateField>) {
  const { value } = props;
  const shown =
    typeof value === 'number' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString().slice(0, 16) : '';
  return (
    <div className={`${boxClass(props)} num`}>
      <input
        type="datetime-local"
        aria-label={props.label}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        value={shown}
        onChange={(event) => {
          const at = Date.parse(`${event.target.value}Z`);
          props.onType(Number.isNaN(at) ? '' : at);
        }}
      />
      <span className="unit">UTC</span>
    </div>
  );
}
