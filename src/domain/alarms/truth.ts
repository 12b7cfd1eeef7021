/** Three-valued logic after Kleene: `null` is unknown. */
export type Truth = boolean | null;

/** False where one is false, else unknown where one is unknown; true of nothing. */
export function and(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

/** True where one is true, else unknown where one is unknown; false of nothing. */
export function or(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}

export const not = (truth: Truth): Truth => (truth === null ? null : !truth);
