/** Local time of an IANA zone by the platform's own tables; no library. Times are UTC ms. */
const formats = new Map<string, Intl.DateTimeFormat>();
const quarter = 15 * 60_000;
/** Offsets change at quarter hours of UTC at the earliest, so a quarter's offset is kept. */
const known = new Map<string, number>();

function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, found);
  }
  return found;
}

/** Local time minus UTC at a moment, ms. Throws RangeError for an unknown zone. */
export function zoneOffset(t: number, zone: string): number {
  const at = Math.floor(t / quarter) * quarter;
  const key = `${zone} ${at}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const part: Record<string, number> = {};
  for (const { type, value } of format(zone).formatToParts(at)) part[type] = Number(value);
  const local = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  );
  if (known.size > 20_000) known.clear();
  known.set(key, local - at);
  return local - at;
}

/** The moment at which a zone's clocks show `local` (written as if it were UTC); of two, the earlier. */
export function fromLocal(local: number, zone: string): number {
  const before = local - zoneOffset(local - 24 * 3_600_000, zone);
  if (before + zoneOffset(before, zone) === local) return before;
  return local - zoneOffset(local - zoneOffset(local, zone), zone);
}
