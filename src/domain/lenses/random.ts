/**
 * Numbers in [0, 1), the same for the same seed, so that an answer is the same each time: xorshift with shifts 13, 17 and 5
 * (Marsaglia 2003).
 */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_769) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The first of neighbouring seeds are alike.
  for (let i = 0; i < 8; i += 1) next();
  return next;
}
