import { steady } from '../steady.ts';

/** Does work in so many ms; the answer forgets it. */
export type WorkTimer = (ms: number, work: () => void) => () => void;

/** What a loop takes its times from: one of its own in tests. */
export interface WorkClock {
  /** ms from any moment on. */
  readonly now: () => number;
  readonly after: WorkTimer;
}

/** Keeps no process alive. */
export const startTimer: WorkTimer = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** No setting of the machine's clock moves it. */
export const steadyClock: WorkClock = { now: steady, after: startTimer };
