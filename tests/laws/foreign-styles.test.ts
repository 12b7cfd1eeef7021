/** O3: no rule of the console reaches into the script editor, whose parts bear short class names of their own. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const outside = ':not(.monaco-editor *)';

const styles = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ name, text: readFileSync(`${root}${folder}/${name}`, 'utf8') }));
const classes = (text: string) => [...text.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
const bare = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|url\([^)]*\)/g, '""');
const selectors = (text: string) =>
  [...bare(text).matchAll(/([^{};]+)\{/g)]
    .map(([, list = '']) => list.trim())
    .filter((list) => !list.startsWith('@') && !/^(from|to|[\d.]+%)/.test(list))
    // A comma within brackets parts no selectors.
    .flatMap((list) => list.split(/,(?![^(]*\))/).map((selector) => selector.trim()));

const theirs = new Set(styles('node_modules/monaco-editor/esm').flatMap(({ text }) => classes(bare(text))));
/** Every class of it could stand on an element of the editor. */
const reaches = (selector: string) => {
  const names = classes(selector);
  return names.length > 0 && names.every((name) => theirs.has(name)) && !selector.includes(outside);
};

describe('styles of the console', () => {
  it('know the names of the editor', () => {
    expect(['button', 'header', 'icon', 'main', 'tree'].filter((name) => !theirs.has(name))).toEqual([]);
    expect(['.main > *', '.button:hover', '.main .icon'].filter((selector) => !reaches(selector))).toEqual(
      [],
    );
    expect(reaches(`.icon:where(${outside})`)).toBe(false);
  });

  it.each(
    styles('src/console')
      .filter(({ text }) => text.includes('{'))
      .map(({ name, text }) => [name, text] as const),
  )('%s leaves the editor alone', (_name, text) => {
    const all = selectors(text);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(reaches)).toEqual([]);
  });
});
