import type { DateField } from '../../../catalogue/model.ts';
import type { EditorProps } from './editor.ts';
import { MomentField } from './MomentField.tsx';

/** A moment, in UTC as the device keeps it. */
export function DateEditor(props: EditorProps<DateField>) {
  const { value } = props;
  const shown =
    typeof value === 'number' && Math.abs(value) <= 8.64e15 ? new Date(value).toISOString().slice(0, 16) : '';
  return (
    <MomentField
      label={props.label}
      value={shown}
      onChange={(text) => {
        const at = Date.parse(`${text}Z`);
        props.onType(Number.isNaN(at) ? '' : at);
      }}
      unit="UTC"
      invalid={props.invalid}
      describedBy={props.describedBy}
      disabled={props.disabled}
    />
  );
}
