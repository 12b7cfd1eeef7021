import type { FastifyRequest } from 'fastify';
import { type Language, toLanguage } from '../../base/messages.ts';

/** Language of a request: its `lang` header, else its `lang` cookie, else the default. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['lang'];
  if (typeof header === 'string') return toLanguage(header);
  const cookie = /(?:^|;\s*)lang=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return toLanguage(cookie);
}
