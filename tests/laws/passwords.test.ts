/** S7: a password may be pasted, is never cut off, and its field says to a password manager what it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const files = readdirSync(new URL('src/console', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `src/console/${name}`);

/** Attributes of each JSX element, by lower-case name. */
function elements(text: string): ReadonlyMap<string, string>[] {
  return [...text.matchAll(/<[A-Za-z]\w*\s/g)].map(({ index, 0: head }) => {
    const attributes = new Map<string, string>();
    let rest = text.slice(index + head.length).trimStart();
    for (;;) {
      const [all, name] = /^([\w-]+)\s*=?\s*/.exec(rest) ?? [];
      if (all === undefined || name === undefined) return attributes;
      rest = rest.slice(all.length);
      let end = 0;
      if (rest[0] === '"') end = rest.indexOf('"', 1) + 1;
      else if (rest[0] === '{') {
        let depth = 0;
        do depth += rest[end] === '{' ? 1 : rest[end] === '}' ? -1 : 0;
        while (++end < rest.length && depth > 0);
      }
      attributes.set(name.toLowerCase(), rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
  });
}
const isPassword = (attributes: ReadonlyMap<string, string>) =>
  /["']password["']/.test(attributes.get('type') ?? '');

/** What stands in the way of a password manager or a paste. */
function hindrances(text: string): readonly string[] {
  const found = [
    ...text.matchAll(/\bon(?:Paste|PasteCapture|BeforeInput)\b|(?<=\(\s*)['"](?:paste|beforeinput)['"]/g),
  ];
  return [
    ...found.map(([word]) => word.replace(/['"]/g, '')),
    ...elements(text)
      .filter(isPassword)
      .flatMap((attributes) => [
        ...(/^"(current|new)-password"$/.test(attributes.get('autocomplete') ?? '') ? [] : ['autocomplete']),
        ...['maxlength', 'pattern', 'readonly'].filter((name) => attributes.has(name)),
      ]),
  ];
}

/** Reads dates that are pasted as a whole; it holds no password. */
const dateField = 'src/console/components/fields/MomentField.tsx';

describe('nothing stands in the way', () => {
  it.each(files)('%s', (file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    const isDate = file === dateField && !elements(text).some(isPassword);
    const found = hindrances(isDate ? text.replace(/\bonPaste(?:Capture)?\b/g, '') : text);
    expect(found).toEqual([]);
  });
  it('there are fields to look at', () => {
    const fields = files.flatMap((file) =>
      elements(readFileSync(new URL(file, root), 'utf8')).filter(isPassword),
    );
    expect(fields.length).toBeGreaterThanOrEqual(5);
  });
});

describe('planted hindrances are caught', () => {
  it.each([
    ['onPaste', '<input type="password" autoComplete="new-password" onPaste={(e) => e.preventDefault()} />'],
    ['autocomplete', '<TextField type="password" autoComplete="off" />'],
    ['autocomplete', "<TextField type={seen ? 'text' : 'password'} />"],
    ['maxlength', '<TextField type="password" autoComplete="new-password" maxLength={20} />'],
    ['paste', "element.addEventListener('paste', refuse);"],
  ])('%s: %s', (hindrance, text) => {
    expect(hindrances(text)).toEqual([hindrance]);
  });
});
