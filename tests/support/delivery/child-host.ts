import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Host, Step } from './host.ts';

export class Died extends Error {}

export interface ChildHost extends Host {
  /** True once it has killed itself. */
  readonly dead: boolean;
  readonly death: Promise<void>;
}

/** Bundles the process once: what is started for each fault point must start at once. Answers its file. */
export async function bundleHost(
  outDir: string,
  process = new URL('./host-process.ts', import.meta.url),
): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    logLevel: 'error',
    // One file with nearly all it needs: looking up hundreds of modules is what a start costs.
    ssr: { noExternal: true, external: ['@photostructure/sqlite', '@node-rs/argon2', 'pg'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          host: fileURLToPath(process),
          reader: fileURLToPath(new URL('../../../src/server/storage/reader.ts', import.meta.url)),
          'writer-thread': fileURLToPath(
            new URL('../../../src/server/storage/writer-thread.ts', import.meta.url),
          ),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return `${outDir}/host.js`;
}

/** Starts the bundled process. Actions reject with Died once it is gone. */
export async function startChild(
  program: string,
  dataDir: string,
  point: string,
  port = 0,
): Promise<ChildHost> {
  const child: ChildProcess = fork(program, [dataDir, point, String(port)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let dead = false;
  const death = new Promise<void>((resolve) =>
    child.once('exit', () => {
      dead = true;
      resolve();
    }),
  );
  const waiting = new Map<number, (id: string) => void>();
  let n = 0;
  const ready = await new Promise<number>((resolve) => {
    child.on('message', (message: { readonly port?: number; readonly n?: number; readonly id?: string }) => {
      if (message.port !== undefined) resolve(message.port);
      if (message.n !== undefined) waiting.get(message.n)?.(message.id ?? '');
    });
    void death.then(() => resolve(0));
  });
  return {
    port: ready,
    death,
    get dead() {
      return dead;
    },
    async step(step: Step) {
      if (dead) throw new Died();
      n += 1;
      const mine = n;
      const answer = new Promise<string>((resolve) => waiting.set(mine, resolve));
      child.send({ n: mine, step }, () => {});
      return Promise.race([
        answer,
        death.then(() => {
          throw new Died();
        }),
      ]);
    },
    async stop() {
      child.disconnect();
      await death;
    },
  };
}
