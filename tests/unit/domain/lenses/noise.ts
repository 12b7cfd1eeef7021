import { randomOf } from '../../../../src/domain/lenses/random.ts';

/** Normal noise that is the same in every run, with a standard deviation of 1; `alike`: correlation of neighbours. */
export function noise(seed: number, alike = 0): () => number {
  const random = randomOf(seed);
  let last = 0;
  return () => {
    const own = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    last = alike * last + Math.sqrt(1 - alike ** 2) * own;
    return last;
  };
}
