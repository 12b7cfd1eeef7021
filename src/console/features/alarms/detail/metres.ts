import type { Formatters } from '../../../components/i18n.ts';

/** A distance in words: metres, from a kilometre on kilometres. */
export const metresOf = (away: number, format: Formatters): string =>
  away < 1000 ? `${format.number(away, 0)} m` : `${format.number(away / 1000, 1)} km`;
