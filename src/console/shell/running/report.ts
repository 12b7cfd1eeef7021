import type { Text } from '../../components/i18n.ts';
import { ApiError, httpMessage } from '../../state/connection/api-error.ts';
import { notify } from '../../state/notices.ts';
import { logFailure } from '../../state/session/log-failure.ts';
import { ModuleProblem } from '../lazy-page.tsx';

/** The sentence for an error: the server's own, else that of its status, else its message. */
export function sentenceOf(error: unknown, text: Text): string {
  if (error instanceof ApiError)
    return error.message === '' ? text(httpMessage(error.status), { url: error.path }) : error.message;
  if (error instanceof ModuleProblem) return text('module.missing', { name: error.message });
  return error instanceof Error ? error.message : String(error);
}

/** Logs an error here and shows it for five seconds, with a way to its log entry. */
export function report(error: unknown, text: Text): void {
  const entry = logFailure(error);
  if (entry !== null) notify('error', sentenceOf(error, text), entry);
}
