/** A server that holds nothing but calls with a hole in them, on the storage and the sessions of a real one. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Call } from '../../../src/contract/call.ts';
import { ServiceTokens } from '../../../src/server/accounts/service/tokens.ts';
import { Sessions } from '../../../src/server/accounts/sessions.ts';
import { Denials } from '../../../src/server/audit/denials.ts';
import { type Binding, registerCalls } from '../../../src/server/http/bind.ts';
import { denyUndeclared } from '../../../src/server/http/declared.ts';
import { answerError } from '../../../src/server/http/refusals.ts';
import { askAt, type World } from './world.ts';

export interface Planted {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly ask: World['ask'];
}

/** Registers the calls as the product does, and listens. Close `app` in the end. */
export async function startPlanted(
  world: World,
  bindings: readonly Binding[],
  more: (app: FastifyInstance) => void = () => undefined,
): Promise<Planted> {
  const { storage } = world.running;
  const app = Fastify({ bodyLimit: 1024 * 1024 });
  denyUndeclared(app);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  const calls: readonly Call[] = bindings.map((binding) => binding.call);
  registerCalls(app, calls, bindings, {
    sessions: new Sessions(storage),
    serviceTokens: new ServiceTokens(storage),
    denials: new Denials(storage),
  });
  more(app);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address, ask: (ask) => askAt(address, ask) };
}
