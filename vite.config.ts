/// <reference types="vitest/config" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const { version } = JSON.parse(readFileSync(path('./package.json'), 'utf8')) as { version: string };

/** Programs of the server build: each becomes dist/server/<name>.js. */
const programs = {
  main: path('./src/main/server.ts'),
  demo: path('./src/main/demo.ts'),
  'demo-past': path('./src/main/demo-past.ts'),
  simulator: path('./src/main/simulator.ts'),
  import: path('./src/main/import.ts'),
  backup: path('./src/main/backup.ts'),
  restore: path('./src/main/restore.ts'),
  reader: path('./src/server/storage/reader.ts'),
  declare: path('./src/main/declare.ts'),
  sandbox: path('./src/server/workflows/sandbox/process.ts'),
  rehearsal: path('./src/main/rehearsal/process.ts'),
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

export default defineConfig(({ isSsrBuild }) => ({
  root: isSsrBuild || process.env['VITEST'] ? path('.') : path('./src/console/shell'),
  base: '/dist/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: isSsrBuild ? [] : [typeboxByName, react()],
  worker: { format: 'es' as const },
  server: {
    proxy: Object.fromEntries(
      ['/login', '/rest', '/openapi.json'].map((prefix) => [
        prefix,
        {
          target: `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`,
          bypass: (request: { headers: { accept?: string | undefined } }) =>
            request.headers.accept?.includes('text/html') ? '/dist/index.html' : undefined,
        },
      ]),
    ),
  },
  ssr: { external: true as const, noExternal: [] },
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
        target: 'es2022',
        chunkSizeWarningLimit: 1200,
        rolldownOptions: {
          // Else its modules that only the checking of arguments uses are in the first load.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
        },
      },
  test: {
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: 'laws', include: ['tests/laws/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks' as const,
          // Most of a server test is waiting: for brokers, devices, timers.
          maxWorkers: 2,
        },
      },
    ],
  },
}));
