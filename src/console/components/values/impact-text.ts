import { formatNumber } from '../../../base/number-text.ts';

/** A count: whole from ten on, with a digit below unless it is whole. */
export const countText = (value: number): string =>
  formatNumber(value, value >= 10 || Number.isInteger(value) ? 0 : 1);

/** Days of a battery: a value of several years is not stated to the day. */
export const daysText = (value: number): string =>
  value > 999 ? '> 999' : formatNumber(value, value < 10 ? 1 : 0);

const sizes = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
] as const;

/** Bytes in the unit that fits. */
export function bytesText(bytes: number): string {
  const [unit, size] = sizes.find(([, least]) => bytes >= least) ?? ['B', 1];
  const value = bytes / size;
  return `${formatNumber(value, value < 100 && size > 1 ? 1 : 0)} ${unit}`;
}
