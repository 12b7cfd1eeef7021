import { type FormEvent, useState } from 'react';

/** A refusal with the field that it speaks of; null = the form as a whole. */
export interface Refused {
  readonly field: string | null;
  readonly sentence: string;
}

export interface Form<T extends Readonly<Record<string, string>>> {
  readonly values: T;
  readonly busy: boolean;
  /** True once anything differs from what it began with. */
  readonly changed: boolean;
  /** What was refused and names no field of the form. */
  readonly problem: string | null;
  set(name: keyof T & string, value: string): void;
  error(name: keyof T & string): string | null;
  onSubmit(event: FormEvent): void;
}

/**
 * State of a form whose fields are texts, as they are typed. `submit` answers null when it was done, or what was
 * refused; nothing that was typed is lost then.
 */
export function useForm<T extends Readonly<Record<string, string>>>(
  initial: T,
  submit: (values: T) => Promise<Refused | null>,
): Form<T> {
  const [begun, setBegun] = useState(initial);
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const own = refused?.field != null && refused.field in values ? refused.field : null;
  const run = async () => {
    setBusy(true);
    setRefused(null);
    try {
      const found = await submit(values);
      setRefused(found);
      if (found === null) setBegun(values);
      else if (found.field !== null)
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus(),
        );
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    busy,
    changed: Object.keys(values).some((name) => values[name] !== begun[name]),
    problem: refused !== null && own === null ? refused.sentence : null,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      if (own === name) setRefused(null);
    },
    error: (name) => (own === name ? (refused?.sentence ?? null) : null),
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void run();
    },
  };
}
