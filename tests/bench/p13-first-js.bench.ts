import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from '../support/tools/build-if-stale.ts';
import type { Bench } from './bench.ts';

const dist = new URL('../../dist/console/', import.meta.url);

/** What the build says of a chunk. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** P13: the JavaScript that a cold load fetches before any screen's own chunk; the goal is 150 KB compressed. */
export const bench: Bench = {
  id: 'P13',
  title: 'first JavaScript of the console, gzip, against the goal of 150 KB',
  async run() {
    buildIfStale();
    const chunks = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Record<string, Chunk>;
    // What the page names, and what that fetches by itself: the console.
    const named = ['index.html', ...(chunks['index.html']?.imports ?? [])];
    const queue = [...named, ...named.flatMap((id) => chunks[id]?.dynamicImports ?? [])];
    const seen = new Map<string, number>();
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const chunk = chunks[id];
      if (chunk === undefined || seen.has(id)) continue;
      seen.set(id, gzipSync(readFileSync(new URL(chunk.file, dist)), { level: 9 }).length);
      queue.push(...(chunk.imports ?? []));
    }
    const bytes = [...seen.values()].reduce((sum, size) => sum + size, 0);
    return [{ ours: bytes / 1024, reference: 150, unit: 'KB', goal: 1, note: `${seen.size} chunks` }];
  },
};
