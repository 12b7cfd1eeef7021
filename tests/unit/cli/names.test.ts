/** Names of files from names of things: none leads anywhere, none is the same as another one on any disk. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileName, freeName, sameName } from '../../../src/cli/files/names.ts';

test.each([
  ['../../etc/passwd', 'etc-passwd'],
  ['..', 'rule'],
  ['', 'rule'],
  ['-rf', 'rf'],
  ['a/b\\c:d', 'a-b-c-d'],
  ['con', 'con-'],
  ['COM1', 'COM1-'],
  ['边坡 倾角（红）', '边坡-倾角-红'],
  ['か\u3099けの変位', 'がけの変位'],
  ['line\u2028feed\u202e.exe', 'line-feed-exe'],
  ['a'.repeat(500), 'a'.repeat(160)],
  ['崖'.repeat(80), '崖'.repeat(53)],
])('%j becomes %j', (name, file) => {
  expect(fileName(name, 'rule')).toBe(file);
});

test('any names give different files of one folder', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 12 }), (names) => {
      const taken = new Set<string>();
      const files = names.map((name) => freeName(fileName(name, 'rule'), '.json', taken));
      expect(new Set(files.map(sameName)).size).toBe(names.length);
      for (const file of files) {
        expect(file).toMatch(/^[\p{L}\p{M}\p{N}_-]+\.json$/u);
        expect(file).not.toMatch(/^[-_.]/);
        expect(Buffer.byteLength(file)).toBeLessThan(200);
      }
    }),
    { seed: 3 },
  );
});
