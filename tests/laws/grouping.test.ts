/**
 * Groups grow in place (`src/base/group.ts`). A group that is copied for each of its members takes time by the square of
 * its size: with 27,000 stations of one company the server stood still for most of a minute.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const files = ['src', 'commands'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);
/** Lists of a few listeners: whoever goes through one while another is added keeps the one that he began with. */
const copied = new Set(['src/server/changes/feed.ts', 'src/console/components/screen.ts']);

/** Where a text puts a group back as a copy of itself and one more. */
const copies = (text: string): string[] =>
  text.match(/\.set\(\s*[^;]*?\[\s*\.\.\.\(?\s*[\w.#]+\.get\([^)]*\)[^;]*?,[^;]*?\]/g) ?? [];

describe('no group is copied for each of its members', () => {
  it.each(files.filter((file) => !copied.has(file)))('%s', (file) => {
    expect(copies(readFileSync(new URL(file, root), 'utf8'))).toEqual([]);
  });
});

describe('planted copies are caught', () => {
  it.each([
    'groups.set(key, [...(groups.get(key) ?? []), item]);',
    'groups.set(of(item), [\n  ...(groups.get(of(item)) ?? []),\n  item,\n]);',
    'this.#groups.set(key, [...(this.#groups.get(key) ?? []), item]);',
    'fields.set(at, new Set([...(fields.get(at) ?? []), field]));',
  ])('%s', (text) => {
    expect(copies(text)).toHaveLength(1);
  });
  it('a copy that is no member of its own group is none', () => {
    expect(copies('const all = [...(groups.get(key) ?? []), item];')).toEqual([]);
    expect(copies('groups.set(key, [item]);')).toEqual([]);
  });
});
