import { createContext, type ReactNode, useContext } from 'react';
import type { Origin } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Button } from './Button.tsx';
import type { IconName } from './Icon.tsx';
import { useOffers } from './screen.ts';

/** How components run commands: the shell fills it with registry and context. */
export interface CommandRunner {
  run(id: string, args?: unknown, origin?: Origin): void;
  /** The ports as they are now; questions of guards go unasked. */
  context(): CommandContext;
  /** Title in the user's language, first key, icon, and why it cannot run now (true = it can). */
  describe(id: string): {
    readonly title: string;
    readonly keys: string | undefined;
    readonly icon: string | undefined;
    readonly available: true | string;
  };
}

const CommandsContext = createContext<CommandRunner>({
  run: (id) => {
    throw new Error(`no registry to run ${id}`);
  },
  context: () => {
    throw new Error('no context');
  },
  describe: (id) => ({ title: id, keys: undefined, icon: undefined, available: true }),
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

/** A button that runs a command; its name is the command's unless `label` says it shorter. */
export function CommandButton(props: {
  readonly command: string;
  readonly args?: unknown;
  readonly label?: string;
  readonly icon?: IconName;
  readonly look?: 'plain' | 'primary' | 'danger' | 'ghost';
  readonly iconOnly?: boolean;
  readonly pressed?: boolean;
  /** Shows its first key, or that of the command which a key runs in its place. */
  readonly showKeys?: boolean | string;
  readonly large?: boolean;
}) {
  const commands = useCommands();
  useOffers();
  const { title, keys, available } = commands.describe(props.command);
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
        typeof props.showKeys === 'string'
          ? commands.describe(props.showKeys).keys
          : props.showKeys
            ? keys
            : undefined
      }
      onPress={() => commands.run(props.command, props.args, 'button')}
    />
  );
}
