/** Which saved scripts a text imports, in which order they are evaluated, and why they are not. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/script/limits.ts';
import { type FoundModule, moduleImports, resolveModules } from '../../../src/script/modules.ts';

const names = (text: string) => moduleImports(text).map(({ name }) => name);
const found = (name: string, text: string): FoundModule => ({ is: 'found', script: name, version: 1, text });
/** Resolves a text over scripts by name. */
const resolve = (text: string, scripts: Readonly<Record<string, string | FoundModule>>) =>
  resolveModules(text, async (name) => {
    const script = scripts[name];
    if (script === undefined) return { is: 'missing' };
    return typeof script === 'string' ? found(name, script) : script;
  });
const imports = (...of: string[]) => of.map((name) => `import '${`scripts/${name}`}';`).join('\n');

describe('imports of a text', () => {
  it.each([
    ["import { a } from 'scripts/one';", ['one']],
    ['import { a, type B as C } from "scripts/tilt helpers";', ['tilt helpers']],
    ["import type { A } from 'scripts/types';", ['types']],
    ["import * as all from 'scripts/一号';import '" + "scripts/two'", ['一号', 'two']],
    ["import {\n  // of 'the' ladder\n  a, /* and } */\n  b,\n} from 'scripts/one';", ['one']],
    ["export { a } from 'scripts/one'; export * from 'scripts/two';", ['one', 'two']],
    ["const late = await import('scripts/one');", ['one']],
    ["const tilt = 1 / 2; const it = /['`]/; import { a } from 'scripts/one';", ['one']],
    ["const a = `x \x24{`}` + '`'} \\` `;\nimport { b } from 'scripts/one';", ['one']],
    ["const half = (1) / 2; // '\nconst third = a[0] / 3;\nimport 'scripts/one';", ['one']],
  ])('are found in %s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    "import { fleet } from 'groundwatch';",
    "// import { a } from 'scripts/one';",
    "/* import { a } from 'scripts/one'; */",
    'const text = "import { a } from \'scripts/one\'";',
    "const text = `import { a } from 'scripts/one'`;",
    "const text = `\x24{1} import { a } from 'scripts/one'`;",
    "importer.import('scripts/one');",
    "const important = 'scripts/one';",
    "export const place = 'scripts/one';",
  ])('are none in %s', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('have the place at which they begin', () => {
    expect(moduleImports("import 'groundwatch';\n  import { a } from 'scripts/one';")).toEqual([
      { name: 'one', line: 2, column: 3 },
    ]);
  });

  it('are looked for in the longest script within a blink, however it is written', () => {
    const parts = [
      'import { a, ',
      'import /* a ',
      "'`${",
      '// import\n',
      'export {',
      '/*',
      'export a ',
      'import(',
    ];
    for (const part of [...parts, "import 'scripts/a';\n", 'import { /* a */ ', 'import a, {} ']) {
      const began = performance.now();
      names(`'scripts/'${part.repeat(limits.text / part.length)}`);
      expect(performance.now() - began, part).toBeLessThan(2000);
    }
  });
});

describe('the order of modules', () => {
  it('has each once, behind those that it imports itself', async () => {
    const { modules, problem } = await resolve(imports('top', 'base'), {
      top: imports('left', 'right'),
      left: imports('base'),
      right: imports('base'),
      base: 'export const a = 1;',
    });
    expect(problem).toBeNull();
    expect(modules.map(({ name, line }) => [name, line])).toEqual([
      ['base', 1],
      ['left', 1],
      ['right', 1],
      ['top', 1],
    ]);
  });

  it('is none where they go round in a circle, which is said at the import that leads there', async () => {
    const scripts = { a: imports('b'), b: `\n${imports('a')}`, fine: '' };
    expect((await resolve(imports('fine', 'a'), scripts)).problem).toEqual({
      id: 'moduleCircle',
      params: { name: 'a → b → a' },
      line: 2,
      column: 1,
    });
    expect((await resolve(imports('self'), { self: imports('self') })).problem?.params).toEqual({
      name: 'self → self',
    });
  });

  it('names what is missing with the way to it', async () => {
    const { problem, modules } = await resolve(imports('a'), { a: imports('gone') });
    expect(problem).toMatchObject({ id: 'moduleMissing', params: { name: 'a → gone' }, line: 1 });
    expect(modules).toEqual([]);
  });

  it('says whose they are where several have the name, and which is of another company', async () => {
    const scripts = {
      two: { is: 'several', owners: ['operatorA', 'mateA'] },
      far: { is: 'otherCompany' },
    } as const;
    expect((await resolve(imports('two'), scripts)).problem).toMatchObject({
      id: 'moduleSeveral',
      params: { name: 'two', owners: 'operatorA, mateA' },
    });
    expect((await resolve(imports('far'), scripts)).problem).toMatchObject({ id: 'moduleOther' });
  });
});

describe('bounds', () => {
  /** A chain of modules, each importing the next. */
  const chain = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`m${at}`, at + 1 < count ? imports(`m${at + 1}`) : '']),
    );

  it('takes as many modules as there may be, and not one more', async () => {
    const most = await resolve(imports('m0'), chain(limits.modules));
    expect(most.problem).toBeNull();
    expect(most.modules).toHaveLength(limits.modules);
    expect((await resolve(imports('m0'), chain(limits.modules + 1))).problem).toMatchObject({
      id: 'modulesMany',
      params: { limit: limits.modules },
    });
  });

  it('takes as many characters as they may have together, and not one more', async () => {
    const half = limits.moduleText / 2;
    const two = (second: number) => ({ a: ' '.repeat(half), b: ' '.repeat(second) });
    expect((await resolve(imports('a', 'b'), two(half))).problem).toBeNull();
    expect((await resolve(imports('a', 'b'), two(half + 1))).problem).toMatchObject({
      id: 'modulesLarge',
      params: { limit: limits.moduleText },
      line: 2,
    });
  });
});
