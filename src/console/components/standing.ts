import { useEffect, useSyncExternalStore } from 'react';

/** The longest that what can wait for the first screen does wait for it, ms. */
const longest = 5000;
/** How long a screen that has just been painted is left to what is done on it, ms. */
const quiet = 100;

let stands = false;
const listeners = new Set<() => void>();

function tell(): void {
  stands = true;
  for (const listener of listeners) listener();
  listeners.clear();
}

function onStanding(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Runs something once the first screen stands, at once where it does; the answer gives it up. */
export function whenStanding(work: () => void): () => void {
  if (!stands) return onStanding(work);
  work();
  return () => undefined;
}

/** True once the first screen stands: only then is drawn what can wait for it. */
export function useStanding(): boolean {
  return useSyncExternalStore(onStanding, () => stands);
}

/**
 * The first screen stands when what it waits for has come and is painted, or when that takes too long. What it does
 * without until then is neither fetched nor evaluated in its way.
 */
export function useStands(hasCome: boolean): void {
  useEffect(() => {
    const timers = [setTimeout(tell, longest)];
    const frame = hasCome ? requestAnimationFrame(() => timers.push(setTimeout(tell, quiet))) : 0;
    return () => {
      cancelAnimationFrame(frame);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [hasCome]);
}
