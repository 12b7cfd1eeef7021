import { useMemo } from 'react';
import type { PlanRollout } from '../../../../contract/plans/plans.ts';
import { batchSizes } from '../../../../domain/rollout/rollout.ts';
import { isSize } from '../../../../domain/rollout/rollout-bounds.ts';
import { useFormat, useText } from '../../../components/i18n.ts';

/** Runs of equal batches that are named one by one. */
const named = 5;

/**
 * Sizes of batches as people say them: equal ones in a row together, `1, 5, 4 × 59, 53`.
 * @param join two parts of a list, as the language has it
 */
export function sizesText(
  sizes: readonly number[],
  join: (first: string, next: string) => string = (first, next) => `${first}, ${next}`,
): string {
  const runs: { size: number; times: number }[] = [];
  for (const size of sizes) {
    const last = runs.at(-1);
    if (last?.size === size) last.times += 1;
    else runs.push({ size, times: 1 });
  }
  const reported = runs
    .slice(0, named)
    .map(({ size, times }) => (times === 1 ? `${size}` : `${times} × ${size}`));
  const parts = [...reported, ...(runs.length > named ? ['…'] : [])];
  return parts.length === 0 ? '' : parts.reduce(join);
}

/** How a plan goes to so many devices, as phrases: batches, how many at once, order, stop rule, time for a device. */
export function useRolloutWords(): (rollout: PlanRollout, devices: number) => readonly string[] {
  const text = useText();
  const format = useFormat();
  return useMemo(
    () =>
      ({ batches, concurrency, stopAt, order, timeout, gap = null }, devices) => {
        const sizes = batchSizes(devices, batches.filter(isSize));
        const many = sizes.length > 1;
        const join = (first: string, next: string) => text('rollout.words.then', { first, next });
        return [
          many
            ? text('rollout.words.batches', { devices, batches: sizes.length, sizes: sizesText(sizes, join) })
            : text('rollout.words.oneBatch', { devices }),
          (gap ?? 0) > 0
            ? text('rollout.words.gap', { span: format.duration((gap ?? 0) * 1000) })
            : concurrency === null
              ? text(many ? 'rollout.words.batchAtOnce' : 'rollout.words.allAtOnce')
              : text('rollout.words.atOnce', { count: concurrency }),
          text(`rollout.words.order.${order}`),
          stopAt === null ? text('rollout.words.noStop') : text('rollout.words.stop', stopAt),
          timeout === null
            ? text('rollout.words.noTimeout')
            : text('rollout.words.timeout', { span: format.duration(timeout * 1000) }),
        ];
      },
    [text, format],
  );
}
