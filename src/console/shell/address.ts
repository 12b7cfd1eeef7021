import { addressOf } from '../../contract/pages.ts';

/** A redirect target that stays here: a path with exactly one slash at its start; anything else is home. */
export function safeRedirect(target: string | null): string {
  if (target === null || !/^\/(?![/\\])/.test(target) || /[\\\p{Cc}]/u.test(target)) return addressOf('home');
  return target;
}

/** The login address that comes back to where the user was. */
export function loginAddress(path: string, search: string): string {
  const from = `${path}${search}`;
  return from === '/' || from === addressOf('home')
    ? addressOf('login')
    : `${addressOf('login')}?redirect=${encodeURIComponent(from)}`;
}

/** True for the mobile variant: by user agent (src/console/README.md#pages), or a screen as narrow as a phone. */
export function isPhone(userAgent: string, width: number): boolean {
  return /Mobi|Android|iPhone|iPod/i.test(userAgent) || width <= 600;
}
