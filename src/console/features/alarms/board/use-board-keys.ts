import type { KeyboardEvent } from 'react';
import { alarms } from '../../../../../commands/alarms/index.ts';
import type { Command } from '../../../../command/command.ts';
import { listBindings } from '../../../../command/keys.ts';
import { useCommands } from '../../../components/commands.tsx';
import { floodLineOf, placeOf } from './lines.ts';
import type { AlarmBoard } from './use-board.ts';

/** What the board's own keys run (commands/alarms). Assigning alone takes Shift: `g` begins the keys that open pages. */
const ofKey = listBindings(alarms);
const capOf = (command: Command): string | undefined =>
  [...ofKey]
    .find(([, call]) => call.command === command)?.[0]
    .replace('shift+', '')
    .toUpperCase();

/** Keys of the board as buttons show them. */
export const boardKeys = {
  acknowledge: capOf(alarms.acknowledge as Command),
  comment: capOf(alarms.comment as Command),
  shelve: capOf(alarms.shelve as Command),
  assign: capOf(alarms.assign as Command),
  close: capOf(alarms.close as Command),
} as const;

const typedInto =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="spinbutton"], dialog';
const page = 15;

/** What the board does with keys while the focus is in it; moving and opening only in its list. */
export function useBoardKeys(board: AlarmBoard): (event: KeyboardEvent) => void {
  const commands = useCommands();
  const { current, currentId, lines, move } = board;
  const moves: Readonly<Record<string, number>> = {
    j: 1,
    ArrowDown: 1,
    k: -1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -lines.length,
    End: lines.length,
  };
  const flood = floodLineOf(lines, currentId);
  const isFolded = (stationId: number) =>
    flood?.isFolded ??
    lines.some((line) => line.type === 'station' && line.stationId === stationId && line.isFolded);
  const inList = (event: KeyboardEvent, key: string): boolean => {
    const steps = moves[key];
    if (steps !== undefined) move(steps, event.shiftKey);
    else if (key === 'Enter') commands.run(alarms.station, {}, 'key');
    else if ((key === 'ArrowLeft' || key === 'ArrowRight') && current !== null) {
      if (isFolded(placeOf(current)) !== (key === 'ArrowLeft')) commands.run(alarms.fold, {}, 'key');
    } else return false;
    return true;
  };
  return (event) => {
    const { target, nativeEvent } = event;
    // The list hears them first, then the board around it.
    if (event.isDefaultPrevented()) return;
    if (nativeEvent.isComposing || !(target instanceof Element) || target.closest(typedInto) !== null) return;
    // Letters are those of the keyboard, whatever Shift or Caps Lock make of them.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isList = target.closest('[role="grid"]') !== null;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (key !== 'a' || !isList || event.altKey) return;
      commands.run(alarms.markAll, {}, 'key');
    } else if (key === 'g' && event.shiftKey) commands.run(alarms.assign, {}, 'key');
    // The row of a flood stands for all of it: its first alarm alone is not in sight.
    else if (key === 'a' && board.marked.size === 0 && flood?.isFolded === true)
      commands.run(alarms.acknowledgeFlood, { flood: flood.key }, 'key');
    else if (isList && inList(event, key)) {
      // It has been done.
    } else if (isList && key === ' ' && currentId !== null) commands.run(alarms.mark, {}, 'key');
    else if (!isList && (key === 'j' || key === 'k')) move(key === 'j' ? 1 : -1, event.shiftKey);
    else {
      const call = event.shiftKey && key !== '/' && !/^[a-z]$/.test(key) ? undefined : ofKey.get(key);
      if (call === undefined || key === 'j' || key === 'k') return;
      commands.runCall(call, 'key');
    }
    event.preventDefault();
  };
}
