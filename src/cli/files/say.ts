/** What differs, for eyes: a line in words for each thing, and the lines of its file as `diff -u` shows them. */
import { type DiffHunk, hunksOf, lineDiff } from '../../base/line-diff.ts';
import type { CommandLine } from '../commands.ts';
import { printable } from '../print.ts';
import type { Pair } from './compare.ts';
import { type Filed, meaningOf } from './form.ts';

const sign = { same: ' ', gone: '-', new: '+' } as const;
const typeWord = (filed: Filed, say: CommandLine['say']) => say(`proposals.type.${filed.type}`);

function hunkLines({ before, after, lines }: DiffHunk): string[] {
  const count = (but: 'new' | 'gone') => lines.filter(({ type }) => type !== but).length;
  return [
    `@@ -${before},${count('new')} +${after},${count('gone')} @@`,
    ...lines.map(({ type, text }) => `${sign[type]}${printable(text.replace(/\t/g, '  '))}`),
  ];
}

/** The lines that say what differs of one. */
function pairLines({ file, thing }: Pair, say: CommandLine['say']): string[] {
  const filed = file?.filed ?? thing?.filed;
  if (filed === undefined) return [];
  const named = { type: typeWord(filed, say), name: printable(filed.content.name) };
  if (file === null) return [say('cli.files.gone', named)];
  const path = printable(file.file);
  const head = say(thing === null ? 'cli.files.new' : 'cli.files.changed', { ...named, file: path });
  const before = thing === null ? '' : meaningOf(thing.filed);
  return [
    head,
    `--- ${thing === null ? '/dev/null' : `${path} (${say('cli.files.onServer')})`}`,
    `+++ ${path} (${say('cli.files.inFolder')})`,
    ...hunksOf(lineDiff(before, meaningOf(file.filed))).flatMap(hunkLines),
  ];
}

/** All that differs, and how much of it there is. */
export function differenceText(pairs: readonly Pair[], say: CommandLine['say']): string {
  const changed = pairs.filter(({ file, thing }) => file !== null && thing !== null).length;
  const fresh = pairs.filter(({ thing }) => thing === null).length;
  const gone = pairs.filter(({ file }) => file === null).length;
  return [
    ...pairs.flatMap((pair) => [...pairLines(pair, say), '']),
    say('cli.files.sum', { changed, fresh, gone }),
  ].join('\n');
}
