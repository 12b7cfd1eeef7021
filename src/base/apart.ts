/**
 * Moves places along an axis apart, so that labels at them do not cover each other: none is nearer than `least` to the
 * next. Their order is kept, and what has room enough stays where it is.
 * @param end no place lies beyond it, as long as all of them have room before it
 */
export function apart(places: readonly number[], least: number, end: number): readonly number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let edge = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    edge = Math.max(places[index] ?? 0, edge + least);
    moved[index] = edge;
  }
  edge = end + least;
  for (const index of order.toReversed()) {
    edge = Math.min(moved[index] ?? 0, edge - least);
    moved[index] = edge;
  }
  return moved;
}
