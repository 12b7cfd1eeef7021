export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Zones of the simulated regions; neither has daylight saving, so a fixed offset is exact. */
export const zoneOffsets: Readonly<Record<'Asia/Shanghai' | 'Asia/Tokyo', number>> = {
  'Asia/Shanghai': 8 * hour,
  'Asia/Tokyo': 9 * hour,
};
export type Zone = keyof typeof zoneOffsets;

/** Local hour of the day, 0 ≤ h < 24. */
export const localHour = (t: number, zone: Zone): number => ((t + zoneOffsets[zone]) % day) / hour;

/** Days since 1970 in local time: an integer that names a local day. */
export const localDay = (t: number, zone: Zone): number => Math.floor((t + zoneOffsets[zone]) / day);

/** UTC ms of a local day's moment. */
export const atLocal = (localDayNumber: number, hours: number, zone: Zone): number =>
  localDayNumber * day + hours * hour - zoneOffsets[zone];

/** Part of the year 0 ≤ p < 1, good to a day. */
export const yearPart = (t: number): number => (t / day / 365.2425) % 1;

/** Last moment at or before t of a day boundary given in minutes after local midnight. */
export function dayStart(t: number, zone: Zone, boundaryMinutes: number): number {
  const shift = zoneOffsets[zone] - boundaryMinutes * minute;
  return Math.floor((t + shift) / day) * day - shift;
}
