/** The clock of a file: an IANA zone, or a fixed offset such as `UTC+8` or `+05:30`. */
import { Refusal } from '../../base/errors.ts';
import { wallToUtc, zoneOffset } from '../../base/time.ts';

const fixed = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/;

/** What a wall time means in the file's zone. */
export type ZonedMoment =
  | { readonly type: 'once'; readonly t: number }
  /** Clocks were put forward over it. */
  | { readonly type: 'skipped' }
  /** Clocks were put back over it: both moments, the earlier first. */
  | { readonly type: 'doubled'; readonly first: number; readonly second: number };

export interface FileClock {
  /** Moment of a wall time that is given as if it were UTC ms. */
  momentOf(wall: number): ZonedMoment;
}

/** Offset of a fixed one in ms; null for anything else. */
export function fixedOffset(timeZone: string): number | null {
  if (/^(?:UTC|GMT|Z)$/.test(timeZone)) return 0;
  const match = fixed.exec(timeZone);
  if (match === null) return null;
  const offset = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return offset > 14 * 60 ? null : (match[1] === '-' ? -1 : 1) * offset * 60_000;
}

/** Changes of clocks in ms: half an hour on Lord Howe Island, an hour, two in Antarctica and once in Britain. */
const changes = [1_800_000, 3_600_000, 7_200_000];

/** @throws Refusal 400 for an unknown zone */
export function clockOf(timeZone: string): FileClock {
  const offset = fixedOffset(timeZone);
  if (offset !== null) return { momentOf: (wall) => ({ type: 'once', t: wall - offset }) };
  try {
    zoneOffset(timeZone, 0);
  } catch {
    throw new Refusal(400, 'import.mapping.zone', { zone: timeZone }, 'timeZone');
  }
  return {
    momentOf(wall) {
      const first = wallToUtc(timeZone, wall);
      if (first + zoneOffset(timeZone, first) !== wall) return { type: 'skipped' };
      const second = changes
        .map((change) => first + change)
        .find((t) => t + zoneOffset(timeZone, t) === wall);
      return second === undefined ? { type: 'once', t: first } : { type: 'doubled', first, second };
    },
  };
}
