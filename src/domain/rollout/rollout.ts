/** How a plan reaches its devices: batch after batch, so many at once, until too many fail (src/server/plans/README.md). Pure. */

/** Devices: a count, or a share of all of them, such as `20%`. */
export type BatchSize = number | `${number}%`;

/** Stops when `failed` or more of the last `of` devices that ended have failed. */
export interface StopRule {
  readonly failed: number;
  readonly of: number;
}

/** By the next contact that is expected of them, or as the plan lists them. */
export const rolloutOrders = ['nextContact', 'given'] as const;
export type RolloutOrder = (typeof rolloutOrders)[number];

export interface Rollout {
  /** Sizes of the batches; the last one repeats. */
  readonly batches: readonly BatchSize[];
  /** Devices under way at once at most; null = as many as the batch has. */
  readonly concurrency: number | null;
  readonly stopAt: StopRule | null;
  readonly order: RolloutOrder;
  /** Seconds from a device's start after which what it was not sent yet is taken back; null = each order's time to live. */
  readonly timeout: number | null;
  /** Seconds between the end of a device and the begin of the next: they go one at a time. Absent, null = none. */
  readonly gap?: number | null;
}

/**
 * What a plan has that chooses nothing: one device first, then five, then a fifth of all at a time, and a stop where
 * two of the last ten fail (src/server/plans/README.md). Numbers assumed.
 */
export const careful: Rollout = {
  batches: [1, 5, '20%'],
  concurrency: null,
  stopAt: { failed: 2, of: 10 },
  order: 'nextContact',
  timeout: null,
};

/** All at once, each as it wakes. */
export const allAtOnce: Rollout = {
  batches: ['100%'],
  concurrency: null,
  stopAt: null,
  order: 'nextContact',
  timeout: null,
};

const percent = /^(\d+(?:\.\d+)?)%$/;

/** Devices that a size means, at least 1. Null for what is no size: not above 0, or above 100 %. */
export function devicesOf(size: BatchSize, all: number): number | null {
  if (typeof size === 'number') return Number.isInteger(size) && size > 0 ? size : null;
  const share = Number(percent.exec(size)?.[1] ?? Number.NaN);
  if (!(share > 0 && share <= 100)) return null;
  return Math.max(1, Math.ceil((share * all) / 100));
}

/** Devices of each batch, together `all`. @throws RangeError for what is no size, and for no size at all */
export function batchSizes(all: number, batches: readonly BatchSize[]): readonly number[] {
  const wanted = batches.map((size) => devicesOf(size, all));
  const sizes: number[] = [];
  for (let left = all; left > 0; ) {
    const size = wanted[Math.min(sizes.length, wanted.length - 1)];
    if (size === undefined || size === null)
      throw new RangeError(`no batch size: ${JSON.stringify(batches)}`);
    sizes.push(Math.min(size, left));
    left -= size;
  }
  return sizes;
}

/** The batch of each device, from 0. */
export const batchNumbers = (sizes: readonly number[]): readonly number[] =>
  sizes.flatMap((size, batch) => Array.from({ length: size }, () => batch));

/** Failed devices among the last that the rule looks at; `endings` in the order in which they ended, true = failed. */
export function failedLately(
  endings: readonly boolean[],
  rule: StopRule,
): { readonly failed: number; readonly of: number } {
  const lately = endings.slice(-rule.of);
  return { failed: lately.filter(Boolean).length, of: lately.length };
}

/** Whether the rule was met after any ending: a stop is not taken back by what ends well later. */
export function isStopped(endings: readonly boolean[], rule: StopRule | null): boolean {
  if (rule === null) return false;
  return endings.some(
    (failed, index) => failed && failedLately(endings.slice(0, index + 1), rule).failed >= rule.failed,
  );
}

/** `passed` and `failed` have ended. */
export type DeviceProgress = 'waiting' | 'underWay' | 'passed' | 'failed';

/**
 * Which devices begin now, by index. A batch begins when all devices of those before it have ended; a stopped rollout
 * begins none, and leaves alone what is under way.
 *
 * @param devices in their order, with their batch
 * @param endings of devices in the order in which they ended, true = failed
 */
export function devicesToStart(
  devices: readonly { readonly batch: number; readonly progress: DeviceProgress }[],
  endings: readonly boolean[],
  { concurrency, stopAt }: Pick<Rollout, 'concurrency' | 'stopAt'>,
): readonly number[] {
  if (isStopped(endings, stopAt)) return [];
  const open = devices.filter(({ progress }) => progress === 'waiting' || progress === 'underWay');
  const current = Math.min(...open.map(({ batch }) => batch));
  const underWay = open.filter(({ progress }) => progress === 'underWay').length;
  const room = (concurrency ?? Number.POSITIVE_INFINITY) - underWay;
  const waiting = devices.flatMap(({ batch, progress }, index) =>
    batch === current && progress === 'waiting' ? [index] : [],
  );
  return waiting.slice(0, Math.max(0, room));
}
