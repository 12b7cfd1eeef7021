import { type FormEvent, useId, useRef, useState } from 'react';
import { form } from '../../../../commands/form.ts';
import type { ScreenCommand } from '../../../command/command.ts';
import { useCommands } from '../commands.tsx';
import { useOffer } from '../screen.ts';

/** A refusal with the field that it speaks of; null = the form as a whole. */
export interface FormRefusal {
  readonly field: string | null;
  readonly sentence: string;
}

export interface FormChoice {
  readonly value: string;
  readonly label: string;
}

export interface Form<T extends Readonly<Record<string, string>>> {
  readonly values: T;
  readonly busy: boolean;
  /** True once anything differs from what it began with. */
  readonly changed: boolean;
  /** What was refused and names no field of the form. */
  readonly problem: string | null;
  /** As it is typed. */
  set(name: keyof T & string, value: string): void;
  /** As it is chosen from a list or ticked: a command. */
  choose(name: keyof T & string, value: string): void;
  /** What a field can be chosen from, for those who choose by command. */
  lists(name: keyof T & string, label: string, options: readonly FormChoice[]): void;
  error(name: keyof T & string): string | null;
  onSubmit(event: FormEvent): void;
}

/**
 * State of a form whose fields are texts, as they are typed. `submit` answers null when it was done, or what was
 * refused; nothing that was typed is lost then. `command` sends it: a form whose action has a command of its own is
 * not submitted by `form.save`.
 */
export function useForm<T extends Readonly<Record<string, string>>>(
  initial: T,
  submit: (values: T) => Promise<FormRefusal | null>,
  command: ScreenCommand<{ readonly of?: string }> = form.save,
): Form<T> {
  const [begun, setBegun] = useState(initial);
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<FormRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const commands = useCommands();
  const id = useId();
  const lists = useRef(new Map<string, { label: string; options: readonly FormChoice[] }>());
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
  const set = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    if (own === name) setRefused(null);
  };
  useOffer(command, () => (busy ? undefined : run()), { of: id });
  useOffer(form.set, ({ field, value }) => set(field, value), {
    of: id,
    choices: (argument, { field }) =>
      argument === 'field'
        ? [...lists.current].map(([value, { label }]) => ({ value, label }))
        : (lists.current.get(String(field))?.options ?? []),
  });
  return {
    values,
    busy,
    changed: Object.keys(values).some((name) => values[name] !== begun[name]),
    problem: refused !== null && own === null ? refused.sentence : null,
    set,
    choose: (field, value) => commands.run(form.set, { of: id, field, value }),
    lists(name, label, options) {
      lists.current.set(name, { label, options });
    },
    error: (name) => (own === name ? (refused?.sentence ?? null) : null),
    onSubmit: (event) => {
      event.preventDefault();
      commands.run(command, { of: id });
    },
  };
}
