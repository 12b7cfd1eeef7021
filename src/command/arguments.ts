/** How the arguments of a command are asked for, one page each: read from its schema. */
import Type, { type TSchema } from 'typebox';
import type { MessageId } from '../base/messages.ts';
import type { PlanState } from '../contract/plans/plans.ts';
import type { RunState } from '../contract/workflows.ts';
import { devicePattern, groupPattern } from '../domain/device-path.ts';
import type { Command } from './command.ts';

/** Where the values of an argument come from. `screen`: the mounted feature lists them (ScreenPort.choices). */
export type Ask =
  | 'station'
  | 'stations'
  | 'project'
  | 'menu'
  | 'choice'
  | 'text'
  | 'screen'
  | 'parameter'
  | 'device'
  | 'group'
  | 'field'
  | 'value'
  | 'order'
  | 'plan'
  | 'run'
  | 'script';

export interface ArgumentStep {
  readonly name: string;
  /** What is asked for. */
  readonly title: MessageId;
  readonly ask: Ask;
  /** Of `text`: the form it must have, in words; null = any text. */
  readonly form: MessageId | null;
  /** Of `text`: whether it has that form. */
  readonly fits: (text: string) => boolean;
  /** Of `choice`: values with the ids of their words. */
  readonly choices: readonly { readonly value: string | boolean; readonly title: MessageId }[];
  /** Of `plan` and `run`: how it must stand to be listed; left out = however. */
  readonly states?: readonly string[];
}

const ulid = '^[0-9A-Z]{26}$';
const asks = (ask: Ask, title: MessageId) => ({ title, ask });

/** A station by its id. */
export const stationArgument = () => Type.Integer({ minimum: 1, ...asks('station', 'argument.station') });
/** Stations by their ids, in the order in which they were ticked. */
export const stationsArgument = () =>
  Type.Array(Type.Integer({ minimum: 1 }), {
    minItems: 1,
    maxItems: 500,
    ...asks('stations', 'argument.stations'),
  });
export const projectArgument = () =>
  Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], asks('project', 'argument.project'));
/** One of a few values; the words of value `v` have the id `<words>.v`. */
export const choiceArgument = <V extends string>(title: MessageId, words: string, values: readonly V[]) =>
  Type.Enum([...values], { ...asks('choice', title), words });
/** A text; where it must match a pattern, `form` says in words how it looks. */
export const textArgument = (
  title: MessageId,
  options: { readonly pattern: string; readonly form: MessageId } | { readonly maxLength?: number } = {},
) => Type.String({ minLength: 1, ...options, ...asks('text', title) });
/** Like a choice, but any other text is taken as well. */
export const namedArgument = (title: MessageId, words: string, values: readonly string[]) =>
  Type.String({ ...asks('choice', title), words, offered: values });
/** A parameter of any device, as `group.field` of the catalogue. */
export const parameterArgument = () =>
  Type.String({
    maxLength: 80,
    pattern: '^[A-Za-z0-9]+[.][A-Za-z0-9]+$',
    ...asks('parameter', 'argument.parameter'),
  });
/** A device of the station that was named before it (domain/device-path). */
export const deviceArgument = () =>
  Type.String({ pattern: devicePattern, ...asks('device', 'argument.device') });
/** A parameter group of a device of the station that was named before it (domain/device-path). */
export const groupArgument = () => Type.String({ pattern: groupPattern, ...asks('group', 'argument.group') });
/** A field of the group that was named before it. */
export const fieldArgument = () => Type.String({ maxLength: 60, ...asks('field', 'argument.parameter') });
/** A value of the field that was named before it; null = off, or for a secret: asked for where it is confirmed. */
export const valueArgument = () =>
  Type.Union(
    [
      Type.Number(),
      Type.String({ maxLength: 500 }),
      Type.Boolean(),
      Type.Array(Type.String({ maxLength: 40 }), { maxItems: 16 }),
      Type.Null(),
    ],
    asks('value', 'argument.value'),
  );
/** An action of the catalogue that the device which was named before it takes. */
export const orderArgument = () => Type.String({ maxLength: 40, ...asks('order', 'argument.command') });
/** A plan by its id; of those that stand so, where that matters. */
export const planArgument = (states?: readonly PlanState[]) =>
  Type.String({ pattern: ulid, states, ...asks('plan', 'argument.plan') });
/** A run of a script by its id; of those that stand so, where that matters. */
export const runArgument = (states?: readonly RunState[]) =>
  Type.String({ pattern: ulid, states, ...asks('run', 'argument.run') });
/** A script that is kept or in the library, as addresses name it. */
export const scriptArgument = () => Type.String({ maxLength: 80, ...asks('script', 'argument.script') });
/** The address of an entry of the server's menu. */
export const menuArgument = () => Type.String(asks('menu', 'argument.menu'));
/** A value that only the screen can list; any schema. */
export const screenArgument = <S extends TSchema>(title: MessageId, schema: S): S => ({
  ...schema,
  ...asks('screen', title),
});
/** Names one of several equal offers on screen; nobody is asked for it. */
export const ofArgument = () => Type.Optional(Type.String());

interface AskedSchema {
  readonly title?: MessageId;
  readonly ask?: Ask;
  readonly words?: string;
  readonly enum?: readonly string[];
  readonly offered?: readonly string[];
  readonly states?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly form?: MessageId;
}
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, AskedSchema>>;
  readonly required?: readonly string[];
}

/**
 * The pages that ask for a command's required arguments, in the order of its schema.
 * @throws Error naming the argument that does not say how it is asked for
 */
export function argumentSteps(command: Command): readonly ArgumentStep[] {
  const { properties = {}, required = [] } = command.arguments as ObjectSchema;
  return required.map((name) => {
    const { title, ask, words, enum: values, offered, states, ...text } = properties[name] ?? {};
    if (title === undefined || ask === undefined)
      throw new Error(`${command.id}: nothing says how ${name} is asked for`);
    const choices = (values ?? offered ?? []).map((value) => ({
      value,
      title: `${words}.${value}` as MessageId,
    }));
    const fits = (typed: string) =>
      typed.length <= (text.maxLength ?? Number.POSITIVE_INFINITY) &&
      (text.pattern === undefined || new RegExp(text.pattern, 'u').test(typed));
    return {
      name,
      title,
      ask,
      choices,
      ...(states === undefined ? {} : { states }),
      form: text.form ?? null,
      fits,
    };
  });
}
