/** One node or layer of a string with its newest values. */
export interface Part {
  readonly element: number;
  readonly values: Readonly<Record<string, number | string | null>>;
}

const number = (value: number | string | null | undefined) => (typeof value === 'number' ? value : null);

/**
 * How far a part has moved: the length of its cumulative displacement where it has two axes, else the amount of the channel.
 * null where it is not known.
 */
export function movementOf({ values }: Part, channel: string): number | null {
  const [a, b] = [number(values['cumulativeA']), number(values['cumulativeB'])];
  if (a !== null && b !== null) return Math.hypot(a, b);
  const own = number(values[channel]);
  return own === null ? null : Math.abs(own);
}

/** The node or layer that has moved most; null where none is known. Of equal ones the upper. */
export function strongestOf(parts: readonly Part[], channel: string): Part | null {
  let [most, found]: [number, Part | null] = [-1, null];
  for (const part of parts) {
    const movement = movementOf(part, channel);
    if (movement !== null && movement > most) [most, found] = [movement, part];
  }
  return found;
}
