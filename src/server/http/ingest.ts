/**
 * `POST /ingest/v1/<source>`: what loggers, gateways and services send. Unlike the calls of the console it answers with
 * real HTTP statuses: 2xx says that everything that is not named as refused is stored.
 */
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { KnockReason } from '../../contract/listeners.ts';
import type { RowResult, Taken } from '../sources/intake.ts';
import type { SourceEntry } from '../sources/source.ts';
import { words } from '../words.ts';
import { languageOf } from './language.ts';
import { envelopeOf, toRefusal } from './refusals.ts';
import type { Services } from './services.ts';

/**
 * Bytes of a body as it is sent, and inflated; requests a minute of one address, of all sources that stand behind it: more
 * are refused before anything is asked.
 */
export const ingestBounds = { body: 4 * 1024 * 1024, inflated: 16 * 1024 * 1024, requests: 6000 } as const;
/** Why who is refused, by HTTP status. */
const reasons: Readonly<Record<number, KnockReason>> = {
  400: 'badBody',
  401: 'wrongToken',
  409: 'notReady',
  413: 'badBody',
  422: 'nothingTaken',
  429: 'throttled',
};

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate) } as const;

/** @throws Refusal 400 for what cannot be inflated, or becomes too long */
async function inflated(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (encoding === 'identity' || encoding === '') return body;
  if (encoding !== 'gzip' && encoding !== 'deflate') throw new Refusal(400, 'sources.encoding', { encoding });
  try {
    return await unpackers[encoding](body, { maxOutputLength: ingestBounds.inflated });
  } catch (error) {
    const isLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const most = ingestBounds.inflated / 1024 / 1024;
    throw isLong
      ? new Refusal(400, 'sources.inflated', { most })
      : new Refusal(400, 'sources.notPacked', { encoding });
  }
}

/** The secret of `Authorization: Bearer TOKEN`, or the password of `Basic`, whose user may be anything. */
function secretOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  const basic = /^Basic\s+(\S+)$/i.exec(header)?.[1];
  if (basic !== undefined) return Buffer.from(basic, 'base64').toString().split(':').slice(1).join(':');
  return /^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? '';
}

function answerOf(taken: Taken, request: FastifyRequest) {
  const say = words(languageOf(request));
  const counts = { stored: 0, filled: 0, known: 0, refused: 0 };
  for (const { outcome } of taken.rows) counts[outcome] += 1;
  const rows = taken.rows.map(({ row, outcome, problems }: RowResult) => ({
    row,
    outcome,
    ...(problems.length === 0
      ? {}
      : {
          problems: problems.map(({ messageId, params, channel }) => ({
            messageId,
            msg: say(messageId, params),
            ...(channel === '' ? {} : { channel }),
          })),
        }),
  }));
  return { ...counts, conflicts: taken.conflicts, rows };
}

/** Statuses as HTTP has them, and where it helps when to try again. */
function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  if (refusal === null || refusal.status >= 500)
    request.log.error({ err: error }, 'a message was not stored');
  const shown = refusal ?? new Refusal(500, 'api.internal', { id: request.id.slice(0, 8) });
  const { retryAfter } = (shown.data ?? {}) as { retryAfter?: number };
  if (shown.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (retryAfter !== undefined || shown.status === 503)
    void reply.header('retry-after', String(retryAfter ?? 30));
  void reply
    .code(shown.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf(shown, languageOf(request))));
}

/** Registers the address. */
export async function registerIngest(
  app: FastifyInstance,
  { sources, listeners, now }: Pick<Services, 'sources' | 'listeners' | 'now'>,
): Promise<void> {
  await app.register(async (room) => {
    const meter = listeners.meters.http;
    room.addHook('onRequest', async (request, reply) => {
      const left = meter.connected();
      const over = sources.requested(() => request.raw.socket.destroy());
      reply.raw.once('close', () => {
        left();
        over();
      });
    });
    room.addHook('onResponse', async (request, reply) => {
      const { statusCode } = reply;
      if (statusCode < 400) return;
      const reason = reasons[statusCode] ?? 'storage';
      listeners.knocks.knock({ listener: 'http', reason, address: request.ip, detail: keyOf(request) });
    });
    room.setErrorHandler(answerRefusal);
    room.removeAllContentTypeParsers();
    // The body is what the source's mapping says, whatever it is called.
    room.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const admitted = new WeakMap<FastifyRequest, SourceEntry>();
    const keyOf = (request: FastifyRequest) => (request.params as { source: string }).source;
    room.post(
      '/ingest/v1/:source',
      {
        bodyLimit: ingestBounds.body,
        config: { access: 'public', rateLimit: { max: ingestBounds.requests, timeWindow: 60_000 } },
        // Before the body is read: strangers are not listened to.
        onRequest: async (request) => {
          const source = await sources.admit(keyOf(request), secretOf(request));
          const wait = sources.pause(source, Number(request.headers['content-length'] ?? 0));
          if (wait > 0)
            throw new Refusal(429, 'sources.throttled', {}, undefined, {
              retryAfter: Math.ceil(wait / 1000),
            });
          admitted.set(request, source);
        },
      },
      async (request, reply) => {
        // The token may have been taken back while the body came.
        const source = await sources.admit(keyOf(request), secretOf(request));
        if (admitted.get(request)?.id !== source.id) throw new Refusal(401, 'sources.token');
        const { body } = request;
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        meter.took(1, raw.length);
        const encoding = String(request.headers['content-encoding'] ?? '')
          .trim()
          .toLowerCase();
        const taken = await sources.take(source, {
          body: await inflated(raw, encoding),
          name: request.headers['content-type'] ?? '',
          receivedAt: now(),
        });
        const data = answerOf(taken, request);
        const isTaken = data.stored + data.filled + data.known > 0;
        const refusal = isTaken ? null : new Refusal(422, 'sources.nothingTaken');
        return reply.code(isTaken ? 200 : 422).send({
          ...(refusal === null ? { status: 200, msg: '' } : envelopeOf(refusal, languageOf(request))),
          data,
        });
      },
    );
  });
}
