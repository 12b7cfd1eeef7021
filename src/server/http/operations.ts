import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Operations } from '../operations/operations.ts';
import { tokenOf } from './bind.ts';
import { isFromHere, type ProxyTrust } from './proxy.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** `/health`, `/ready`, `/metrics`: for supervisors and Prometheus, with no secret in them. */
export function registerOperations(
  app: FastifyInstance,
  operations: Operations,
  trustProxy: ProxyTrust,
): void {
  const { readiness, metrics, metricsToken } = operations;
  const open = { access: 'public' } as const;
  app.get('/health', { config: open }, async () => ({ alive: true }));
  app.get('/ready', { config: open }, async (_request, reply) => {
    const reasons = await readiness.reasons();
    return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons });
  });

  const expected = metricsToken === null ? null : digest(metricsToken);
  app.get(
    '/metrics',
    { config: { ...open, rateLimit: { max: 120, timeWindow: 60_000 } } },
    async (request, reply) => {
      const token = tokenOf(request);
      const fits = expected !== null && token !== null && timingSafeEqual(digest(token), expected);
      if (!fits && !isFromHere(request, trustProxy))
        throw new Refusal(403, 'api.forbidden', { permission: 'metrics' });
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered(request.method, request.routeOptions.url ?? 'none', reply.statusCode);
  });
}
