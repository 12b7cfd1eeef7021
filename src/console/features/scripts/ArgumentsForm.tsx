import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { form as formCommands } from '../../../../commands/form.ts';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import { callOf } from '../../../command/command.ts';
import type { WorkflowArgument } from '../../../contract/workflows.ts';
import { TreeChoice } from '../../components/choice/TreePicker.tsx';
import { useCommands } from '../../components/commands.tsx';
import { FormFoot, FormSelect, FormText } from '../../components/form/fields.tsx';
import { type Form, type FormRefusal, useForm } from '../../components/form/use-form.ts';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStationTree } from '../../state/folders/pick.ts';
import { preferences } from '../../state/preferences.ts';
import { useStations } from '../../state/sites/stations.ts';
import { boundsOf, type RunArgument, type RunArguments, typedNumber } from './argument-value.ts';
import { said } from './words.ts';
import './arguments.css';

const separator = '\n';

/** A value as a field of a form has it. */
const toField = (value: RunArgument | undefined): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(separator) : String(value);

/** What a field says as a value; undefined for an empty one, which then takes its default or is missed. */
function toValue({ type }: WorkflowArgument, field: string): RunArgument | undefined {
  if (type === 'stations') return field === '' ? undefined : field.split(separator);
  if (field.trim() === '') return type === 'text' && field !== '' ? field : undefined;
  if (type === 'flag') return field === 'true';
  if (type !== 'number') return field;
  // What is no number stays as it was typed: the server says what is wrong with it.
  return typedNumber(field) ?? field;
}

type Fields = Readonly<Record<string, string>>;
interface FieldProps {
  readonly form: Form<Fields>;
  readonly argument: WorkflowArgument;
}

const stationCode = ({ code }: { readonly code: string }) => code;

function StationsField({ form, argument }: FieldProps) {
  const { name } = argument;
  const text = useText();
  const commands = useCommands();
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const field = form.values[name] ?? '';
  const chosen = useMemo(() => new Set(field === '' ? [] : field.split(separator)), [field]);
  const tree = useStationTree({ text, value: stationCode });
  useOffer(scriptCommands.chooseStations, () => setOpen(!isOpen), { of: name });
  useOffer(
    scriptCommands.station,
    ({ code }) => {
      const next = new Set(chosen);
      if (!next.delete(code)) next.add(code);
      form.set(name, [...next].join(separator));
    },
    {
      of: name,
      choices: () =>
        (data?.stations ?? []).map((station) => ({
          value: station.code,
          label: `${station.code} ${station.name}`,
        })),
    },
  );
  useOffer(
    scriptCommands.stations,
    ({ codes, on }) => {
      const rest = [...chosen].filter((code) => !codes.includes(code));
      form.set(name, (on ? [...rest, ...codes] : rest).join(separator));
    },
    { of: name },
  );
  const error = form.error(name);
  return (
    <div>
      <span className="field__label">{said(argument.title, language, name)}</span>
      <TreeChoice
        label={text('history.stations', { count: chosen.size })}
        icon="map-pin"
        toggle={callOf(scriptCommands.chooseStations, { of: name })}
        open={isOpen}
        onClose={close}
        search={text('history.searchStations')}
        none={text('history.noMatch')}
        tree={tree}
        chosen={chosen}
        onPick={(values, on) => {
          const [only] = values;
          if (values.length === 1 && only !== undefined)
            commands.run(scriptCommands.station, { of: name, code: only }, 'button');
          else commands.run(scriptCommands.stations, { of: name, codes: values, on }, 'button');
        }}
      />
      {error !== null && (
        <p className="field__error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Field({ form, argument }: FieldProps) {
  const { name, type, unit, description } = argument;
  const text = useText();
  const { language } = useSnapshot(preferences);
  const { data } = useStations();
  const label = `${said(argument.title, language, name)}${unit === undefined ? '' : ` (${unit})`}`;
  const hint = [said(description, language, ''), boundsOf(argument, text)]
    .filter((part) => part !== '')
    .join(' ');
  if (type === 'stations') return <StationsField form={form} argument={argument} />;
  if (type === 'number' || type === 'text')
    return (
      <FormText form={form} name={name} label={label} autoComplete="off" {...(hint === '' ? {} : { hint })} />
    );
  const options =
    type === 'flag'
      ? [
          { value: 'true', label: text('scripts.yes') },
          { value: 'false', label: text('scripts.no') },
        ]
      : type === 'project'
        ? (data?.projects ?? []).map(({ code, name: project }) => ({
            value: code,
            label: `${code} ${project}`,
          }))
        : (argument.choices ?? []).map(({ value, title }) => ({
            value,
            label: said(title, language, value),
          }));
  const empty = form.values[name] === '' ? [{ value: '', label: text('scripts.choose') }] : [];
  return (
    <div>
      <FormSelect form={form} name={name} label={label} options={[...empty, ...options]} />
      {hint !== '' && <p className="form__hint text-12 dim">{hint}</p>}
    </div>
  );
}

/** Asks for what a script declares; what was given last, else its defaults, stands there already. */
export function ArgumentsForm(props: {
  readonly arguments: readonly WorkflowArgument[];
  readonly last: RunArguments;
  readonly onStart: (args: RunArguments) => Promise<FormRefusal | null>;
}) {
  const { arguments: declared, last, onStart } = props;
  const text = useText();
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
        <Field key={argument.name} form={form} argument={argument} />
      ))}
      <FormFoot form={form} label={text('scripts.start')}>
        <span className="dim">{text('scripts.startNote')}</span>
      </FormFoot>
    </form>
  );
}
