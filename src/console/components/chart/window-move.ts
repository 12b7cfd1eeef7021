/** Which part of the window over an overview is moved: one of its edges, or all of it. */
export type WindowPart = 'from' | 'to' | 'both';

type Span = readonly [from: number, to: number];

/** ms that a window is at least long. */
const shortest = 60_000;

/**
 * A window moved by `shift` ms within a whole: it keeps its length where all of it is moved, and an edge stops before the other
 * one. A window that is longer than the whole is the whole.
 */
export function movedWindow([from, to]: Span, part: WindowPart, shift: number, [first, last]: Span): Span {
  if (part === 'from') return [Math.min(Math.max(first, from + shift), to - shortest), to];
  if (part === 'to') return [from, Math.max(Math.min(last, to + shift), from + shortest)];
  const length = to - from;
  if (length >= last - first) return [first, last];
  const start = Math.min(Math.max(first, from + shift), last - length);
  return [start, start + length];
}

/** What a key moves a part by, ms, infinite to the end; null = it is no key of it. */
export function shiftOfKey(
  key: string,
  part: WindowPart,
  [from, to]: Span,
  [first, last]: Span,
): number | null {
  const step = part === 'both' ? (to - from) / 4 : (last - first) / 100;
  const page = part === 'both' ? to - from : (last - first) / 10;
  const shifts: Readonly<Record<string, number>> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -page,
    PageUp: page,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return shifts[key] ?? null;
}
