import { type ReactNode, type Ref, useId } from 'react';
import { Icon, type IconName } from './Icon.tsx';

/** A labelled text field with its error below it. */
export function TextField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly name?: string;
  readonly autoComplete?: string;
  readonly error?: string | null;
  readonly large?: boolean;
  /** Id of a datalist with proposals. */
  readonly list?: string;
  /** Id of what says more of it. */
  readonly describedBy?: string;
  readonly after?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const invalid = props.error !== undefined && props.error !== null;
  const described = [...(invalid ? [`${id}-error`] : []), props.describedBy ?? ''].join(' ').trim();
  return (
    <div>
      <label className="field__label" htmlFor={id}>
        {props.label}
      </label>
      <div className={`field ${props.large ? 'field--large' : ''} ${invalid ? 'field--invalid' : ''}`}>
        <input
          id={id}
          ref={props.ref}
          type={props.type ?? 'text'}
          name={props.name}
          autoComplete={props.autoComplete}
          list={props.list}
          value={props.value}
          aria-invalid={invalid}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {props.after}
      </div>
      {invalid && (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          {props.error}
        </p>
      )}
    </div>
  );
}

/** A field that filters what is below it. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly keys?: string;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  return (
    <div className="field search">
      <Icon name="search" />
      <input
        ref={props.ref}
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          if (props.value === '') event.currentTarget.blur();
          else props.onChange('');
        }}
      />
      {props.keys && props.value === '' && <kbd>{props.keys}</kbd>}
    </div>
  );
}

/** A choice out of a list: the platform's own, so that keyboard, touch and screen readers work as everywhere. */
export function Select<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly icon?: IconName;
  readonly className?: string;
}) {
  return (
    <div className={`field ${props.className ?? ''}`}>
      {props.icon && <Icon name={props.icon} />}
      <select
        aria-label={props.label}
        value={props.value}
        onChange={(event) => {
          const chosen = props.options.find((option) => option.value === event.target.value);
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** One of a few, all in sight. `value` null = none of them. */
export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <fieldset className="segmented" aria-label={props.label}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
