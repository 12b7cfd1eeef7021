import { createContext, type ReactNode, useContext } from 'react';
import type { Args, ArgsRest, Command, CommandCall, Origin } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Button } from './Button.tsx';
import type { IconName } from './Icon.tsx';
import { useOffers } from './screen.ts';

/** How components run commands: the shell fills it with registry and context. */
export interface CommandRunner {
  run<A>(command: Command<A>, ...rest: ArgsRest<NoInfer<A>, [origin?: Origin]>): void;
  /** Runs a command whose type is not known here: `execute` checks its arguments. */
  runCall(call: CommandCall, origin: Origin): void;
  /** The ports as they are now; questions of guards go unasked. */
  context(): CommandContext;
  /** Title in the user's language, first key, icon, and why it cannot run now (true = it can). */
  describe(command: Command): {
    readonly title: string;
    readonly keys: string | undefined;
    readonly icon: string | undefined;
    readonly available: true | string;
  };
}

const CommandsContext = createContext<CommandRunner>({
  run: ({ id }, ..._rest) => {
    throw new Error(`nothing to run ${id} with`);
  },
  runCall: ({ command }) => {
    throw new Error(`nothing to run ${command.id} with`);
  },
  context: () => {
    throw new Error('no context');
  },
  describe: ({ id }) => ({ title: id, keys: undefined, icon: undefined, available: true }),
});

export function CommandsProvider({
  runner,
  children,
}: {
  readonly runner: CommandRunner;
  readonly children: ReactNode;
}) {
  return <CommandsContext value={runner}>{children}</CommandsContext>;
}

export function useCommands(): CommandRunner {
  return useContext(CommandsContext);
}

type CommandButtonProps<A> = {
  readonly command: Command<A>;
  readonly label?: string;
  readonly icon?: IconName;
  readonly look?: 'plain' | 'primary' | 'danger' | 'ghost';
  readonly iconOnly?: boolean;
  readonly pressed?: boolean;
  /** Shows its first key, or that of the command which a key runs in its place. */
  readonly showKeys?: boolean | Command;
  /** A key that what surrounds it hears, in place of one of the command's own. */
  readonly keys?: string | undefined;
  readonly large?: boolean;
} & ([NoInfer<A>] extends [never]
  ? { readonly args: Args }
  : Record<never, never> extends NoInfer<A>
    ? { readonly args?: NoInfer<A> }
    : { readonly args: NoInfer<A> });

/** A button that runs a command; its name is the command's unless `label` says it shorter. */
export function CommandButton<A>(props: CommandButtonProps<A>) {
  const commands = useCommands();
  useOffers();
  const { command, showKeys = false } = props;
  const { title, keys, available } = commands.describe(command);
  return (
    <Button
      label={props.label ?? title}
      icon={props.icon}
      look={props.look ?? 'plain'}
      large={props.large ?? false}
      iconOnly={props.iconOnly ?? false}
      pressed={props.pressed}
      disabled={available === true ? false : available}
      keys={
        props.keys ??
        (typeof showKeys === 'object' ? commands.describe(showKeys).keys : showKeys ? keys : undefined)
      }
      onPress={() => commands.runCall({ command, args: (props.args ?? {}) as Args }, 'button')}
    />
  );
}
