/** The small boxes that a rule is written in: 24 px high, each one word or number of its sentence. */
import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { typedNumber } from '../../../components/values/typed-number.ts';
import { useChosen } from './context.ts';

const written = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);
const read = (text: string): number | undefined => (text.trim() === '' ? undefined : typedNumber(text));

/** A number one step of its last digit further, or ten. */
function stepped(text: string, steps: number): string {
  const value = typedNumber(text);
  if (Number.isNaN(value)) return text;
  const digits = /[.,](\d+)$/.exec(text.trim())?.[1]?.length ?? 0;
  return (value + steps / 10 ** digits).toFixed(digits);
}

/**
 * A number with its unit, as it is typed: arrows change its last digit, with Shift ten times that. What is no number is
 * handed on as NaN, nothing at all as undefined.
 */
export function NumberToken(props: {
  readonly label: string;
  readonly value: number | undefined;
  readonly unit?: string;
  readonly placeholder?: string;
  /** What it was before the edit; undefined = the same. */
  readonly before?: string | undefined;
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly isShort?: boolean;
  readonly onChange: (value: number | undefined) => void;
}) {
  const {
    label,
    value,
    unit = '',
    placeholder,
    before,
    isInvalid = false,
    isShort = false,
    onChange,
  } = props;
  const [text, setText] = useState(written(value));
  // What was typed stays as it was typed, until the value becomes another one by other means.
  if (!Object.is(read(text), value) && !(Number.isNaN(value) && read(text) === undefined))
    setText(written(value));
  const put = (next: string) => {
    setText(next);
    onChange(read(next));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    put(stepped(text === '' ? (placeholder ?? '') : text, way * (event.shiftKey ? 10 : 1)));
  };
  return (
    <label
      className={`token token--number num ${isShort ? 'token--short' : ''} ${before === undefined ? '' : 'is-new'} ${isInvalid ? 'is-wrong' : ''}`}
    >
      {before !== undefined && before !== '' && <s>{before}</s>}
      <input
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={props.describedBy}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        style={{ width: `${Math.max(isShort ? 2 : 4, text.length, (placeholder ?? '').length) + 0.5}ch` }}
        onChange={(event) => put(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {unit !== '' && <span className="faint">{unit}</span>}
    </label>
  );
}

export interface TokenOption {
  readonly value: string;
  readonly label: string;
}

/** One of a few, on the platform's own list. */
export function SelectToken(props: {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (TokenOption & { readonly group?: string })[];
  readonly before?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isQuiet?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { field, label, value, options, before, isInvalid = false, isQuiet = false, onChange } = props;
  const set = useChosen(field, label, onChange, options);
  const groups = [...new Set(options.map(({ group }) => group ?? ''))];
  const item = (option: TokenOption) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  );
  return (
    <span
      className={`token token--select ${isQuiet ? 'token--quiet' : ''} ${before === undefined ? '' : 'is-new'} ${isInvalid ? 'is-wrong' : ''}`}
    >
      {before !== undefined && before !== '' && <s>{before}</s>}
      <select
        aria-label={label}
        title={label}
        aria-invalid={isInvalid}
        value={value}
        onChange={(event) => set(event.target.value)}
      >
        {groups.length < 2
          ? options.map(item)
          : groups.map((group) => (
              <optgroup key={group} label={group}>
                {options.filter((option) => (option.group ?? '') === group).map(item)}
              </optgroup>
            ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}

/** On or off, with its words beside it. */
export function SwitchToken(props: {
  readonly field: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly isHidden?: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { field, label, isOn, isHidden = false, onChange } = props;
  const set = useChosen(field, label, (value) => onChange(value === 'true'));
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className="switch row gap-6"
      aria-checked={isOn}
      aria-labelledby={id}
      onClick={() => set(String(!isOn))}
    >
      <span className={isHidden ? 'visually-hidden' : 'dim text-12'} id={id}>
        {label}
      </span>
      <span className="switch__track" />
    </button>
  );
}
