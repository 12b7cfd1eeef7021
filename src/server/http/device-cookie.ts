import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceCookie, deviceCookieAge } from '../accounts/guessing/devices.ts';
import type { Login } from '../accounts/login.ts';

const pattern = new RegExp(`(?:^|;\\s*)${deviceCookie.replaceAll('.', '\\.')}=([\\w.~-]{1,1000})(?:;|$)`);

/** The cookie by which a request's browser is known again, as it came. It opens nothing. */
export function deviceOf({ headers }: FastifyRequest): string | undefined {
  return pattern.exec(headers.cookie ?? '')?.[1];
}

/** Lets the browser be known again: after a good login, and after its user has changed the own password. */
export async function rememberDevice(
  login: Login,
  accountName: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const value = await login.devices.issue(deviceOf(request), accountName);
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const flags = `Path=/; Max-Age=${deviceCookieAge}; HttpOnly; SameSite=Strict${secure}`;
  void reply.header('set-cookie', `${deviceCookie}=${value}; ${flags}`);
}
