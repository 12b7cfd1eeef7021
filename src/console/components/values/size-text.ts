import type { Formatters } from '../i18n.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in the largest unit of 1024 that leaves at least one: 512 B, 1.5 kB, 4 MB. */
export function sizeText(bytes: number, { number }: Pick<Formatters, 'number'>): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${number(value, Number.isInteger(value) || value >= 100 ? 0 : 1)} ${units[step] ?? 'B'}`;
}
