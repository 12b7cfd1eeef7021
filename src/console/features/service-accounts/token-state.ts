import type { ServiceToken } from '../../../contract/company/service-accounts.ts';

const day = 86_400_000;
/** Days before its end from which a token looks as if somebody should see to it. */
const soonDays = 14;

/** True while a token is good: it is not over and was not taken back. */
export const isValid = ({ endedAt, expiresAt }: ServiceToken, now: number): boolean =>
  endedAt === null && expiresAt > now;

export type TokenState = 'valid' | 'soon' | 'over' | 'ended';

/** What is said of a token, and the whole days that it is still good. */
export function stateOf(
  token: ServiceToken,
  now: number,
): { readonly state: TokenState; readonly days: number } {
  if (token.endedAt !== null) return { state: 'ended', days: 0 };
  if (token.expiresAt <= now) return { state: 'over', days: 0 };
  const days = Math.ceil((token.expiresAt - now) / day);
  return { state: days <= soonDays ? 'soon' : 'valid', days };
}
