import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';

/** HTTP statuses with a sentence of their own (src/console/README.md#errors). */
const httpMessages: Readonly<Record<number, MessageId>> = {
  400: 'http.400',
  401: 'http.401',
  403: 'http.403',
  404: 'http.404',
  408: 'http.408',
  500: 'http.500',
  501: 'http.501',
  502: 'http.502',
  503: 'http.503',
  504: 'http.504',
  505: 'http.505',
};

/** A call that failed, in words the user can be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    /** Envelope status, or HTTP status, or 0 when no answer came. */
    readonly status: number,
    /** The server's sentence in the user's language; empty when it said nothing. */
    message: string,
    readonly messageId: MessageId | null,
    readonly params: MessageParams,
    readonly field: string | null,
    readonly url: string,
    readonly data: unknown = null,
    /** HTTP method; empty where it is not known. */
    readonly method = '',
  ) {
    super(message);
  }

  /** Path of the address that was asked, without host and query. */
  get path(): string {
    try {
      return new URL(this.url, location.href).pathname;
    } catch {
      return this.url;
    }
  }
}

/**
 * The message for an HTTP status (src/console/README.md#errors); a status without one has its family's, 0 that of no
 * answer.
 */
export function httpMessage(status: number): MessageId {
  if (status === 0) return 'http.network';
  return httpMessages[status] ?? (status >= 400 && status < 500 ? 'http.400' : 'http.500');
}
