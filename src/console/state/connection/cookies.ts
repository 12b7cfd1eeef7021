/** The cookies of src/console/README.md#preferences: prefixed with name and version, one day; `lang` unprefixed, one year. */
export const cookiePrefix = `groundwatch-${__VERSION__}-`;
const day = 86_400;

/** Value of a cookie, or null. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** Sets a cookie for `days`; `SameSite=Strict`, `Secure` under TLS. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * day}; SameSite=Strict${secure}`;
}

export function deleteCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict`;
}
