import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { Args, Command } from '../../../command/command.ts';
import { listBindings } from '../../../command/keys.ts';
import { useCommands } from '../../components/commands.tsx';

const typedInto = 'input, textarea, select, [contenteditable="true"], [role="menu"], dialog';

/**
 * Keys of a list whose rows have buttons: the commands of an area by the keys that they declare for lists, done to the row
 * that is current. That is the one that the focus is in, or that `move` has gone to.
 * @param argsOf what a command is run with for a row; null = it is not for this row
 */
export function useListKeys<Row>(
  area: Readonly<Record<string, Command>>,
  rows: readonly Row[],
  argsOf: (command: Command, row: Row) => Args | null,
) {
  const commands = useCommands();
  const [at, setAt] = useState(0);
  const current = Math.min(at, rows.length - 1);
  const ofKey = listBindings(area);
  return {
    current,
    move: (steps: number) => setAt(Math.max(0, Math.min(rows.length - 1, current + steps))),
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
      if (row !== undefined) setAt(Number(row));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, nativeEvent } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || nativeEvent.isComposing) return;
      if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
      const call = ofKey.get(event.key.toLowerCase());
      const row = rows[current];
      const args = call === undefined || row === undefined ? null : argsOf(call.command, row);
      if (call === undefined || args === null) return;
      commands.runCall({ command: call.command, args }, 'key');
      event.preventDefault();
      // The keys of the whole console are not meant.
      event.stopPropagation();
    },
  };
}
