/** Code of the console that is fetched when it is wanted has 120 s, and says so where it does not come. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/console/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
/** What bounds the code that is imported within it (components/chunks.ts, shell/lazy-page.tsx, shell/start-up.ts). */
const bounded = /(?:loadChunk|lazyPart|lazyPage|afterLater|startUp)\(\s*\(\) =>\s*$/;

/** Imports of code that nothing bounds. */
const bare = (code: string) =>
  [...code.matchAll(/(?<!typeof )\bimport\(\s*['`"][^'`"]+/g)].flatMap(({ index, 0: found }) =>
    bounded.test(code.slice(0, index)) ? [] : [found],
  );

it('finds what is bare and passes what is not', () => {
  expect(bare("const A = lazy(() => import('./A.tsx'));")).toEqual(["import('./A.tsx"]);
  expect(bare("const { a } = await import('./a.ts');")).toEqual(["import('./a.ts"]);
  expect(bare("const A = lazyPart(() => import('./A.tsx'));")).toEqual([]);
  expect(bare("type A = typeof import('./a.ts');")).toEqual([]);
});

it('is never fetched without a bound', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    bare(readFileSync(new URL(file, folder), 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(found, 'loadChunk(() => import(…)) or lazyPart(() => import(…))').toEqual([]);
});
