import type { MessageId } from '../../../base/messages.ts';
import { ApiError, httpMessage } from '../connection/api-error.ts';
import { type LogSeverity, logError } from './frontend-log.ts';

const known = new WeakMap<object, number>();

/** Errors that only say that the user went elsewhere: a call given up, a navigation overtaken by another (src/console/README.md#errors). */
export function isNavigation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false;
  return /^(AbortError|Navigation\w+)$/.test(String(error.name));
}

function severityOf({ status }: ApiError): LogSeverity {
  if (status === 404) return 'info';
  return status === 0 || status === 408 ? 'warning' : 'error';
}

function logApi(error: ApiError): number {
  const { status, message, method, path } = error;
  const where = `${method} ${path}`.trim();
  const messageId: MessageId | null = message === '' ? (error.messageId ?? httpMessage(status)) : null;
  return logError(message, where, {
    severity: severityOf(error),
    name: `HTTP ${status}`,
    messageId,
    params: messageId === null ? {} : { ...error.params, url: path },
    where,
  });
}

/**
 * Logs an error of any kind, each thrown one once however many hands it passes through. Answers the id of its entry;
 * null when it was a navigation's and is swallowed.
 */
export function logFailure(error: unknown): number | null {
  if (isNavigation(error)) return null;
  const object = typeof error === 'object' && error !== null ? error : null;
  const before = object === null ? undefined : known.get(object);
  if (before !== undefined) return before;
  const id =
    error instanceof ApiError
      ? logApi(error)
      : error instanceof Error
        ? logError(error.message, error.stack ?? '', {
            name: error.name,
            severity: error.name === 'CSS_CHUNK_LOAD_FAILED' ? 'warning' : 'error',
          })
        : logError(String(error), '');
  if (object !== null) known.set(object, id);
  return id;
}
