import { useEffect } from 'react';
import { dashboards } from '../../../../commands/dashboards.ts';
import type { Command } from '../../../command/command.ts';
import { useCommands } from '../../components/commands.tsx';

const typedInto =
  'input, textarea, select, button, [contenteditable="true"], [role="menu"], [role="grid"], .map, dialog';

/** Keys of a dashboard while nothing else has the focus: pages, holding, editing. */
export function usePageKeys(isOn: boolean): void {
  const commands = useCommands();
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const run = <A>(command: Command<A>, args: A) => {
        if (commands.describe(command).available !== true) return;
        event.preventDefault();
        commands.run(command, args as never, 'key');
      };
      if (event.key === 'ArrowRight') run(dashboards.turn as Command<object>, { to: 'next' });
      else if (event.key === 'ArrowLeft') run(dashboards.turn as Command<object>, { to: 'previous' });
      else if (event.key === ' ') run(dashboards.hold as Command<object>, {});
      else if (event.key.toLowerCase() === 'e') run(dashboards.edit as Command<object>, {});
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn, commands]);
}
