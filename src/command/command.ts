import type { Static, TObject } from 'typebox';
import type { MessageId } from '../base/messages.ts';
import type { Permission } from '../base/permissions.ts';
import type { CommandContext } from './context.ts';
import type { CommandScript } from './script.ts';

/** Where a command shows itself besides the palette. */
export type Place =
  | 'alarms'
  | 'audit'
  | 'chart'
  | 'dialog'
  | 'form'
  | 'header'
  | 'home'
  | 'log'
  | 'login'
  | 'map'
  | 'matrix'
  | 'notice'
  | 'plans'
  | 'orders'
  | 'scripts'
  | 'shortcuts'
  | 'side'
  | 'sites'
  | 'station'
  | 'tabMenu'
  | 'table'
  | 'userMenu'
  | 'users'
  | 'roles'
  | 'menus'
  | 'folders'
  | 'dashboards'
  | 'reports'
  | 'schedules';

/** Who started a command; kept for recents and the audit. */
export type Origin = 'palette' | 'key' | 'button' | 'menu' | 'script';

/** What a command requires before it is executed. */
export type CommandGuard =
  | { readonly type: 'none' }
  | { readonly type: 'confirm'; readonly question: MessageId }
  | { readonly type: 'password'; readonly prompt: MessageId };

/** Arguments as generic code passes them on; `execute` checks them against the command's schema. */
export type Args = Readonly<Record<string, unknown>>;
/** The arguments of a command that takes none. */
export type NoArgs = Readonly<Record<string, never>>;
type Fixed<T> = T extends readonly (infer E)[]
  ? readonly Fixed<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;
/** The type of the arguments that a schema describes. */
export type ArgsOf<S extends TObject> = keyof Static<S> extends never ? NoArgs : Fixed<Static<S>>;

/** A key and the arguments that it runs its command with. */
export interface KeyWithArgs<A = Args> {
  readonly key: string;
  readonly args: A;
}

interface Described<A> {
  /** Name of an icon of the console's set. */
  readonly icon?: string;
  readonly places?: readonly Place[];
  readonly permission?: Permission | readonly Permission[];
  /** True when it can run now, otherwise the sentence that says why not. */
  when?(context: CommandContext): true | MessageId;
  readonly guard?: CommandGuard;
  /** What a script made of what was done says of it; absent = it does nothing to devices. */
  readonly script?: CommandScript<A>;
  /** Nothing to come back to: neither the recents nor the recorder keep it. */
  readonly isPassing?: boolean;
  /** Not listed in the palette: it is run from there, or by what surrounds it. */
  readonly isUnlisted?: boolean;
  /** The page that is opened first where no mounted feature offers it. */
  readonly page?: string;
  /** What is said when its guard was declined; absent = nothing. */
  readonly declined?: MessageId;
  /** True when what it would set is so already. */
  isOn?(context: CommandContext, args: A): boolean;
  /** What a call of it is about: calls about the same thing are one row of the palette. Absent = each is its own. */
  about?(args: A): string;
}

/** What the author of a command writes; `area` adds id and title. */
export interface CommandSpec<S extends TObject> extends Described<ArgsOf<S>> {
  /** Schema of its arguments; absent = none. */
  readonly arguments?: S;
  /** Combinations (`mod+k`), single keys (`s`) or sequences (`g h`); with arguments where it needs any. */
  readonly keys?: readonly (
    | (Record<never, never> extends ArgsOf<S> ? string : never)
    | KeyWithArgs<ArgsOf<S>>
  )[];
  /**
   * Keys that run it while the focus is in the part of the page that performs it, such as a list; they are not bound.
   * Arguments that a key does not have are those of the list's current row.
   */
  readonly listKeys?: readonly (string | KeyWithArgs<ArgsOf<S>>)[];
}

/**
 * One thing that a user can make the product do. Everything that runs, offers, lists or binds a command refers to this
 * object; its id is for what is stored or shown outside (recents, shortcuts, audit). `Command` without a type argument is
 * any command.
 */
export interface Command<A = never> extends Described<A> {
  /** `area.verb`, derived from the area's table. */
  readonly id: `${string}.${string}`;
  readonly title: MessageId;
  readonly keys?: readonly (string | KeyWithArgs)[];
  /** Keys that the mounted feature hears itself while the focus is in it. */
  readonly listKeys?: readonly (string | KeyWithArgs)[];
  readonly arguments: TObject;
  execute(context: CommandContext, args: A): void | Promise<void>;
}

/** A command that the mounted feature performs: features offer what it does (console/components/screen). */
export interface ScreenCommand<A = never> extends Command<A> {
  readonly onScreen: true;
}

/** A command with the arguments that it is to run with. */
export interface CommandCall {
  readonly command: Command;
  readonly args: Args;
}

/** Arguments of a function that takes those of a command: left out where the command requires none. */
export type ArgsRest<A, More extends readonly unknown[] = []> =
  Record<never, never> extends A ? [args?: A, ...more: More] : [args: A, ...more: More];

/** A call whose arguments are checked by the command's types. */
export function callOf<A>(command: Command<A>, ...[args]: ArgsRest<NoInfer<A>>): CommandCall {
  return { command: command as Command, args: (args ?? {}) as Args };
}

/** Names a call in lists and stores: the same command with the same arguments has the same key. */
export const callKey = (id: string, args: unknown): string => `${id} ${JSON.stringify(args ?? {})}`;
