import type { MessageParams } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { ApiError, httpMessage } from './api-error.ts';

/** A failed call as a form shows it: the field that it names, and the sentence. @throws what is no ApiError */
export function refusal(
  error: unknown,
  text: (id: MessageId, params?: MessageParams) => string,
): { readonly field: string | null; readonly sentence: string } {
  if (!(error instanceof ApiError)) throw error;
  return {
    field: error.field,
    sentence: error.message || text(httpMessage(error.status), { url: error.path }),
  };
}
