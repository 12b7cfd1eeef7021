import type { MessageParams } from '../../../base/errors.ts';
import type { MessageId } from '../../../base/messages.ts';
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

/** Why something failed, in words: the server's own sentence, that of its status, or what the error says of itself. */
export function reasonOf(error: unknown, text: (id: MessageId, params?: MessageParams) => string): string {
  if (error instanceof ApiError) return refusal(error, text).sentence;
  return error instanceof Error ? error.message : String(error);
}

/** The question lacks a permission. That a page is for the whole platform alone is a reason like any other. */
export const lacksPermission = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.messageId !== 'sites.platformOnly';
