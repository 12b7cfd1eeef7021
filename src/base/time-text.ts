import { zoneOffset } from './time.ts';

export type TimeStyle = 'time' | 'minute' | 'dayTime' | 'full' | 'date';
const two = (value: number) => String(value).padStart(2, '0');

/** A moment on a zone's clocks, digits from large to small in every language: 2026-11-20 14:13:06. */
export function formatTime(ms: number, zone: string, style: TimeStyle): string {
  const local = new Date(ms + zoneOffset(zone, ms));
  const date = `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`;
  const minute = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  const time = `${minute}:${two(local.getUTCSeconds())}`;
  if (style === 'time') return time;
  if (style === 'minute') return minute;
  if (style === 'date') return date;
  if (style === 'dayTime') return `${date.slice(5)} ${minute}`;
  return `${date} ${time}`;
}

/** UTC offset of a zone at a moment, e.g. UTC+8, UTC−3:30. */
export function formatOffset(zone: string, ms: number): string {
  const minutes = Math.round(zoneOffset(zone, ms) / 60_000);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** A moment in ISO form on a zone's clocks, with its offset: 2026-11-20T14:13:06+08:00. Milliseconds where it has some. */
export function isoTime(t: number, zone: string): string {
  const offset = zoneOffset(zone, t);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const sign = offset < 0 ? '-' : '+';
  const wall = new Date(t + offset).toISOString();
  const time = t % 1000 === 0 ? wall.slice(0, 19) : wall.slice(0, 23);
  return `${time}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
