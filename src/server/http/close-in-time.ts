import type { FastifyInstance } from 'fastify';

/** ms that a client has for what it was being answered or is still sending when the server stops. */
const grace = 2500;

/** While the server closes, connections are ended as soon as they are idle, and after the grace in any state. */
export function closeInTime(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    idle = setInterval(() => app.server.closeIdleConnections(), 50);
    rest = setTimeout(() => app.server.closeAllConnections(), grace);
  });
  app.addHook('onClose', async () => {
    clearInterval(idle);
    clearTimeout(rest);
  });
}
