/** What the contract declares is in the first load of the console: it takes no part of typebox that brings its engine along. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const contract = new URL('../../src/contract/', import.meta.url);
const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/** Each of them evaluates types: 27 KB that no screen needs. `dictionary` says the same as a record. */
const heavy =
  /\bType\.(?:Record|Partial|Required|Pick|Omit|Index|KeyOf|Mapped|Composite|Evaluate|Instantiate|Exclude|Extract|Extends|TemplateLiteral|Script|Module)\(/g;

it('has a contract to look at', () => {
  expect(files.length).toBeGreaterThan(50);
  expect('args: Type.Record(Type.String(), Type.Number())'.match(heavy)).toEqual(['Type.Record(']);
});

it.each(files)('%s builds its schemas of simple parts', (file) => {
  const found = readFileSync(new URL(file, contract), 'utf8').match(heavy) ?? [];
  expect(found, 'write `dictionary(values)` (contract/dictionary.ts), or name the fields').toEqual([]);
});
