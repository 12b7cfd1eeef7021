import type { Formatters } from '../i18n.ts';

const day = 86_400_000;
const units = [day, 3_600_000, 60_000, 1000] as const;

/** From so many of its largest unit on a span is said by that alone. */
const enough = 10;

/** A span in its two largest units: 2 h 47 min; a long one in its largest: 11 h. */
export function spanOf(ms: number, format: Formatters): string {
  const span = Math.max(0, ms);
  const at = units.findIndex((unit) => span >= unit);
  const [unit, smaller] = [units[at], units[at + 1]];
  if (unit === undefined || smaller === undefined || unit <= 60_000) return format.duration(span);
  const rest = span % unit;
  return rest < smaller || span >= enough * unit
    ? format.duration(span)
    : `${format.duration(span)} ${format.duration(rest)}`;
}
