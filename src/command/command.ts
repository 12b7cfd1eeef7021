import type { Static, TSchema } from 'typebox';
import type { MessageId } from '../base/messages.ts';
import type { Permission } from '../base/permissions.ts';
import type { CommandContext } from './context.ts';
import type { CommandScript } from './script.ts';

/** Where a command shows itself besides the palette. */
export type Place =
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
  | 'users';

/** Who started a command; kept for recents and the audit. */
export type Origin = 'palette' | 'key' | 'button' | 'menu' | 'script';

/** What stands between the wish and the deed. */
export type CommandGuard =
  | { readonly type: 'none' }
  | { readonly type: 'confirm'; readonly question: MessageId }
  | { readonly type: 'password'; readonly prompt: MessageId };

/** One thing that a user can make the product do. Declared once, in `commands/<area>`. */
export interface Command<A extends TSchema = TSchema> {
  /** `area.verb`. */
  readonly id: `${string}.${string}`;
  readonly title: MessageId;
  /** Name of an icon of the console's set. */
  readonly icon?: string;
  /** Key combinations (`s`, `ctrl+k`) or sequences (`g h`). */
  readonly keys?: readonly string[];
  readonly places?: readonly Place[];
  readonly permission?: Permission | readonly Permission[];
  /** True when it can run now, otherwise the sentence that says why not. */
  when?(context: CommandContext): true | MessageId;
  /** Schema of its arguments; absent = none. */
  readonly arguments?: A;
  readonly guard?: CommandGuard;
  /** What a script made of what was done says of it; absent = it does nothing to devices. */
  readonly script?: CommandScript<Static<A>>;
  execute(context: CommandContext, args: Static<A>): void | Promise<void>;
}

/** Declares a command, keeping its argument types. */
export function defineCommand<A extends TSchema>(command: Command<A>): Command<A> {
  return command;
}
