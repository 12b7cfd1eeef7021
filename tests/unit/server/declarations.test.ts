/** What scripts declare is read once a text, and not at all where the build has read it. */
import { describe, expect, it } from 'vitest';
import { readDeclarations, scriptsFolder } from '../../../src/main/library-files.ts';
import { Declarations, knownDeclarations } from '../../../src/server/workflows/declarations.ts';
import { hashOf } from '../../../src/server/workflows/row.ts';
import { Engine } from '../../../src/server/workflows/sandbox/engine.ts';
import type { Start } from '../../../src/server/workflows/sandbox/messages.ts';
import { ScriptLibrary } from '../../../src/server/workflows/scripts/library.ts';

const script = `import { args, number } from 'groundwatch';
const { days } = args({ days: number({ min: 1, max: 9 }) });`;

/** Counts how often it is asked; every `lostAt`-th answer is lost. */
function sandbox(lostAt = 0) {
  const asked: Start[] = [];
  return {
    asked,
    once: async (start: Start) => {
      asked.push(start);
      return asked.length === lostAt ? { lost: 'sandbox' as const } : (await Engine.begin(start)).turn;
    },
  };
}

describe('a declaration', () => {
  it('is read once, however many ask for it at the same time', async () => {
    const own = sandbox();
    const declarations = new Declarations(own);
    const [one, two] = await Promise.all([declarations.of(script), declarations.of(script)]);
    expect(one).toBe(two);
    expect(one.declaration.arguments).toMatchObject([{ name: 'days', is: { type: 'number', max: 9 } }]);
    await declarations.of(`${script} `);
    expect(own.asked).toHaveLength(2);
  });
  it('is not read where it is known already', async () => {
    const own = sandbox();
    const declaration = { arguments: [], title: { en: 'Known' } };
    const declarations = new Declarations(own, knownDeclarations({ [hashOf(script)]: declaration }));
    expect(await declarations.of(script)).toEqual({ problem: null, declaration, lost: false });
    expect(own.asked).toEqual([]);
  });
  it('is asked for anew after the sandbox was lost', async () => {
    const own = sandbox(1);
    const declarations = new Declarations(own);
    expect(await declarations.of(script)).toMatchObject({ lost: true, problem: { id: 'sandbox' } });
    expect(await declarations.of(script)).toMatchObject({ lost: false, problem: null });
  });
  it('of a file is taken only where it is one', () => {
    expect(knownDeclarations({ a: { arguments: [] }, b: { arguments: 1 }, c: null })).toEqual({
      a: { arguments: [] },
    });
    expect(knownDeclarations(null)).toEqual({});
  });
});

describe('the library', () => {
  it('is known whole to the build', async () => {
    const known = readDeclarations();
    const unknown: string[] = [];
    const library = new ScriptLibrary(scriptsFolder(), async (text) => {
      if (known[hashOf(text)] === undefined) unknown.push(text.slice(0, 80));
      return { title: null, description: null, arguments: [] };
    });
    const list = await library.list();
    expect(list.length).toBeGreaterThanOrEqual(10);
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted());
    // A tree that was not built yet has no file; one that was has all of it.
    expect(Object.keys(known).length === 0 ? [] : unknown).toEqual([]);
  });
});
