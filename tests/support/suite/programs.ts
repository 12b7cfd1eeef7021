/**
 * The server's programs and threads, bundled once for the server tests: from the sources each thread and each process
 * takes a second to read them.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { newestSource } from '../tools/build-if-stale.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Beside dist/server and dist/console: programs look for the console and the library's scripts from there. */
const dist = `${root}dist`;
const prefix = 'tested-';
const parts = fileURLToPath(new URL('./product-parts.ts', import.meta.url));
const folder = () => `${dist}/${prefix}${Math.round(Math.max(newestSource(), statSync(parts).mtimeMs))}`;

/** Bundles them where the sources are newer, and answers their folder. Runs of tests side by side do not disturb it. */
export async function buildPrograms(): Promise<string> {
  const wanted = folder();
  if (existsSync(wanted)) return wanted;
  const outDir = `${dist}/${prefix}${process.pid}-unfinished`;
  const { build } = await import('vite');
  mkdirSync(dist, { recursive: true });
  await build({
    root,
    logLevel: 'error',
    build: { ssr: true, outDir, rolldownOptions: { input: { 'product-parts': parts } } },
  });
  const old = readdirSync(dist).filter((name) => name.startsWith(prefix) && !name.endsWith('-unfinished'));
  try {
    renameSync(outDir, wanted);
  } catch (error) {
    rmSync(outDir, { recursive: true, force: true });
    // Another run has built the same meanwhile.
    if (!existsSync(wanted)) throw error;
  }
  for (const name of old.sort().slice(0, -2)) rmSync(`${dist}/${name}`, { recursive: true, force: true });
  return wanted;
}

/** What browser tests start of the product, from the bundle. */
export async function productParts(): Promise<typeof import('./product-parts.ts')> {
  return import(`${await buildPrograms()}/product-parts.js`);
}

/** A bundled program; null where nobody has bundled the sources as they are now. */
export function findProgram(name: string): string | null {
  const program = `${folder()}/${name}.js`;
  return existsSync(program) ? program : null;
}

/** Modules that start threads and processes which lie beside them. */
const starters =
  /\/src\/(?:server\/storage\/sqlite\/thread|server\/workflows\/(?:sandbox\/sandbox|calls\/desk)|server\/alarms\/back-test\/start|server\/exports\/start|server\/reports\/press|main\/rehearsal\/start)\.ts$/;

/** In tests: what a module starts is the bundled one where there is one. */
export function bundledThreads(): Plugin {
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    transform: {
      filter: { id: starters },
      handler(code) {
        const beside = findProgram('main');
        if (beside === null) return null;
        const url = JSON.stringify(pathToFileURL(beside).href);
        return { code: code.replace(/\bimport\.meta\.url\b/g, url), map: null };
      },
    },
  };
}
