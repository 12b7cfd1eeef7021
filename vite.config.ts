/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { declaredFiles, guestDeclarations } from './src/main/guest-declarations.ts';
import { bundledThreads } from './tests/support/suite/programs.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** ms: the first test of a file waits for what it imports; a busy machine is no failure. */
const testTimeout = 60_000;
const hookTimeout = 300_000;
const globalSetup = './tests/support/suite/setup.ts';
/** Files share what they import: most of the time of a small one is its imports. Each leaves nothing behind. */
const shared = { pool: 'threads' as const, isolate: false };
const isTest = (process.env['VITEST'] ?? '') !== '';
const { version } = JSON.parse(readFileSync(path('./package.json'), 'utf8')) as { version: string };

/** Programs of the server build: each becomes dist/server/<name>.js. */
const programs = {
  main: path('./src/main/server.ts'),
  demo: path('./src/main/demo.ts'),
  'demo-cluster': path('./src/main/demo-cluster.ts'),
  'demo-past': path('./src/main/demo/demo-past.ts'),
  simulator: path('./src/main/simulator.ts'),
  import: path('./src/main/import.ts'),
  cli: path('./src/cli/main.ts'),
  backup: path('./src/main/backup.ts'),
  restore: path('./src/main/restore.ts'),
  reader: path('./src/server/storage/reader.ts'),
  'writer-thread': path('./src/server/storage/writer-thread.ts'),
  declare: path('./src/main/declare.ts'),
  sandbox: path('./src/server/workflows/sandbox/process.ts'),
  // Read as a text, and evaluated in QuickJS.
  guest: path('./src/script/guest/index.ts'),
  rehearsal: path('./src/main/rehearsal/process.ts'),
  'script-calls': path('./src/server/workflows/calls/thread.ts'),
  'back-test': path('./src/server/alarms/back-test/thread.ts'),
  exports: path('./src/server/exports/thread.ts'),
  reports: path('./src/server/reports/thread.ts'),
  'sandbox-worker': path('./src/server/workflows/sandbox/worker.ts'),
};

/** A default import of typebox takes the whole of it along; by its names the console takes what it uses. */
const typeboxByName: Plugin = {
  name: 'typebox-by-name',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: "from 'typebox'" },
    handler: (code) => ({
      code: code.replace(/^import Type(, \{[^}]*\})? from 'typebox';/m, (_all, types?: string) =>
        types === undefined
          ? "import * as Type from 'typebox';"
          : `import * as Type from 'typebox'; import ${types.slice(2)} from 'typebox';`,
      ),
      map: null,
    }),
  },
};

/** `src/script/guest/index.ts?declarations`: what the guest exports as declarations, for the editor of scripts. */
const guestAsDeclarations: Plugin = {
  name: 'guest-as-declarations',
  load: {
    filter: { id: /\/src\/script\/guest\/index\.ts\?declarations$/ },
    handler() {
      for (const file of declaredFiles()) this.addWatchFile(file);
      return `export default ${JSON.stringify(guestDeclarations())};`;
    },
  },
};

/** Of a call, what the server checks and the console knows by its types alone. */
const shapes = new Set(['params', 'query', 'body', 'data']);
/** A node of a syntax tree, as far as it is looked at. */
interface Node {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node & { readonly name?: string };
  readonly arguments?: readonly Node[];
  readonly properties?: readonly { readonly key: { readonly name?: string }; readonly value: Node }[];
}
type Edit = readonly [from: number, to: number, text: string];

/** Takes the shapes out of the calls in a tree, and says of every expression that it may go where nobody uses it. */
function callEdits(tree: unknown): Edit[] {
  if (Array.isArray(tree)) return tree.flatMap(callEdits);
  if (typeof tree !== 'object' || tree === null) return [];
  const node = tree as Node;
  if (node.type !== 'CallExpression') return Object.values(node).flatMap(callEdits);
  const pure: Edit = [node.start, node.start, '/*#__PURE__*/ '];
  const [id, address, options] = node.arguments ?? [];
  if (node.callee?.name !== 'call' || options?.properties === undefined)
    return [pure, ...callEdits(node.callee), ...callEdits(node.arguments)];
  const cut = options.properties.flatMap(({ key, value }): Edit[] =>
    shapes.has(key.name ?? '') ? [[value.start, value.end, 'undefined']] : callEdits(value),
  );
  return [pure, ...callEdits([id, address]), ...cut];
}

/** The contract without its schemas: the console sends and believes, the server checks. */
const callsWithoutSchemas: Plugin = {
  name: 'calls-without-schemas',
  transform: {
    filter: { id: /\/src\/contract\/(?:[\w-]+\/)*[\w-]+\.ts$/ },
    handler(code) {
      const edits = callEdits(this.parse(code).body).sort(([a], [b]) => b - a);
      const cut = edits.reduce((text, [from, to, by]) => text.slice(0, from) + by + text.slice(to), code);
      return { code: cut, map: null };
    },
  },
};

