import type { Reading } from '../storage/storage.ts';

/**
 * Of each series the last of its readings, in the order given: of a past that is computed consoles show what is newest,
 * not how it came to it.
 */
export function newestOfEach(readings: readonly Reading[]): readonly Reading[] {
  const last = new Map<string, Reading>();
  for (const reading of readings) last.set(`${reading.row} ${reading.sourceId} ${reading.element}`, reading);
  return [...last.values()];
}
