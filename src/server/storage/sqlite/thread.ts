/** Threads of the storage, from the built code or from the sources. */
import { existsSync } from 'node:fs';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { StorageProblem } from '../problem.ts';

/** Where a thread's code is: beside this code when built, one folder up in the sources. */
export function threadUrl(name: string): URL {
  const places = [`./${name}.js`, `../${name}.js`, `../${name}.ts`].map(
    (place) => new URL(place, import.meta.url),
  );
  const found = places.find((place) => existsSync(place));
  if (!found) throw new StorageProblem('failed', `the code of the thread ${name} is missing`);
  return found;
}

/** In development and tests: `--import tsx` does not reach a thread under Node 20, so it registers the loader itself. */
function fromSource(url: URL): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
}

/** Starts a thread, with limits of its memory where they are given. */
export function startThread(url: URL, workerData: unknown, resourceLimits: ResourceLimits = {}): Worker {
  return url.pathname.endsWith('.ts')
    ? new Worker(fromSource(url), { eval: true, workerData, resourceLimits })
    : new Worker(url, { workerData, resourceLimits });
}
