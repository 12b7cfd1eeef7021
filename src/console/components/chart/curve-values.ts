/** What a curve has at a moment. */
import { isDense, type KeptCurve } from './dense.ts';
import { lowerBound } from './pyramid.ts';

/** A curve's value by row, and its lowest and highest there (an envelope's ends, where it has one). */
export function readerOf(curve: KeptCurve) {
  if (isDense(curve)) {
    const at = (index: number) => curve.dense.values.at(index);
    return { value: at, low: at, high: at };
  }
  const value = (index: number) => curve.line[index] ?? Number.NaN;
  return {
    value,
    low: (index: number) => curve.low?.[index] ?? value(index),
    high: (index: number) => curve.high?.[index] ?? value(index),
  };
}

/** Value of a curve at or just before a moment. */
export function valueAt(curve: KeptCurve, t: number): number | null {
  const after = lowerBound(curve.t, t);
  const value = readerOf(curve).value(curve.t[after] === t ? after : after - 1);
  return Number.isNaN(value) ? null : value;
}
