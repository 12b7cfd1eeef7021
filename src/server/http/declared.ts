import type { FastifyInstance } from 'fastify';
import type { Access, Call } from '../../contract/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may ask for the route; without it the server does not start. */
    access?: Access;
  }
}

/** @throws Error for a call that does not say who may make it (S26) */
export function checkAccess({ id, access }: Pick<Call, 'id' | 'access'>): void {
  const said = [access].flat();
  const complete =
    said.length > 0 && said.every((entry) => /^(public|session|\w+:\w+:\w+)$/.test(entry ?? ''));
  if (!complete || (said.length > 1 && said.some((entry) => !entry.includes(':'))))
    throw new Error(`${id} does not say who may make it`);
}

/** Deny by default: from here on a route that does not declare its access cannot be registered (S26). */
export function denyUndeclared(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    checkAccess({ id: `${method} ${url}`, access: config?.access as Access });
  });
}
