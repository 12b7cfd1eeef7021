/** Words of the code: terms that every engineer knows, each with one meaning. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../support/tools/project-files.ts';

/** What to write in place of a word that crept in once. A new one is added with the term that replaces it. */
const plain: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\btold\b/i, 'reported (a device), notified (a listener), shown, stated, distinguished (told apart)'],
  [/\bdeeds?\b/i, 'action, step, handler'],
  [/\bwish(?:es|ed)?\b/i, 'request, proposed order'],
  [/\bwitness(?:es|ed)?\b/i, 'observer'],
  [/\btellers?\b/i, 'notifier'],
  [/\bdoorkeeper\b/i, 'connection counter'],
  [/\bgoing-through\b/i, 'pass'],
  [/\bof which no\b/i, 'a plain sentence'],
];
/** Of the code; not what users read (locales), nor what is made from the code, nor migrations, which never change. */
const files = projectFiles().filter(
  (file) =>
    /\.(?:ts|tsx|css|md)$/.test(file) &&
    !/^(?:src\/server\/storage\/migrations\/|scripts\/groundwatch\.d\.ts$|tests\/laws\/plain-words)/.test(
      file,
    ),
);

const oddWords = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      plain
        .filter(([word]) => word.test(line))
        .map(([word, instead]) => `line ${index + 1}: ${word.exec(line)?.[0]}; write ${instead}`),
    );

describe('the words of the code', () => {
  it('are plain', () => {
    const found = files.flatMap((file) =>
      oddWords(readFileSync(file, 'utf8')).map((problem) => `${file} ${problem}`),
    );
    expect(found).toEqual([]);
  });

  it('are found where they are not', () => {
    expect(oddWords('The console is told of it.')).toEqual([
      expect.stringContaining('told; write reported (a device)'),
    ]);
    expect(oddWords('const deeds = 1;')).toHaveLength(1);
    expect(oddWords('A reading is reported; it was withheld.')).toEqual([]);
  });
});
