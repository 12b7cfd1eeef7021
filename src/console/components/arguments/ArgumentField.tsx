import { useCallback, useMemo, useState } from 'react';
import { scripts as scriptCommands } from '../../../../commands/scripts/index.ts';
import type { Language } from '../../../base/messages.ts';
import { callOf } from '../../../command/command.ts';
import type { PickNode } from '../choice/pick-tree.ts';
import { TreeChoice } from '../choice/TreePicker.tsx';
import { useCommands } from '../commands.tsx';
import { FormSelect, FormText } from '../form/fields.tsx';
import type { Form } from '../form/use-form.ts';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { boundsOf, type DeclaredArgument, separator } from './argument-value.ts';
import { said } from './said.ts';

/** What arguments are chosen from, and the language that they are named in. */
export interface ArgumentSources {
  readonly language: Language;
  readonly stations: readonly { readonly code: string; readonly name: string }[];
  readonly projects: readonly { readonly code: string; readonly name: string }[];
  /** Stations by folder and project; a choice is a station's code. */
  readonly tree: readonly PickNode<string>[];
}

interface FieldProps<T extends Readonly<Record<string, string>>> {
  readonly form: Form<T>;
  readonly argument: DeclaredArgument;
  readonly sources: ArgumentSources;
  /** Its field in the form. */
  readonly name: keyof T & string;
}

function StationsField<T extends Readonly<Record<string, string>>>({
  form,
  argument,
  sources: { language, stations, tree },
  name,
}: FieldProps<T>) {
  const text = useText();
  const commands = useCommands();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const field = form.values[name] ?? '';
  const chosen = useMemo(() => new Set(field === '' ? [] : field.split(separator)), [field]);
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
        stations.map((station) => ({
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
      <span className="field__label">{said(argument.title, language, argument.name)}</span>
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

/** A field for what a script declares: its title, unit and bounds, by the type of its value. */
export function ArgumentField<T extends Readonly<Record<string, string>>>({
  form,
  argument,
  sources,
  name,
}: FieldProps<T>) {
  const { type, unit, description } = argument;
  const { language, projects } = sources;
  const text = useText();
  const label = `${said(argument.title, language, argument.name)}${unit === undefined ? '' : ` (${unit})`}`;
  const hint = [said(description, language, ''), boundsOf(argument, text)]
    .filter((part) => part !== '')
    .join(' ');
  if (type === 'stations')
    return <StationsField form={form} argument={argument} sources={sources} name={name} />;
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
        ? projects.map(({ code, name: project }) => ({
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
