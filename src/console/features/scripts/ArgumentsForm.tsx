import { useEffect, useRef } from 'react';
import { form as formCommands } from '../../../../commands/form.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { WorkflowArgument } from '../../../contract/workflows.ts';
import { ArgumentField } from '../../components/arguments/ArgumentField.tsx';
import { type RunArguments, toField, toValue } from '../../components/arguments/argument-value.ts';
import { FormFoot } from '../../components/form/fields.tsx';
import { type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useArgumentSources } from '../../state/scripts/argument-sources.ts';
import './arguments.css';

type Fields = Readonly<Record<string, string>>;

/** Asks for what a script declares; what was given last, else its defaults, stands there already. */
export function ArgumentsForm(props: {
  readonly arguments: readonly WorkflowArgument[];
  readonly last: RunArguments;
  readonly onStart: (args: RunArguments) => Promise<FormRefusal | null>;
}) {
  const { arguments: declared, last, onStart } = props;
  const text = useText();
  const sources = useArgumentSources(text);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Fields>(
    Object.fromEntries(declared.map(({ name, default: own }) => [name, toField(last[name] ?? own)])),
    (fields) =>
      onStart(
        Object.fromEntries(
          declared.flatMap((argument) => {
            const value = toValue(argument, fields[argument.name] ?? '');
            return value === undefined ? [] : [[argument.name, value]];
          }),
        ),
      ),
    scriptCommands.start,
  );
  // The form takes the focus: a user who opened it by a key continues with keys.
  useEffect(() => element.current?.querySelector<HTMLElement>('input, select, button')?.focus(), []);
  useOffer(formCommands.save, () => element.current?.requestSubmit());
  return (
    <form ref={element} className="form scripts__arguments" noValidate onSubmit={form.onSubmit}>
      <h2 className="stressed">{text('scripts.arguments')}</h2>
      {declared.map((argument) => (
        <ArgumentField
          key={argument.name}
          form={form}
          argument={argument}
          sources={sources}
          name={argument.name}
        />
      ))}
      <FormFoot form={form} label={text('scripts.start')}>
        <span className="dim">{text('scripts.startNote')}</span>
      </FormFoot>
    </form>
  );
}
