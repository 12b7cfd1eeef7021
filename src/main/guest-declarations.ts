/** Part of the build: what scripts are checked against is what the guest exports. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const guest = new URL('../script/guest/', import.meta.url);
const index = 'index.ts';
const read = (file: string) => readFileSync(new URL(file, guest), 'utf8');

/** The files whose exports a script is offered, as the guest's index has them. */
const offered = (): readonly string[] =>
  [...read(index).matchAll(/^export \* from '\.\/(.+)';$/gm)].map(([, file = '']) => file);

/** Files of which the declarations are made. */
export const declaredFiles = (): readonly string[] =>
  [index, ...offered()].map((file) => fileURLToPath(new URL(file, guest)));

/** Declarations of a file's exports with their comments, as they stand in `declare module`. @throws Error: an export without a type */
export function declarationsOf(file: string, source: string): string {
  // What a file says of itself would be said of its first export.
  const text = source.replace(/^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=import )/, '');
  const { code, errors } = isolatedDeclarationSync(file, text);
  const [problem] = errors;
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
  return code
    .replace(/^(import .*|export \{\});\n/gm, '')
    .replace(/^(export )?declare /gm, '$1')
    .replaceAll('\t', '  ')
    .replace(/^( *)\*/gm, '$1 *')
    .replace(/^(?=.)/gm, '  ');
}

/** Declarations of all that the guest offers to scripts, but for the types that are printed from the catalogue. */
export const guestDeclarations = (): string =>
  offered()
    .map((file) => declarationsOf(file, read(file)))
    .join('\n');
