/** A part of a large plan that stands for the whole of it, where all its devices would be too many. Pure. */
import { batchSizes, type Rollout } from './rollout.ts';

export interface PlanSample<T> {
  /** In their order. */
  readonly devices: readonly T[];
  /** How the part is rolled out, so that it goes as the whole would. */
  readonly batches: readonly number[];
  readonly concurrency: number | null;
  /** A time of the part, multiplied by this, is the time of the whole. */
  readonly stretch: number;
}

/** `count` of `all` places, evenly apart; `chance` in [0, 1) says where the first one is. */
function evenly(count: number, all: number, chance: number): readonly number[] {
  return Array.from({ length: count }, (_, at) =>
    Math.min(all - 1, Math.floor(((at + chance) * all) / count)),
  );
}

/**
 * Takes at most `most` devices of a plan, from every batch as many as its share of the plan is, at least one each; of
 * more batches than that, one device each of some of them. Within a batch they are evenly apart in the plan's order. As
 * many at once as the share of the concurrency is, at least one.
 * @param ordered the devices in the order in which they begin @param chance in [0, 1)
 * @returns null where all of them are no more than `most`
 */
export function samplePlan<T>(
  ordered: readonly T[],
  { batches, concurrency }: Pick<Rollout, 'batches' | 'concurrency'>,
  most: number,
  chance: number,
): PlanSample<T> | null {
  const all = ordered.length;
  if (all <= most) return null;
  const sizes = batchSizes(all, batches);
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  const taken = sizes.length <= most ? sizes.map((_, at) => at) : evenly(most, sizes.length, chance);
  const ofTaken = taken.reduce((sum, at) => sum + (sizes[at] ?? 0), 0);
  // One of each batch, and of what is left of it its share.
  const share = ofTaken === taken.length ? 0 : (most - taken.length) / (ofTaken - taken.length);
  const parts = taken.map((at) => ({
    from: starts[at] ?? 0,
    size: sizes[at] ?? 1,
    count: 1 + Math.floor(((sizes[at] ?? 1) - 1) * Math.min(1, share)),
  }));
  const devices = parts.flatMap(({ from, size, count }) =>
    evenly(count, size, chance).flatMap((place) => ordered.slice(from + place, from + place + 1)),
  );
  const atOnce = concurrency === null ? null : Math.max(1, Math.round((concurrency * devices.length) / all));
  return {
    devices,
    batches: parts.map(({ count }) => count),
    concurrency: atOnce,
    // Batches go one after the other; so does what waits for room in one.
    stretch: Math.max(
      1,
      sizes.length / taken.length,
      concurrency === null || atOnce === null ? 1 : (all / devices.length) * (atOnce / concurrency),
    ),
  };
}
