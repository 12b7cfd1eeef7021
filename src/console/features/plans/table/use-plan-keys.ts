import type { KeyboardEvent, MouseEvent } from 'react';
import { plans } from '../../../../../commands/plans/index.ts';
import { useCommands } from '../../../components/commands.tsx';
import type { PlanLine } from '../lines.ts';

/** What the table of a plan does with keys and presses. */
export function usePlanKeys(of: {
  readonly lines: readonly PlanLine[];
  /** Index of the current line; -1 = none. */
  readonly at: number;
  readonly current: number | null;
  readonly isDraft: boolean;
}) {
  const { lines, at, current, isDraft } = of;
  const commands = useCommands();
  const choose = (index: number, step: 1 | -1, origin: 'button' | 'key') => {
    for (let next = index; next >= 0 && next < lines.length; next += step) {
      const line = lines[next];
      if (line?.type !== 'field' || !line.isFirst) continue;
      commands.run(plans.choose, { position: line.item.position }, origin);
      return;
    }
  };
  return {
    onPress({ target }: MouseEvent) {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      if (row !== null && String(getSelection() ?? '') === '')
        commands.run(plans.choose, { position: Number(row.dataset['row']) }, 'button');
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown') choose(at + 1, 1, 'key');
      else if (event.key === 'ArrowUp') choose(at - 1, -1, 'key');
      else if (event.key === 'PageDown') choose(Math.min(lines.length - 1, at + 20), 1, 'key');
      else if (event.key === 'PageUp') choose(Math.max(0, at - 20), -1, 'key');
      else if (event.key === 'Home') choose(0, 1, 'key');
      else if (event.key === 'End') choose(lines.length - 1, -1, 'key');
      else if (event.key === ' ' && isDraft && current !== null)
        commands.run(plans.exclude, { position: current }, 'key');
      else return;
      event.preventDefault();
    },
  };
}
