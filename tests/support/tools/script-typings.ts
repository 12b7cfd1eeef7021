/** Writes scripts/groundwatch.d.ts, against which the scripts are checked; it is not committed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages } from '../../../src/base/messages.ts';
import { guestDeclarations } from '../../../src/main/guest-declarations.ts';
import { printTypings } from '../../../src/script/typings/print.ts';
import { words } from '../../../src/server/words.ts';

/** The declarations with every language's words, English first. */
export const typings = (): string =>
  printTypings((id) => {
    const order = ['en', ...languages.filter((language) => language !== 'en')] as const;
    return [...new Set(order.map((language) => words(language)(id)))].join(' · ');
  }, guestDeclarations());

export function writeTypings(): void {
  writeFileSync(fileURLToPath(new URL('../../../scripts/groundwatch.d.ts', import.meta.url)), typings());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypings();
