/** How a call is written, and calls that are sent before anyone asks: little code, which runs before the rest is here. */
import type { Call } from '../../../contract/call.ts';
import { cookiePrefix, readCookie } from './cookies.ts';

/** What a call says. */
export interface Said {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Base of the API: a setting of the server (`<meta name="api-base">`), else the page's own origin. */
export function apiBase(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '';
}

/** Address of a call with its parameters filled in. */
export function addressOf(call: Call, input: Said): string {
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined) query.set(key, String(value));
  return `${apiBase()}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Headers that every call carries. */
export function callHeaders(): Record<string, string> {
  const token = readCookie(`${cookiePrefix}token`);
  return {
    lang: readCookie('lang') ?? 'zh-chs',
    ...(token === null ? {} : { Authorization: token }),
  };
}

/** Calls that were sent before anyone asked, by what they say. */
const ahead = new Map<string, Promise<Response>>();
const bodyOf = (call: Call, input: Said) => (call.method === 'GET' ? null : JSON.stringify(input.body ?? {}));
const sentAs = (call: Call, input: Said) =>
  JSON.stringify([call.method, addressOf(call, input), callHeaders(), bodyOf(call, input)]);

/** Sends a call before anyone asks for its answer; the first who asks the very same takes it over. */
export function sendAhead(call: Call, body?: unknown): void {
  const input = { body };
  const json = call.method === 'GET' ? {} : { 'content-type': 'application/json' };
  const response = fetch(addressOf(call, input), {
    method: call.method,
    headers: { accept: 'application/json', ...json, ...callHeaders() },
    body: bodyOf(call, input),
  });
  response.catch(() => undefined);
  ahead.set(sentAs(call, input), response);
}

/** Takes over what was sent ahead. */
export function takeAhead(call: Call, input: Said): Promise<Response> | undefined {
  if (ahead.size === 0) return undefined;
  const key = sentAs(call, input);
  const response = ahead.get(key);
  ahead.delete(key);
  return response;
}
