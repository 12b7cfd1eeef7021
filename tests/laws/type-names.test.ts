/** One type per name: who reads a name in one room knows it in every other. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../src/base/group.ts';
import { projectFiles } from '../support/tools/project-files.ts';

const declared = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm;

// The guest's types have the names by which scripts know them, in a house of their own.
const files = projectFiles('src', 'commands').filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith('src/script/guest/'),
);

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(declared)].map(([, name = '']) => name);

describe('an exported type', () => {
  it('has a name of its own', () => {
    const all = files.flatMap((file) => namesIn(readFileSync(file, 'utf8')).map((name) => ({ name, file })));
    expect(all.length).toBeGreaterThan(500);
    const twice = [...groupBy(all, ({ name }) => name)]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`);
    expect(twice).toEqual([]);
  });

  it('is found however it is declared', () => {
    const text =
      'export interface A {}\nexport type B = A;\nexport abstract class C {}\ntype D = B;\nexport type { E };\n';
    expect(namesIn(text)).toEqual(['A', 'B', 'C']);
  });
});
