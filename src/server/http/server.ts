import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { calls } from '../../contract/index.ts';
import { addressKey } from '../accounts/address.ts';
import type { Operations } from '../operations/operations.ts';
import { registerAnswerPage } from './answer-page.ts';
import { registerCalls } from './bind.ts';
import { closeInTime } from './close-in-time.ts';
import { ConsoleFiles } from './console-files.ts';
import { denyUndeclared } from './declared.ts';
import { registerGrafana } from './grafana.ts';
import { bindingsOf } from './handlers/index.ts';
import { registerIngest } from './ingest.ts';
import { openApi } from './openapi.ts';
import { registerOperations } from './operations.ts';
import { addressOf, isForwarded, type ProxyTrust, trustsOf } from './proxy.ts';
import { rateStoreOf } from './rate-store.ts';
import { answerError } from './refusals.ts';
import type { Services } from './services.ts';

export interface HttpOptions {
  readonly services: Services;
  readonly log: FastifyBaseLogger;
  /** Folder of the built console. */
  readonly consoleFolder: string;
  /** Base address of another server's API that the console is to use. */
  readonly apiBase: string | null;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Health, readiness and metrics; without them there are no such addresses. */
  readonly operations?: Operations;
  /** Whose word about a client's address counts; without it nobody's. */
  readonly trustProxy?: ProxyTrust;
  /** Shorter ones for tests; milliseconds. */
  readonly timeouts?: Partial<Timeouts>;
  /** Origins that the map's style and tiles come from, for the content security policy. */
  readonly mapOrigins: readonly string[];
}

/** How long a connection may take, in milliseconds (S41). */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headers: number;
  /** For a request with its body. */
  readonly request: number;
  /** With nothing said at all: longer than the console waits for an answer; a live stream's beats come far oftener. */
  readonly idle: number;
  /** How often the two first are looked at. */
  readonly checkEvery: number;
}
const usual: Timeouts = { headers: 20_000, request: 60_000, idle: 300_000, checkEvery: 5000 };

const self = "'self'";

/** True for a request that a browser makes to open a page. */
const opensPage = (method: string, accept: string | undefined) =>
  (method === 'GET' || method === 'HEAD') && (accept ?? '').includes('text/html');

/** What a browser may open that is not the console. */
const notPages = /^\/(dist\/|answer\/|openapi\.json|(health|ready|metrics)(\?|$))/;

/** Headers of every answer: what a page may load, and from where. */
const securityHeaders = ({ mapOrigins, apiBase, tls }: HttpOptions): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: [self],
      scriptSrc: [self],
      styleSrc: [self, "'unsafe-inline'"],
      imgSrc: [self, 'data:', 'blob:', ...mapOrigins],
      fontSrc: [self, 'data:'],
      workerSrc: [self],
      connectSrc: [self, ...mapOrigins, ...(apiBase === null ? [] : [new URL(apiBase).origin])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: [self],
    },
  },
  hsts: tls === null ? false : { maxAge: 31_536_000 },
  crossOriginEmbedderPolicy: false,
});

/** The server with its bounds of time and size, before anything is registered. */
function bareServer({ log, tls, trustProxy = null, ...options }: HttpOptions): FastifyInstance {
  const timeouts = { ...usual, ...options.timeouts };
  const raw = { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.checkEvery };
  const base: FastifyServerOptions = {
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    trustProxy: trustsOf(trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: 75_000,
    // What is being answered when the server stops is answered; `closeInTime` ends the rest.
    forceCloseConnections: 'idle',
    // A page address and a call may share a path: the browser opening a page is always given the console.
    rewriteUrl: (request: IncomingMessage) => {
      const url = request.url ?? '/';
      const isPage = opensPage(request.method ?? '', request.headers.accept);
      return isPage && !notPages.test(url) ? '/dist/index.html' : url;
    },
  };
  // TLS changes the type of the raw server alone, which nothing here looks at.
  return tls === null
    ? Fastify({ ...base, http: raw })
    : (Fastify({ ...base, https: { ...tls, ...raw } } as FastifyServerOptions) as FastifyInstance);
}

/** No body at all under a JSON content type is an empty one: calls that take nothing are asked so. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** The HTTP server: contract, console, OpenAPI. It does not listen yet. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { services, log, apiBase } = options;
  const app = bareServer(options);
  denyUndeclared(app);
  closeInTime(app);
  // Said before anything can answer: no cache keeps an answer of the API, a refusal included (S20).
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  let warned = (options.trustProxy ?? null) !== null;
  app.addHook('onRequest', async (request) => {
    if (warned || !isForwarded(request)) return;
    warned = true;
    log.warn('a proxy passes requests on and TRUST_PROXY does not name it: all its clients count as one');
  });
  await app.register(helmet, securityHeaders(options));
  await app.register(rateLimit, {
    global: false,
    store: rateStoreOf(services.callWindows),
    keyGenerator: (request) => addressKey(addressOf(request)),
    errorResponseBuilder: () => new Refusal(429, 'api.tooMany'),
  });
  // Answers as text alone: curves are dense already, streams must not wait for more, the console's files are packed.
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: 4096,
    customTypes: /^application\/json/,
    zlibOptions: { level: 3 },
    globalDecompression: false,
  });
  takeEmptyBodies(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal(404, 'api.notFound', { what: request.url.split('?')[0] ?? '' }), request, reply),
  );

  if (options.operations !== undefined)
    registerOperations(app, options.operations, options.trustProxy ?? null);
  registerAnswerPage(app, services);
  await registerIngest(app, services);
  await registerGrafana(app, services);
  registerCalls(app, calls, bindingsOf(services), services);
  const open = { config: { access: 'public' } } as const;
  const document = JSON.stringify(openApi(calls, services.settings.version));
  app.get('/openapi.json', open, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );

  if (existsSync(options.consoleFolder)) {
    const base =
      apiBase === null ? '' : `<meta name="api-base" content="${apiBase.replace(/[^\w:/.-]/g, '')}">`;
    const files = new ConsoleFiles(options.consoleFolder, (html) =>
      html.replace('</head>', `${base}</head>`),
    );
    app.get('/dist/index.html', open, (request, reply) => files.page(request, reply));
    files.register(app);
  }
  return app;
}
