/** Part of the build: finds out what each script of the library declares, so that no server has to. */
import { writeFileSync } from 'node:fs';
import { Declarations } from '../server/workflows/declarations.ts';
import { hashOf } from '../server/workflows/row.ts';
import { Engine } from '../server/workflows/sandbox/engine.ts';
import { ScriptLibrary } from '../server/workflows/scripts/library.ts';
import { declarationsFile, scriptsFolder } from './library-files.ts';

// The product's own texts need no process of their own.
const declarations = new Declarations({ once: async (start) => (await Engine.begin(start)).turn });
const found: Record<string, unknown> = {};
const library = new ScriptLibrary(scriptsFolder(), async (text) => {
  const { problem, declaration } = await declarations.of(text);
  if (problem !== null) throw new Error(`a script of the library is none: ${JSON.stringify(problem)}`);
  found[hashOf(text)] = declaration;
  return { title: null, description: null, arguments: [] };
});
await library.list();
writeFileSync(declarationsFile, JSON.stringify(found));
