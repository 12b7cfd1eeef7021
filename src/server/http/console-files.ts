import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../base/messages.ts';
import { toLanguage } from '../../base/messages.ts';
import { addressOf, pageAt } from '../../contract/pages.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
};
/** What the build says of a chunk, by the path of its source. */
interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
const manifestName = 'manifest.json';
/** The service worker of web push (console/shell/public). */
const pushWorker = '/dist/push-worker.js';
/** The end of the path of the source of the screen at an address. */
function screenAt(path: string): string | undefined {
  const feature = pageAt(path === '/' ? addressOf('home') : path)?.page.feature;
  return feature === undefined ? undefined : `features/${feature}/index.tsx`;
}

const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.map']);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  gzip: Promise<Buffer> | null;
  brotli: Promise<Buffer> | null;
  readonly compressible: boolean;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/**
 * The built console in memory, compressed once, when first asked for and beside the main thread, so that neither the
 * start nor telemetry waits for it. Paths are a closed list: no traversal is possible.
 */
export class ConsoleFiles {
  readonly #assets = new Map<string, Asset>();
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #links = new Map<string, string>();

  /** @param folder dist/console; @param replace put into index.html before it is served, e.g. the API's base */
  constructor(folder: string, replace: (html: string) => string = (html) => html) {
    const files = filesIn(folder);
    const manifest = files.find((path) => relative(folder, path) === manifestName);
    this.#chunks = new Map(
      manifest === undefined
        ? []
        : Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>),
    );
    for (const path of files) {
      if (path === manifest) continue;
      const extension = extname(path);
      const name = relative(folder, path).split(sep).join('/');
      const content = readFileSync(path);
      this.#assets.set(`/dist/${name}`, {
        type: types[extension] ?? 'application/octet-stream',
        plain: name === 'index.html' ? Buffer.from(replace(content.toString('utf8'))) : content,
        gzip: null,
        brotli: null,
        compressible: compressible.has(extension),
      });
    }
  }

  /** Serves `/dist/…` and, for any other address that a browser opens as a page, the console itself. */
  register(app: FastifyInstance): void {
    app.get('/dist/*', { config: { access: 'public' } }, async (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const asset = this.#assets.get(path);
      if (asset === undefined || path === '/dist/index.html') return this.#missing(reply);
      // Only hashed names may be kept for ever.
      const kept = /-[\w-]{8}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
      // It shows messages for every page of the console, not only for those below its own path.
      if (path === pushWorker) void reply.header('service-worker-allowed', '/');
      return this.#send(request, reply, asset, kept);
    });
  }

  /**
   * What a page asks for once the console runs: the code of its screen, and the words of its language. Named in the
   * answer's header, it comes beside the console's own code and not after it.
   */
  #ahead(url: string, language: Language): string {
    const path = url.split('?')[0] ?? '';
    const screen = screenAt(path);
    const key = `${screen} ${language}`;
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const files = new Set<string>();
    const add = (id: string): void => {
      const chunk = this.#chunks.get(id);
      if (chunk === undefined || files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    // The console's own code first: a browser asks for six files at a time, in this order.
    const entry = 'index.html';
    add(entry);
    for (const id of this.#chunks.get(entry)?.imports ?? [])
      for (const fetched of this.#chunks.get(id)?.dynamicImports ?? []) add(fetched);
    for (const end of [`locales/${language}.json`, screen]) {
      for (const [id, { src }] of this.#chunks) if (end !== undefined && src?.endsWith(end)) add(id);
    }
    // Styles are linked with `crossorigin`: one that is announced without it is fetched a second time.
    const style = 'rel=preload; as=style; crossorigin';
    const link = [...files]
      .map((file) => `</dist/${file}>; ${file.endsWith('.css') ? style : 'rel=modulepreload'}`)
      .join(', ');
    this.#links.set(key, link);
    return link;
  }

  /** The console's page. */
  async page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const index = this.#assets.get('/dist/index.html');
    const language = /(?:^|;\s*)lang=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const link = this.#ahead(request.originalUrl, toLanguage(language ?? ''));
    if (link !== '') void reply.header('link', link);
    return index === undefined ? this.#missing(reply) : this.#send(request, reply, index, 'no-cache');
  }

  #missing(reply: FastifyReply): FastifyReply {
    return reply.code(404).type('text/plain; charset=utf-8').send('404');
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    asset: Asset,
    kept: string,
  ): Promise<FastifyReply> {
    void reply.type(asset.type).header('cache-control', kept).header('vary', 'accept-encoding');
    const accepts = String(request.headers['accept-encoding'] ?? '');
    if (!asset.compressible || asset.plain.length < 1024) return reply.send(asset.plain);
    if (/\bbr\b/.test(accepts)) {
      asset.brotli ??= toBrotli(asset.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
      return reply.header('content-encoding', 'br').send(await asset.brotli);
    }
    if (/\bgzip\b/.test(accepts)) {
      asset.gzip ??= toGzip(asset.plain, { level: 7 });
      return reply.header('content-encoding', 'gzip').send(await asset.gzip);
    }
    return reply.send(asset.plain);
  }
}
