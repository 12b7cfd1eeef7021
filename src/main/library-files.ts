/** Where the library's scripts lie, and what the build found that they declare. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type KnownDeclarations, knownDeclarations } from '../server/workflows/declarations.ts';

const here = dirname(fileURLToPath(import.meta.url));
const built = join(here, '..', '..', 'dist', 'server');

/** The scripts that the product brings: two folders up, from source and from the build alike. */
export function scriptsFolder(): string | null {
  const folder = join(here, '..', '..', 'scripts');
  return existsSync(folder) ? folder : null;
}

/** The file of declarations, by hash of the text: the build writes it, the server reads it. */
export const declarationsFile = join(built, 'declarations.json');

/** What the build found; nothing without one. A script that was changed since is not in it. */
export function readDeclarations(): KnownDeclarations {
  try {
    return knownDeclarations(JSON.parse(readFileSync(declarationsFile, 'utf8')));
  } catch {
    return {};
  }
}
