import type { ViewLimit } from '../../state/devices/views.ts';

/** How near a value is to what rules hold it against. */
export interface LimitShare {
  /** Level that it has reached, 0 = none. */
  readonly rank: number;
  /** Of the limit, 0 to 1. */
  readonly share: number;
  /** The limit that it is held against: the lowest while none is reached, else the highest that is. */
  readonly limit: number;
}

const isReached = (value: number, { side, either, limit }: ViewLimit): boolean => {
  const amount = either ? Math.abs(value) : value;
  return side === 'above' ? amount >= limit : amount <= limit;
};

/** The share of one limit, 0 to 1; of one from below the other way round. */
function partOf(value: number, limit: ViewLimit): number {
  if (isReached(value, limit)) return 1;
  const amount = limit.either ? Math.abs(value) : value;
  const part = limit.side === 'above' ? amount / limit.limit : limit.limit / amount;
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : 0;
}

/** null where nothing is held against it. */
export function shareOf(value: number, limits: readonly ViewLimit[] | null): LimitShare | null {
  if (limits === null || limits.length === 0) return null;
  const reached = limits.filter((limit) => isReached(value, limit));
  const highest = reached.reduce<ViewLimit | null>((a, b) => (a === null || b.rank > a.rank ? b : a), null);
  if (highest !== null) return { rank: highest.rank, share: 1, limit: highest.limit };
  const nearest = limits.reduce((a, b) => (partOf(value, b) > partOf(value, a) ? b : a));
  return { rank: 0, share: partOf(value, nearest), limit: nearest.limit };
}
