/** Writes scripts/groundwatch.d.ts, against which the scripts are checked; it is not committed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages } from '../../../src/base/messages.ts';
import { type OwnKind, ownKindDefinition, ownKindWords } from '../../../src/catalogue/own-kinds.ts';
import { guestDeclarations } from '../../../src/main/guest-declarations.ts';
import { printTypings } from '../../../src/script/typings/print.ts';
import { words } from '../../../src/server/words.ts';

/** The declarations with every language's words, English first. @param own kinds of companies */
export const typings = (own: readonly OwnKind[] = []): string =>
  printTypings(
    (id) => {
      const order = ['en', ...languages.filter((language) => language !== 'en')] as const;
      const said = order.map((language) => ownKindWords(own, language)[id] ?? words(language)(id));
      return [...new Set(said)].join(' · ');
    },
    guestDeclarations(),
    own.map(ownKindDefinition),
  );

export function writeTypings(): void {
  writeFileSync(fileURLToPath(new URL('../../../scripts/groundwatch.d.ts', import.meta.url)), typings());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypings();
