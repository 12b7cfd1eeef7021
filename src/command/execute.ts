import { Value } from 'typebox/value';
import type { MessageId } from '../base/messages.ts';
import { hasPermission } from '../base/permissions.ts';
import type { Command, Origin } from './command.ts';
import type { CommandContext } from './context.ts';

/** How an execution ended; every refusal has its own word. */
export type ExecutionOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'forbidden'; readonly needs: readonly string[] }
  | { readonly type: 'unavailable'; readonly reason: MessageId }
  | { readonly type: 'badArguments'; readonly path: string }
  | { readonly type: 'declined' };

/**
 * Notified of each execution before the command runs: recents, recorder, audit. Returning false prevents the
 * execution.
 */
export type Observer = (command: Command, args: unknown, origin: Origin) => boolean;

/**
 * The single entry point: checks permission, situation, arguments and guard, in this order, then runs the command.
 * Errors of the command itself are shown by the caller.
 */
export async function execute(
  command: Command,
  context: CommandContext,
  args: unknown,
  origin: Origin,
  observer?: Observer,
): Promise<ExecutionOutcome> {
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
  if (observer?.(command, args, origin) === false) return { type: 'declined' };
  await command.execute(context, args as never);
  return { type: 'done' };
}
