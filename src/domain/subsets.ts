/** Every subset of a short list that is not empty, the whole first; members keep their order. */
export function subsets<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** values.length - 1 }, (_, bits) =>
    values.filter((_member, at) => ((bits + 1) >> at) % 2 === 1),
  ).reverse();
}
