import type { Formatters } from '../../components/i18n.ts';

const day = 86_400_000;

/** A moment on the clocks of the user: with its day where it is not near now. */
export function timeOf(ms: number, now: number, format: Formatters, zone?: string): string {
  const own = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return format.time(ms, own, Math.abs(ms - now) < day / 2 ? 'minute' : 'dayTime');
}
