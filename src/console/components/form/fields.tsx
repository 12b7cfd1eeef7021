import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../Button.tsx';
import { TextField } from '../fields.tsx';
import { Icon } from '../Icon.tsx';
import { useText } from '../i18n.ts';
import type { Form } from './use-form.ts';
import './form.css';

type Texts = Readonly<Record<string, string>>;
interface Bound<T extends Texts> {
  readonly form: Form<T>;
  readonly name: keyof T & string;
  readonly label: string;
}

interface BoundText<T extends Texts> extends Bound<T> {
  readonly large?: boolean;
  readonly hint?: string;
}

/** A text of a form. */
export function FormText<T extends Texts>(
  props: BoundText<T> & { readonly type?: 'text' | 'password'; readonly autoComplete?: string },
) {
  const { form, name, label, hint, ...rest } = props;
  const id = useId();
  return (
    <div>
      <TextField
        {...rest}
        {...(hint === undefined ? {} : { describedBy: id })}
        label={label}
        name={name}
        value={form.values[name] ?? ''}
        onChange={(value) => form.set(name, value)}
        error={form.error(name)}
      />
      {hint !== undefined && (
        <p className="form__hint text-12 dim" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The password of the account that sends a form. */
export function CurrentPassword<T extends Texts & { readonly password: string }>(
  props: Omit<BoundText<T>, 'name'>,
) {
  return <FormText type="password" autoComplete="current-password" name="password" {...props} />;
}

/** A password that a form sets. */
export function NewPassword<T extends Texts>(props: BoundText<T>) {
  return <FormText type="password" autoComplete="new-password" {...props} />;
}

/** The password of who approves something, and a one-time code once a refusal has asked for one. */
export function ProofFields<T extends Texts & { readonly password: string; readonly code: string }>({
  form,
}: Pick<Bound<T>, 'form'>) {
  const text = useText();
  const [needsCode, setNeedsCode] = useState(false);
  if (!needsCode && form.error('code') !== null) setNeedsCode(true);
  return (
    <>
      <CurrentPassword form={form} label={text('plans.password')} />
      {needsCode && (
        <FormText form={form} name="code" label={text('plans.code')} autoComplete="one-time-code" />
      )}
    </>
  );
}

/** A choice of a form, under its label. */
export function FormSelect<T extends Texts>(
  props: Bound<T> & { readonly options: readonly { readonly value: string; readonly label: string }[] },
) {
  const { form, name, label, options } = props;
  const id = useId();
  const error = form.error(name);
  useEffect(() => form.lists(name, label, options));
  return (
    <div>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className={`field ${error === null ? '' : 'field--invalid'}`}>
        <select
          id={id}
          name={name}
          value={form.values[name]}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => form.choose(name, event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {error !== null && (
        <p className="field__error" id={`${id}-error`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Any number of choices of a form, ticked under their heading; the field's text is their values with commas between. */
export function FormChecks<T extends Texts>(
  props: Bound<T> & { readonly options: readonly { readonly value: string; readonly label: string }[] },
) {
  const { form, name, label, options } = props;
  const chosen = (form.values[name] ?? '').split(',').filter(Boolean);
  const error = form.error(name);
  const others = (value: string) =>
    (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).sort().join();
  useEffect(() =>
    form.lists(
      name,
      label,
      options.map(({ value, label: word }) => ({
        value: others(value),
        label: chosen.includes(value) ? `✓ ${word}` : word,
      })),
    ),
  );
  return (
    <fieldset className="form__checks">
      <legend className="field__label">{label}</legend>
      <div className={`field checks ${error === null ? '' : 'field--invalid'}`}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              name={name}
              checked={chosen.includes(option.value)}
              aria-invalid={error !== null}
              onChange={() => form.choose(name, others(option.value))}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== null && (
        <p className="field__error" role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The end of a form: what was refused of it as a whole, and the button that sends it. */
export function FormFoot<T extends Texts>(props: {
  readonly form: Form<T>;
  readonly label: string;
  readonly look?: 'plain' | 'primary';
  /** Why it cannot be sent now, besides that it is being sent. */
  readonly disabled?: boolean;
  readonly children?: ReactNode;
}) {
  const { form, label, look = 'primary', disabled = false, children } = props;
  return (
    <>
      <FormProblem problem={form.problem} />
      <div className="form__foot row wrap gap-8">
        <Button submit look={look} label={label} disabled={form.busy || disabled} />
        {children}
      </div>
    </>
  );
}

/** What was refused of the form as a whole. */
export function FormProblem({ problem }: { readonly problem: string | null }) {
  if (problem === null) return null;
  return (
    <p className="form__problem refused row gap-6 text-12" role="alert">
      <Icon name="circle-alert" />
      {problem}
    </p>
  );
}
