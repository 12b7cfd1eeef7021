import type { RunState } from '../../../../contract/workflows.ts';
import type { IconName } from '../../../components/Icon.tsx';

/** How a state of a run looks: its icon and its pill. */
export const runLook: Readonly<Record<RunState, { readonly icon: IconName; readonly pill: string }>> = {
  running: { icon: 'play', pill: 'pill--asleep' },
  waiting: { icon: 'clock', pill: 'pill--asleep' },
  paused: { icon: 'pause', pill: 'pill--late' },
  done: { icon: 'check', pill: 'pill--ok' },
  failed: { icon: 'circle-x', pill: 'pill--lv4' },
  cancelled: { icon: 'ban', pill: 'pill--offline' },
  halted: { icon: 'warning', pill: 'pill--lv4' },
};

/** Devices a minute and when the last of them is done, from what is done so far; null where nothing can be said. */
export function pace(
  run: {
    readonly createdAt: number;
    readonly progress: { readonly done: number; readonly total: number } | null;
  },
  now: number,
): { readonly rate: number; readonly end: number } | null {
  const { progress, createdAt } = run;
  const spent = now - createdAt;
  if (progress === null || progress.done <= 0 || spent < 1000 || progress.done > progress.total) return null;
  const each = spent / progress.done;
  return { rate: 60_000 / each, end: now + each * (progress.total - progress.done) };
}
