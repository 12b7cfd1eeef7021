/** What the code cites stands in this repository: a README, and the heading that is named. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../support/tools/project-files.ts';

const files = projectFiles()
  .filter((file) => /\.(?:ts|tsx|css|md|mjs)$/.test(file))
  // It plants what it looks for.
  .filter((file) => file !== 'tests/laws/citations.test.ts');

/** The anchor of a heading, as Markdown viewers make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Map<string, ReadonlySet<string>>();
function anchorsIn(file: string): ReadonlySet<string> {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const found = readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  const all = new Set([...found].map(([, heading]) => anchorOf(heading ?? '')));
  anchors.set(file, all);
  return all;
}

/** What is wrong with the citations in a text; code cites from the top of the repository, a page from its own folder. */
function broken(file: string, text: string): readonly string[] {
  const isPage = file.endsWith('.md');
  const links = isPage
    ? text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)
    : text.matchAll(/((?:[\w.-]+\/)*(?:README|CONTRIBUTING|CHANGELOG)\.md)(?:#([\w-]+))?/g);
  return [...links].flatMap(([whole, path = '', anchor]) => {
    const target = path === '' ? file : isPage ? normalize(join(dirname(file), path)) : path;
    if (!existsSync(target)) return [`${whole}: there is no ${target}`];
    if (anchor === undefined || anchorsIn(target).has(anchor)) return [];
    return [`${whole}: ${target} has no heading for it`];
  });
}

const cites = /(?:README|CONTRIBUTING|CHANGELOG)\.md|\]\(/;
/** Pages by name that do not exist here. */
const foreign =
  /\b(?:SPEC|DESIGN|BEHAVIOUR|DELIVERY|SECURITY|PERFORMANCE|ALARMS|ANALYSIS|SCALE|DEVICES|GLOSSARY|STACK)(?:\.md|\b(?= (?:§|S?\d|")))/;

const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('citations', () => {
  it.each(texts.filter(({ text }) => cites.test(text)))('of $file lead somewhere', ({ file, text }) => {
    expect(broken(file, text)).toEqual([]);
  });

  it('are of pages that exist', () => {
    expect(texts.filter(({ text }) => foreign.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('are found to be broken where they are', () => {
    expect(broken('src/a.ts', '// see src/server/delivery/README.md#states')).toEqual([]);
    expect(broken('src/a.ts', '// see src/server/delivery/README.md#no-such')).toHaveLength(1);
    expect(broken('src/a.ts', '// see src/nowhere/README.md')).toHaveLength(1);
    expect(broken('README.md', '[here](#settings), [there](src/nowhere.ts)')).toHaveLength(1);
    expect(foreign.test('(SPEC §2)')).toBe(true);
    expect(foreign.test('DESIGN "Rooms"')).toBe(true);
  });
});
