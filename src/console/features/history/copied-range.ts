import { readStored, writeStored } from '../../state/stored.ts';

/** Two moments, UTC ms, as they were copied. */
interface CopiedRange {
  readonly from: number;
  readonly to: number;
}

const isRange = (value: unknown): value is CopiedRange =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'to' in value &&
  typeof value.from === 'number' &&
  typeof value.to === 'number' &&
  value.to > value.from;
const isRangeOrNull = (value: unknown): value is CopiedRange | null => value === null || isRange(value);

/** Keeps a range for other curves, in this window or another, and on the clipboard as ISO times for other programs. */
export function copyRange(range: CopiedRange): void {
  writeStored('range', range);
  const text = [range.from, range.to].map((t) => new Date(t).toISOString()).join(' / ');
  // Without permission for the clipboard the range is still kept here.
  navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** The range that was copied last; null = none was. */
export function copiedRange(): CopiedRange | null {
  return readStored('range', null, isRangeOrNull);
}
