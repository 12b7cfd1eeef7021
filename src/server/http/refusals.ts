import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import type { Envelope } from '../../contract/call.ts';
import { StorageProblem } from '../storage/problem.ts';
import { words } from '../words.ts';
import { languageOf } from './language.ts';
import { thingIn } from './things.ts';

/** Refusals that travel as HTTP 200 with the status in the envelope (src/contract/README.md#envelope). */
const inEnvelope = new Set([401, 409, 422, 429]);

/** The refusal that an error is; null for what nobody foresaw. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageProblem) return new Refusal(503, 'api.storage', { problem: error.fault });
  const { statusCode, message } = error as Partial<FastifyError>;
  if (statusCode === 413) return new Refusal(400, 'api.tooLarge');
  if (statusCode === 429) return new Refusal(429, 'api.tooMany');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal(400, 'api.malformed', { field: 'body', problem: message ?? '' }, 'body');
  }
  return null;
}

/** A refusal as it travels. */
export function envelopeOf(
  { status, messageId, params, field, data }: Refusal,
  language: Language,
): Envelope<unknown> {
  const { what } = params;
  const said =
    messageId === 'api.notFound' && typeof what === 'string'
      ? { ...params, what: thingIn(language, what) }
      : params;
  return {
    status,
    msg: words(language)(messageId, said),
    data: data ?? null,
    messageId,
    params,
    ...(field === undefined ? {} : { field }),
  };
}

/** Answers an error as an envelope in the asker's language, without stack, SQL or path; the log has the rest. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  let refusal = toRefusal(error);
  if (refusal === null) {
    const id = randomUUID().slice(0, 8);
    request.log.error({ err: error, id }, 'request failed');
    refusal = new Refusal(500, 'api.internal', { id });
  } else if (refusal.status >= 500) {
    request.log.error({ err: error }, 'request refused by the storage');
  }
  const { status } = refusal;
  const envelope = envelopeOf(refusal, languageOf(request));
  void reply
    .code(inEnvelope.has(status) ? 200 : status)
    .header('cache-control', 'no-store')
    // Said here too: an address that is refused before routing passes no hook.
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}
