import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from '../support/build-if-stale.ts';
import type { Bench } from './bench.ts';

const dist = new URL('../../dist/console/', import.meta.url);

/** Chunks that a chunk imports before it runs. */
function staticImports(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|[;}\n])\s*import(?:[^'"()]*?from)?\s*["']\.\/([\w.-]+\.js)["']/g)].map(
    (match) => match[1] ?? '',
  );
}

/** P13: the JavaScript that a cold load fetches before any screen's own chunk; the goal is 150 KB compressed. */
export const bench: Bench = {
  id: 'P13',
  title: 'first JavaScript of the console, gzip, against the goal of 150 KB',
  async run() {
    buildIfStale();
    const html = readFileSync(new URL('index.html', dist), 'utf8');
    const queue = [...html.matchAll(/\/dist\/assets\/([\w.-]+\.js)/g)].map((match) => match[1] ?? '');
    const seen = new Map<string, number>();
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (seen.has(name)) continue;
      const code = readFileSync(new URL(`assets/${name}`, dist), 'utf8');
      seen.set(name, gzipSync(code, { level: 9 }).length);
      queue.push(...staticImports(code));
    }
    const bytes = [...seen.values()].reduce((sum, size) => sum + size, 0);
    return [{ ours: bytes / 1024, reference: 150, unit: 'KB', goal: 1, note: `${seen.size} chunks` }];
  },
};
