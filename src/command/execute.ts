import { Value } from 'typebox/value';
import type { MessageId } from '../base/messages.ts';
import { hasPermission } from '../base/permissions.ts';
import type { Command, Origin } from './command.ts';
import type { CommandContext } from './context.ts';

/** How an execution ended; every refusal has its own word. */
export type Outcome =
  | { readonly type: 'done' }
  | { readonly type: 'forbidden'; readonly needs: readonly string[] }
  | { readonly type: 'unavailable'; readonly reason: MessageId }
  | { readonly type: 'badArguments'; readonly path: string }
  | { readonly type: 'declined' };

/** Told of each execution before its deed: recents, recorder, audit. One that answers false stops it. */
export type Witness = (command: Command, args: unknown, origin: Origin) => boolean;

/**
 * The one door: permission, then situation, then arguments, then guard, then the deed. Errors of the deed itself
 * are the caller's to show.
 */
export async function execute(
  command: Command,
  context: CommandContext,
  args: unknown,
  origin: Origin,
  witness?: Witness,
): Promise<Outcome> {
  if (command.permission !== undefined && !hasPermission(context.session.permissions, command.permission)) {
    const needs = typeof command.permission === 'string' ? [command.permission] : command.permission;
    return { type: 'forbidden', needs };
  }
  const situation = command.when?.(context) ?? true;
  if (situation !== true) return { type: 'unavailable', reason: situation };
  const [problem] = Value.Errors(command.arguments, args);
  if (problem !== undefined) return { type: 'badArguments', path: problem.instancePath };
  if (command.guard !== undefined && command.guard.type !== 'none' && !(await context.ask(command.guard))) {
    return { type: 'declined' };
  }
  if (witness?.(command, args, origin) === false) return { type: 'declined' };
  await command.execute(context, args as never);
  return { type: 'done' };
}
