import { wallToUtc } from '../../../base/time.ts';

const day = 86_400_000;

/**
 * The moment (UTC ms) that a text stands for: `2026-11-20`, `2026-11-20 14:13`, with seconds, by the clocks of a zone;
 * or UTC with a Z at its end. A date alone is its day's start, or with `asEnd` its day's end. Null for no such moment.
 */
export function readMoment(text: string, zone: string, asEnd = false): number | null {
  const trimmed = text.trim().replace(' ', 'T');
  if (trimmed.endsWith('Z')) {
    const t = Date.parse(trimmed);
    return Number.isNaN(t) ? null : t;
  }
  const dateOnly = /^\d{4}-\d\d-\d\d$/.test(trimmed);
  const wall = Date.parse(dateOnly ? `${trimmed}T00:00Z` : `${trimmed}Z`);
  // A date that the month does not have rolls over in some parsers: what comes out must be what went in.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== trimmed.slice(0, 10)) return null;
  return wallToUtc(zone, dateOnly && asEnd ? wall + day : wall);
}
