import type { Text } from '../components/i18n.ts';
import { ApiError, httpMessage } from '../state/api-error.ts';
import { logError } from '../state/frontend-log.ts';
import { notify } from '../state/notices.ts';

/** The sentence for an error: the server's own, else that of its status, else its message. */
export function sentenceOf(error: unknown, text: Text): string {
  if (error instanceof ApiError) {
    return error.message === ''
      ? text(httpMessage(error.status), { url: new URL(error.url, location.href).pathname })
      : error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Logs an error here and shows it for five seconds, with a way to its log entry. */
export function report(error: unknown, text: Text): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const sentence = sentenceOf(error, text);
  const detail =
    error instanceof ApiError
      ? `${error.status} ${new URL(error.url, location.href).pathname}`
      : error instanceof Error
        ? (error.stack ?? '')
        : '';
  notify('error', sentence, logError(sentence, detail));
}
