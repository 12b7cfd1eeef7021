/**
 * Which run goes next: the one that waits longest among those whose company holds fewest places, so that places are
 * shared fairly; null where none may. A company never holds more than `most` places.
 * @param waiting companies by run, in their order @param placed the company of each place that is held
 */
export function nextRun(
  waiting: ReadonlyMap<string, string>,
  placed: readonly string[],
  most: number,
): string | null {
  let next: string | null = null;
  let fewest = most;
  for (const [runId, company] of waiting) {
    const held = placed.filter((one) => one === company).length;
    if (held >= fewest) continue;
    next = runId;
    fewest = held;
  }
  return next;
}
