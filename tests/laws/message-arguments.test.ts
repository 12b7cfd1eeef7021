/** The values of a message follow from its English text: none is missing and none is given that it does not name. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { projectFiles } from '../support/tools/project-files.ts';
import { messageUses } from '../support/words/message-uses.ts';
import { placeholders } from '../support/words/placeholders.ts';

const wanted = new Map(Object.entries(en).map(([id, text]) => [id, placeholders(text)]));

/** What is wrong with the uses of messages in a text, by line. */
function wrong(code: string, lang: 'ts' | 'tsx'): readonly string[] {
  return messageUses(code, lang, (text) => wanted.has(text)).flatMap(({ line, ids, names }) => {
    if (names === null) return [];
    const all = new Set(ids.flatMap((id) => wanted.get(id) ?? []));
    const missing = [...all].filter((name) => !names.includes(name));
    const more = names.filter((name) => !all.has(name));
    if (missing.length + more.length === 0) return [];
    return [`${line}: ${ids.join(', ')} lacks [${missing}] and does not name [${more}]`];
  });
}

const files = projectFiles('src', 'commands')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))
  // A quick look first: the others use no message.
  .filter(({ code }) => /['"][a-z]\w*(?:\.\w+)+['"]/.test(code));

describe('messages', () => {
  it.each(files)('of $file are given what they name', ({ file, code }) => {
    expect(wrong(code, file.endsWith('x') ? 'tsx' : 'ts')).toEqual([]);
  });

  it('are found where they are given something else', () => {
    expect(wrong("text('rehearsal.passes', { passed: 1, runs: 2 })", 'ts')).toEqual([]);
    expect(wrong("text('rehearsal.passes', { passed: 1, of: 2 })", 'ts')).toHaveLength(1);
    expect(wrong("text('rehearsal.passes')", 'ts')).toHaveLength(1);
    expect(wrong("text(all ? 'app.title' : 'rehearsal.passes', { passed: 1 })", 'ts')).toHaveLength(1);
    expect(wrong("throw new Refusal(409, 'rehearsal.passes', values)", 'ts')).toEqual([]);
    expect(wrong("const a = <b title={text('app.title', { name: 1 })} />", 'tsx')).toHaveLength(1);
  });
});
