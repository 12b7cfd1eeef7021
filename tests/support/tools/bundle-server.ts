import { fileURLToPath } from 'node:url';

const source = (path: string) => fileURLToPath(new URL(`../../../src/${path}`, import.meta.url));

/**
 * Bundles a program that starts the server, once, for tests that start it many times: from its sources each start takes
 * seconds. Answers its file. @param outDir below node_modules, where its packages are found
 */
export async function bundleServer(outDir: string, program: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    logLevel: 'error',
    ssr: { external: true, noExternal: [] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          program,
          reader: source('server/storage/reader.ts'),
          'writer-thread': source('server/storage/writer-thread.ts'),
          guest: source('script/guest/index.ts'),
          sandbox: source('server/workflows/sandbox/process.ts'),
          'script-calls': source('server/workflows/calls/thread.ts'),
          'back-test': source('server/alarms/back-test/thread.ts'),
          reports: source('server/reports/thread.ts'),
          'sandbox-worker': source('server/workflows/sandbox/worker.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return `${outDir}/program.js`;
}
