import type { KeyboardEvent } from 'react';
import { devices } from '../../../../commands/devices.ts';
import { useCommands } from '../../components/commands.tsx';
import type { Looked } from './use-view.ts';

const typedInto = 'input, textarea, select, [role="menu"], dialog';
const page = 20;

/**
 * What the page does with keys: in its grid they move the current cell and act on it; `v` and `/` anywhere in the page.
 * @param move by lines and columns @param across devices beside each other; 1 in the table
 */
export function useDeviceKeys(
  looked: Looked,
  across: number,
  move: (lines: number, columns: number) => void,
): (event: KeyboardEvent) => void {
  const commands = useCommands();
  const isTable = looked.as === 'table';
  const aside = (step: 1 | -1) => (isTable ? move(0, step) : move(step, 0));
  const acts: Readonly<Record<string, () => void>> = {
    j: () => move(across, 0),
    ArrowDown: () => move(across, 0),
    k: () => move(-across, 0),
    ArrowUp: () => move(-across, 0),
    h: () => aside(-1),
    ArrowLeft: () => aside(-1),
    l: () => aside(1),
    ArrowRight: () => aside(1),
    PageDown: () => move(page * across, 0),
    PageUp: () => move(-page * across, 0),
    Home: () => move(Number.NEGATIVE_INFINITY, 0),
    End: () => move(Number.POSITIVE_INFINITY, 0),
    Enter: () => commands.run(devices.curve, {}, 'key'),
    ' ': () => commands.run(devices.mark, {}, 'key'),
    x: () => commands.run(devices.mark, {}, 'key'),
  };
  return (event) => {
    const { target, nativeEvent } = event;
    if (event.isDefaultPrevented() || nativeEvent.isComposing) return;
    if (!(target instanceof Element) || target.closest(typedInto) !== null) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isGrid = target.closest('[role="grid"]') !== null;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (key !== 'a' || !isGrid || event.altKey) return;
      commands.run(devices.markAll, {}, 'key');
    } else if (key === 'v') commands.run(devices.show, { as: isTable ? 'multiples' : 'table' }, 'key');
    else if (key === '/') commands.run(devices.search, {}, 'key');
    else if (isGrid && acts[key] !== undefined) acts[key]();
    else return;
    event.preventDefault();
  };
}
