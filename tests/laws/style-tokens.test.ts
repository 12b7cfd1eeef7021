/** A token that styles use without a value in its place is one that some style or element defines: an unknown one is silently none. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/console/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|tsx?)$/.test(name))
  .map((name) => ({
    name,
    text: readFileSync(new URL(name, folder), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
  }));

it('every token that is used is defined', () => {
  const defined = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(--[a-zA-Z][\w-]*)['"]?\]?\s*:/g)].map(([, token = '']) => token),
    ),
  );
  expect(defined.has('--surface-panel')).toBe(true);
  const unknown = files.flatMap(({ name, text }) =>
    [...text.matchAll(/var\(\s*(--[a-zA-Z][\w-]*)\s*\)/g)]
      .map(([, token = '']) => token)
      .filter((token) => !defined.has(token))
      .map((token) => `${name}: ${token}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});
