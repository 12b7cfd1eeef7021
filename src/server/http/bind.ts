import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf, Call, DataOf, Envelope, ParamsOf, QueryOf } from '../../contract/call.ts';
import { scopeOf, selfCallId } from '../../contract/service-calls.ts';
import { isServiceToken } from '../accounts/service/tokens.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { checkAccess } from './declared.ts';
import { takeForms } from './form-file.ts';
import { languageOf } from './language.ts';
import { limitOf } from './limits.ts';
import { addressOf } from './proxy.ts';
import type { Services } from './services.ts';
import { checkBody, checkTexts } from './validate.ts';

/** What a handler gets: checked input, who asks, and how to answer by hand (binary, stream). */
export interface HandlerInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly address: string;
  readonly language: Language;
  readonly token: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
/** With the viewer of a call that needs a session. */
export type AskedBy<C extends Call> = HandlerInput<C> & { readonly viewer: Viewer };

export type Handler<C extends Call> = (
  asked: AskedBy<C>,
) => Promise<DataOf<C> extends undefined ? void : DataOf<C>>;
export type PublicHandler<C extends Call> = (
  asked: HandlerInput<C>,
) => Promise<DataOf<C> extends undefined ? void : DataOf<C>>;

/** A call with its handler, its types checked and then forgotten. */
export interface Binding {
  readonly call: Call;
  readonly handle: (asked: AskedBy<Call> | HandlerInput<Call>) => Promise<unknown>;
}

/** Binds a handler to a call that needs a session or a permission. */
export function bind<C extends Call>(call: C, handler: Handler<C>): Binding {
  return { call, handle: handler as Binding['handle'] };
}

/** Binds a handler to a call that anyone may make. @throws Error when the contract says otherwise. */
export function bindPublic<C extends Call>(call: C, handler: PublicHandler<C>): Binding {
  if (call.access !== 'public') throw new Error(`${call.id} is not public`);
  return { call, handle: handler as Binding['handle'] };
}

/** The token of a request's Authorization header, with or without `Bearer`. */
export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? null : token;
}

type Doors = Pick<Services, 'sessions' | 'serviceTokens' | 'denials'>;

/** Who asks by a token of a service account, within its budget; the answer says how much of that is left. */
async function admitService(
  call: Call,
  { serviceTokens, denials }: Doors,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string },
): Promise<Viewer> {
  const viewer = await serviceTokens.viewer(token, addressOf(request));
  if (viewer?.service === undefined) throw new Refusal(401, 'api.tokenWrong');
  const { limit, remaining, seconds } = await serviceTokens.count(viewer.service.tokenId);
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, remaining),
    'x-ratelimit-reset': seconds,
  });
  if (remaining < 0) {
    void reply.header('retry-after', seconds);
    throw new Refusal(429, 'api.tooManyOfToken', { limit, seconds });
  }
  const scope = scopeOf(call);
  if (call.id === selfCallId || (scope !== null && viewer.service.scopes.includes(scope))) return viewer;
  await recordDenial(denials, viewer, call, scope ?? 'a person', request);
  if (scope === null) throw new Refusal(403, 'api.needsPerson');
  throw new Refusal(403, 'api.outOfScope', { scope });
}

/** A refusal is answered even where it cannot be kept. */
const recordDenial = (
  denials: Services['denials'],
  viewer: Viewer,
  call: Call,
  permission: string,
  request: FastifyRequest,
) =>
  denials
    .record(viewer, call.id, permission, addressOf(request))
    .catch((error: unknown) => request.log.error({ err: error }, 'a denial was not recorded'));

/** Who asks for a call, within its budget and scope; null = anyone may. @throws Refusal */
export async function admit(
  call: Call,
  doors: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  if (call.access === 'public') return null;
  const token = tokenOf(request);
  if (token === null) throw new Refusal(401, 'api.unauthorized');
  const viewer = isServiceToken(token)
    ? await admitService(call, doors, { request, reply, token })
    : await doors.sessions.viewer(token);
  if (viewer === null) throw new Refusal(401, 'api.unauthorized');
  if (call.access !== 'session' && !hasPermission(viewer.permissions, call.access)) {
    const permission = [call.access].flat().join(', ');
    await recordDenial(doors.denials, viewer, call, permission, request);
    throw new Refusal(403, 'api.forbidden', { permission });
  }
  return viewer;
}

/**
 * Registers every call of the contract with its handler.
 * @throws Error when a call has no handler, or two, or no declared access, or a handler binds what the contract does
 * not have: deny by default.
 */
export function registerCalls(
  app: FastifyInstance,
  calls: readonly Call[],
  bindings: readonly Binding[],
  services: Doors,
): void {
  // JSON alone: plain text is what a foreign page's form may send without asking.
  app.removeContentTypeParser('text/plain');
  for (const { call } of bindings)
    if (!calls.includes(call)) throw new Error(`${call.id} is not in the list of src/contract/index.ts`);
  for (const call of calls) {
    checkAccess(call);
    const [binding, another] = bindings.filter((entry) => entry.call === call);
    if (binding === undefined || another !== undefined)
      throw new Error(`${call.id} needs exactly one handler in src/server/http/handlers`);
    const limit = limitOf(call);
    const register = (scope: FastifyInstance) =>
      scope.route({
        method: call.method,
        url: call.path,
        // A stream that is only asked about would stay open for nobody.
        exposeHeadRoute: call.answers === 'json',
        config: {
          access: call.access,
          ...(limit === null ? {} : { rateLimit: { max: limit, timeWindow: 60_000 } }),
        },
        handler: async (request, reply) => {
          const viewer = await admit(call, services, request, reply);
          const asked = {
            params: call.params === undefined ? undefined : checkTexts(call.params, request.params),
            query:
              call.query === undefined ? checkNothing(request.query) : checkTexts(call.query, request.query),
            body: call.body === undefined ? checkNothing(request.body) : checkBody(call.body, request.body),
            address: addressOf(request),
            language: languageOf(request),
            token: tokenOf(request),
            request,
            reply,
            ...(viewer === null ? {} : { viewer }),
          } as AskedBy<Call>;
          const data = await binding.handle(asked);
          if (call.answers !== 'json') return reply;
          const envelope: Envelope<unknown> = { status: 200, msg: '', data: data ?? null };
          return reply.header('cache-control', 'no-store').send(envelope);
        },
      });
    if (call.takes === 'json') register(app);
    else
      app.register(async (scope) => {
        takeForms(scope, call.mostBytes ?? undefined);
        register(scope);
      });
  }
}

/** A call without a query or body takes none: an unknown key is a mistake that would otherwise go unnoticed. */
function checkNothing(value: unknown): undefined {
  if (typeof (value ?? {}) !== 'object')
    throw new Refusal(400, 'api.malformed', { field: 'body', problem: typeof value }, 'body');
  const [key] = Object.keys((value ?? {}) as object);
  if (key !== undefined) throw new Refusal(400, 'api.malformed', { field: key, problem: 'unknown' }, key);
  return undefined;
}
