import type { MessageId } from './messages.ts';

/** Values put into a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number | boolean>>;

/**
 * Envelope status of an answer (src/contract/README.md#envelope): 1 success, 401 no session,
 * 403 no permission, 404 unknown or foreign, 400 malformed, 409 / 422 / 429 refused by a rule.
 */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;

/** A refusal told to the user in the user's language: thrown by server code, turned into an envelope by `http`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: RefusalStatus,
    readonly messageId: MessageId,
    readonly params: MessageParams = {},
    /** Name of the offending field, where one is. */
    readonly field?: string | undefined,
    /** Goes into the envelope's `data`, e.g. that the next login needs a code. */
    readonly data?: unknown,
  ) {
    super(`${status} ${messageId}`);
  }
}
