import { type TouchEvent, useRef } from 'react';
import { stations } from '../../../../commands/stations/index.ts';
import { useCommands } from '../../components/commands.tsx';
import { useNarrow } from '../../components/use-narrow.ts';

/** How far a finger goes, px, and how much flatter than steep: less is a press or a scroll. */
const least = 70;
const flat = 2;

/** True where a finger that moves sideways moves what it touches: a table, a row of tabs, a curve. */
function movesSideways(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) {
    if (at.matches('canvas, input, select, [role="slider"], .station__body'))
      return !at.matches('.station__body');
    const { overflowX } = getComputedStyle(at);
    if (at.scrollWidth > at.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll')) return true;
  }
  return false;
}

/** On a phone a swipe to the left opens the next station of the list that one came from, to the right the one before. */
export function useSwipe() {
  const commands = useCommands();
  const narrow = useNarrow();
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart(event: TouchEvent) {
      const finger = event.touches[0];
      const isSwipe =
        narrow && finger !== undefined && event.touches.length === 1 && !movesSideways(event.target);
      start.current = isSwipe ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd(event: TouchEvent) {
      const finger = event.changedTouches[0];
      const begun = start.current;
      start.current = null;
      if (begun === null || finger === undefined) return;
      const [x, y] = [finger.clientX - begun.x, finger.clientY - begun.y];
      if (Math.abs(x) < least || Math.abs(x) < flat * Math.abs(y)) return;
      const command = x < 0 ? stations.next : stations.previous;
      if (commands.describe(command).available === true) commands.run(command, {}, 'button');
    },
  };
}
