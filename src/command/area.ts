/** Tables of commands: one for each area, in `commands/<area>`. */
import Type, { type TObject } from 'typebox';
import type { MessageId } from '../base/messages.ts';
import type { ArgsOf, Command, CommandSpec, ScreenCommand } from './command.ts';
import type { CommandContext } from './context.ts';

type NoArguments = TObject<Record<never, never>>;
interface OwnSpec<S extends TObject> extends CommandSpec<S> {
  execute(context: CommandContext, args: ArgsOf<S>): void | Promise<void>;
}
interface ScreenSpec<S extends TObject> extends Omit<CommandSpec<S>, 'when'> {
  /** How it starts where no mounted feature offers it; absent = it cannot be run there. */
  execute?(context: CommandContext, args: ArgsOf<S>): void | Promise<void>;
}
interface OwnEntry<A> {
  readonly type: 'own';
  readonly spec: Omit<Command<A>, 'id' | 'title' | 'arguments'>;
}
interface ScreenEntry<A> {
  readonly type: 'screen';
  readonly spec: Omit<Command<A>, 'id' | 'title' | 'arguments' | 'execute'>;
}
type Entry = OwnEntry<never> | ScreenEntry<never>;

/** Declares a command with an implementation of its own. */
export function defineCommand<S extends TObject = NoArguments>(spec: OwnSpec<S>): OwnEntry<ArgsOf<S>> {
  return { type: 'own', spec };
}

/**
 * Declares a command that the mounted feature performs: it offers what the command does (console/components/screen).
 * Everywhere else the command says that it is not for this screen, unless it has a `page` or a way to start of its own.
 */
export function onScreen<S extends TObject = NoArguments>(spec: ScreenSpec<S>): ScreenEntry<ArgsOf<S>> {
  return { type: 'screen', spec };
}

type Words<N extends string, K> = `command.${N}.${K & string}`;
/** The commands of a table. A command whose title is no message does not compile. */
export type Area<T> = {
  readonly [K in keyof T]: T[K] extends ScreenEntry<infer A>
    ? ScreenCommand<A>
    : T[K] extends OwnEntry<infer A>
      ? Command<A>
      : never;
};

function commandOf(id: Command['id'], { type, spec }: Entry): Command {
  const common = { arguments: Type.Object({}), ...spec, id, title: `command.${id}` as MessageId };
  if (type === 'own') return Object.freeze<Command>(common as Command);
  const { page, execute: start } = spec as ScreenSpec<TObject>;
  const command: ScreenCommand = Object.freeze<ScreenCommand>({
    ...common,
    onScreen: true,
    when: ({ screen }) =>
      screen.situation(command) ?? (page !== undefined || start !== undefined ? true : 'command.elsewhere'),
    execute: (context, args) =>
      start === undefined ? context.screen.act(command, args) : start(context, args),
  });
  return command;
}

/**
 * Makes the commands of an area: the id of an entry `verb` is `<name>.verb`, its title the message `command.<name>.verb`.
 */
export function area<const N extends string, T extends Readonly<Record<string, Entry>>>(
  name: N,
  table: T & { readonly [K in keyof T]: Words<N, K> extends MessageId ? unknown : Words<N, K> },
): Area<T> {
  return Object.fromEntries(
    Object.entries<Entry>(table).map(([verb, entry]) => [verb, commandOf(`${name}.${verb}`, entry)]),
  ) as unknown as Area<T>;
}

/** The commands of an area, by their verbs. */
export type AreaCommands = Readonly<Record<string, Command>>;

/** The commands of several areas, in the order of their tables. */
export const commandsOf = (areas: readonly AreaCommands[]): readonly Command[] =>
  areas.flatMap((table) => Object.values(table));
