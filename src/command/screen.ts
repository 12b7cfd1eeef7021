import Type, { type TObject, type TSchema } from 'typebox';
import { type Command, defineCommand } from './command.ts';

/**
 * Declares a command that only the screen which is open can do: the mounted feature offers the deed under the
 * command's id (console/components/screen.ts). Everywhere else it says that it is not for this screen.
 */
export function defineScreenCommand<A extends TSchema = TObject>(
  command: Omit<Command<A>, 'execute' | 'when'>,
): Command<A> {
  const { id } = command;
  return defineCommand<A>({
    arguments: Type.Object({}) as unknown as A,
    ...command,
    when: ({ screen }) => screen.situation(id) ?? 'command.elsewhere',
    execute: ({ screen }, args) => screen.act(id, args),
  });
}
