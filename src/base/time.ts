/** Time zones without formatting: offsets and day starts, from the runtime's own zone data (Intl). */

const DAY = 86_400_000;
const QUARTER = 900_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offset by UTC day where it is the same all day long, else NaN. */
  readonly days: Map<number, number>;
  readonly quarters: Map<number, number>;
}
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, days: new Map(), quarters: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

function measure(zone: Zone, t: number): number {
  const part: Record<string, number> = {};
  let beforeChrist = false;
  for (const { type, value } of zone.format.formatToParts(t)) {
    if (type === 'era') beforeChrist = value.startsWith('B');
    else if (type !== 'literal') part[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wall = new Date(0);
  wall.setUTCFullYear(beforeChrist ? 1 - year : year, month - 1, day);
  wall.setUTCHours(hour, minute, second);
  return wall.getTime() - Math.floor(t / 1000) * 1000;
}

function quarterOffset(zone: Zone, quarter: number): number {
  let offset = zone.quarters.get(quarter);
  if (offset === undefined) {
    offset = measure(zone, quarter * QUARTER);
    zone.quarters.set(quarter, offset);
  }
  return offset;
}

/**
 * Offset of a zone east of UTC at a moment, in ms (Asia/Shanghai: 28,800,000). `t` is UTC ms. Changes of the offset
 * are taken to fall on whole quarters of an hour UTC, as all have since 1972. Throws RangeError for an unknown zone.
 */
export function zoneOffset(timeZone: string, t: number): number {
  const zone = zoneOf(timeZone);
  const day = Math.floor(t / DAY);
  let offset = zone.days.get(day);
  if (offset === undefined) {
    const first = quarterOffset(zone, day * 96);
    offset = first === quarterOffset(zone, day * 96 + 95) ? first : Number.NaN;
    zone.days.set(day, offset);
  }
  return Number.isNaN(offset) ? quarterOffset(zone, Math.floor(t / QUARTER)) : offset;
}

/**
 * The moment (UTC ms) at which clocks of the zone show a wall time, given as if it were UTC ms. Of two such moments
 * the earlier one; a wall time that clocks skip is read with the offset before the change, hence after it.
 */
export function wallToUtc(timeZone: string, wall: number): number {
  const before = zoneOffset(timeZone, wall - DAY);
  const after = zoneOffset(timeZone, wall + DAY);
  const early = wall - Math.max(before, after);
  if (early + zoneOffset(timeZone, early) === wall) return early;
  const late = wall - Math.min(before, after);
  if (late + zoneOffset(timeZone, late) === wall) return late;
  return wall - before;
}

/**
 * Start (UTC ms) of the local day of number `day` (days since 1970-01-01 by the local calendar) that begins
 * `boundary` minutes after local midnight.
 */
export function dayStart(timeZone: string, day: number, boundary = 0): number {
  return wallToUtc(timeZone, day * DAY + boundary * 60_000);
}

/**
 * Number of the local day that a moment belongs to: `dayStart(n) ≤ t < dayStart(n + 1)`. With boundary 480 (08:00),
 * 07:59 still belongs to the day before.
 */
export function dayNumber(timeZone: string, t: number, boundary = 0): number {
  let day = Math.floor((t + zoneOffset(timeZone, t) - boundary * 60_000) / DAY);
  while (dayStart(timeZone, day, boundary) > t) day -= 1;
  while (dayStart(timeZone, day + 1, boundary) <= t) day += 1;
  return day;
}

/** Start (UTC ms) of the local day that a moment belongs to, see `dayNumber`. */
export function startOfDay(timeZone: string, t: number, boundary = 0): number {
  return dayStart(timeZone, dayNumber(timeZone, t, boundary), boundary);
}
