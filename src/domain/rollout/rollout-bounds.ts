import { type BatchSize, devicesOf, type Rollout } from './rollout.ts';

export const mostBatchSizes = 20;
export const mostAtOnce = 1000;
export const mostLookedAt = 1000;
/** Seconds. */
export const shortestTimeout = 60;
export const longestTimeout = 90 * 86_400;
/** Between two devices, seconds. */
export const longestGap = 86_400;

/** What of a rollout cannot be, and the bounds of a number where it is one. */
export interface RolloutProblem {
  readonly field: 'batches' | 'concurrency' | 'stopAt' | 'timeout' | 'gap';
  readonly reason: 'noSizes' | 'size' | 'range' | 'stopRule';
  readonly params: Readonly<Record<string, string | number>>;
}

const within = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/** The first thing of a rollout that cannot be; null where it can be as it is. */
export function rolloutProblem(rollout: {
  readonly batches: readonly (number | string)[];
  readonly concurrency: number | null;
  readonly stopAt: { readonly failed: number; readonly of: number } | null;
  readonly timeout: number | null;
  readonly gap?: number | null;
}): RolloutProblem | null {
  const { batches, concurrency, stopAt, timeout, gap = null } = rollout;
  if (!within(batches.length, 1, mostBatchSizes))
    return { field: 'batches', reason: 'noSizes', params: { max: mostBatchSizes } };
  const wrong = batches.find((size) => !isSize(size));
  if (wrong !== undefined) return { field: 'batches', reason: 'size', params: { size: wrong } };
  if (concurrency !== null && !within(concurrency, 1, mostAtOnce))
    return { field: 'concurrency', reason: 'range', params: { min: 1, max: mostAtOnce } };
  if (stopAt !== null && !(within(stopAt.of, 1, mostLookedAt) && within(stopAt.failed, 1, stopAt.of)))
    return { field: 'stopAt', reason: 'stopRule', params: { max: mostLookedAt } };
  if (timeout !== null && !within(timeout, shortestTimeout, longestTimeout))
    return { field: 'timeout', reason: 'range', params: { min: shortestTimeout, max: longestTimeout } };
  if (gap !== null && !within(gap, 0, longestGap))
    return { field: 'gap', reason: 'range', params: { min: 0, max: longestGap } };
  return null;
}

/** True for a number of devices, or a share such as `20%`. */
export const isSize = (size: number | string): size is BatchSize => devicesOf(size as BatchSize, 1) !== null;

/** Sizes as they are typed, `1, 5, 20%`; what is no size is kept as text. */
export const readSizes = (text: string): (number | string)[] =>
  text
    .split(/[\s,;，、；]+/u)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace('％', '%')));

/** True where a plan reaches all its devices at once, without any condition. */
export const isAllAtOnce = ({
  batches,
  concurrency,
  stopAt,
  timeout,
  gap = null,
}: Omit<Rollout, 'batches' | 'order'> & { readonly batches: readonly (number | string)[] }): boolean =>
  batches[0] === '100%' && concurrency === null && stopAt === null && timeout === null && (gap ?? 0) === 0;