/**
 * The pages of the console while it is developed: as on the server, a GET that accepts HTML is the console, whatever call
 * has the same address. Vite by itself serves `index.html` at its base alone.
 */
const pagesInDevelopment: Plugin = {
  name: 'pages-in-development',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
      if (wantsPage && request.url?.startsWith('/dist/') !== true) request.url = '/dist/index.html';
      next();
    });
  },
};

/** What the page's own script says when the console's code does not come, by language (console/shell/start-up.ts). */
function startWords(): Readonly<Record<string, { title: string; text: string; again: string }>> {
  const words = (language: string) => {
    const all = JSON.parse(readFileSync(path(`./locales/${language}.json`), 'utf8')) as Record<
      string,
      string
    >;
    const say = (id: string) => all[id] ?? id;
    const text = say('chunk.text').replace('{name}', 'ChunkLoadError');
    return { title: say('chunk.title'), text, again: say('action.retry') };
  };
  return Object.fromEntries(['zh-chs', 'en', 'ja'].map((language) => [language, words(language)]));
}

/** Chunks of the first screen. */
const firstScreen = new Set(['first', 'second', 'home']);
/**
 * Says of the first screen's chunks that their functions are called on load: a browser that knows the hint compiles them
 * beside the main thread while they arrive, and not one by one as they are called. It has to be a file's first line, so
 * it is put there after all others have put theirs.
 */
const compiledWhileFetched: Plugin = {
  name: 'compiled-while-fetched',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && firstScreen.has(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

/** Libraries of which the first load takes single parts. */
const inParts = /node_modules\/(?:typebox|lucide-react)\//;
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** All that a module imports before it runs, itself included. */
function importedBy(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next) || inParts.test(next)) continue;
    found.add(next);
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/**
 * Puts the little that runs while the console is on its way into one chunk, all that the console imports before it runs
 * into another, and what the home screen shares with others into a second: apart they have more bytes, and more to ask
 * for. A browser asks for six files at a time.
 */
function firstChunks(): (id: string, graph: ModuleGraph) => string | null {
  let early: ReadonlySet<string> | null = null;
  let first: ReadonlySet<string> = new Set();
  let second: ReadonlySet<string> = new Set();
  return (id, graph) => {
    if (early === null) {
      early = importedBy(path('./src/console/shell/main.ts'), graph);
      first = importedBy(path('./src/console/shell/start.tsx'), graph);
      second = importedBy(path('./src/console/features/home/index.tsx'), graph);
    }
    if (early.has(id)) return 'early';
    if (first.has(id)) return 'first';
    return second.has(id) && !id.includes('/features/home/') ? 'second' : null;
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  root: isSsrBuild || isTest ? path('.') : path('./src/console/shell'),
  base: '/dist/',
  define: { __VERSION__: JSON.stringify(version), __START_WORDS__: JSON.stringify(startWords()) },
  plugins: isSsrBuild
    ? []
    : [
        typeboxByName,
        guestAsDeclarations,
        ...(isTest ? [] : [callsWithoutSchemas]),
        // Of the words that react-aria has for those who hear the page: the languages of the console.
        optimizeLocales.vite({ locales: ['zh-CN', 'en-US', 'ja-JP'] }),
        react(),
        pagesInDevelopment,
        compiledWhileFetched,
      ],
  worker: { format: 'es' as const },
  server: {
    proxy: Object.fromEntries(
      ['/login', '/rest', '/openapi.json'].map((prefix) => [
        prefix,
        { target: `http://127.0.0.1:${process.env['PORT'] ?? '8080'}` },
      ]),
    ),
  },
  // What has hundreds of small files is bundled: else each program and thread reads them one by one as it starts.
  ssr: { external: true as const, noExternal: isSsrBuild ? ['kysely', 'mathjs', 'typebox'] : [] },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: path('./dist/server'),
        emptyOutDir: true,
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          input: programs,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      }
    : {
        outDir: path('./dist/console'),
        emptyOutDir: true,
        // By it the server knows what a page will ask for (server/http/console-files).
        manifest: 'manifest.json',
        target: 'es2022',
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { debugName: 'first', name: firstChunks() },
                // Commands that come later, in one piece: else a piece for each area.
                { name: 'commands', test: (id) => id.startsWith(path('./commands/')) },
              ],
            },
          },
          // Else its modules that only the checking of arguments uses are in the first load.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
        },
      },
  test: {
    passWithNoTests: false,
    // One number for all: projects of different numbers cannot run together.
    maxWorkers: Math.max(2, availableParallelism()),
    // A busy machine is no failure here either.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'laws',
          include: ['tests/laws/**/*.test.{ts,tsx}'],
          testTimeout,
          hookTimeout,
          globalSetup,
          ...shared,
        },
        plugins: [bundledThreads()],
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          testTimeout,
          hookTimeout,
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout,
          pool: 'forks' as const,
          isolate: false,
          globalSetup,
        },
        plugins: [bundledThreads()],
      },
    ],
  },
}));
