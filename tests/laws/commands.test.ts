/** Laws over the commands: one table an area, in one of the two lists; an icon that exists, keys that can be pressed. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { first } from '../../commands/first.ts';
import { commands } from '../../commands/index.ts';
import { later } from '../../commands/later.ts';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { argumentSteps } from '../../src/command/arguments.ts';
import { declaredKeys, isKey } from '../../src/command/keys.ts';
import { createRegistry } from '../../src/command/registry.ts';
import { addIcons, isIconName } from '../../src/console/components/Icon.tsx';
import { laterIcons } from '../../src/console/components/icons/later.ts';

addIcons(laterIcons);
const folder = fileURLToPath(new URL('../../commands/', import.meta.url));
const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const lists = new Set(['first.ts', 'later.ts', 'index.ts']);
const tables = files.filter((name) => /^\w+(?:\/index)?\.ts$/.test(name) && !lists.has(name));
const source = (file: string) => readFileSync(`${folder}${file}`, 'utf8');
const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe.each(tables)('%s', (file) => {
  const name = file.split(/[/.]/, 1)[0] ?? '';
  it('is the table of the area that it is named after, with words for it', () => {
    expect(source(file)).toMatch(new RegExp(`/\\*\\* .+ \\*/\nexport const ${name} = area\\('${name}', \\{`));
  });
  it('is in one of the two lists', () => {
    const ids = [...first, ...later].map((table) => Object.values(table)[0]?.id.split('.')[0]);
    expect(ids.filter((id) => id === name)).toHaveLength(1);
  });
});

describe('files beside the tables', () => {
  const own = files.filter((name) => !lists.has(name) && !tables.includes(name));
  it.each(own)('%s holds a command of its area, by its verb', (file) => {
    const id = commands.find((command) => `${command.id.split('.').map(kebab).join('/')}.ts` === file)?.id;
    expect(id).toBeDefined();
    expect(source(`${file.split('/')[0]}/index.ts`)).toContain(`'./${file.split('/')[1]}'`);
  });
});

describe.each(files)('%s', (file) => {
  it('says its words by ids that every language has', () => {
    const ids = [...source(file).matchAll(/'((?:command|notice|argument)\.[\w.]+)'/g)].map(
      (match) => match[1] ?? '',
    );
    for (const id of ids)
      for (const [name, words] of Object.entries(locales))
        expect(words[id], `${id} in ${name}`).toMatch(/\S/);
  });
});

describe.each(commands.map((command) => [command.id, command] as const))('command %s', (id, command) => {
  it('is of the form area.verb', () => expect(id).toMatch(/^[a-z]+\.[a-z][A-Za-z]*$/));
  it('has an icon of the console', () => {
    expect(command.icon === undefined || isIconName(command.icon)).toBe(true);
  });
  it('declares its arguments as an object', () => {
    expect(command.arguments).toMatchObject({ type: 'object' });
  });
  it('asks nobody for `of`: it names which of several equal offers on screen is meant', () => {
    expect((command.arguments as { required?: unknown[] } | undefined)?.required ?? []).not.toContain('of');
  });
  it('says in every language how each argument is asked for', () => {
    for (const { title, choices, ask } of argumentSteps(command)) {
      expect(ask === 'choice').toBe(choices.length > 0);
      for (const word of [title, ...choices.map((choice) => choice.title)])
        for (const [name, words] of Object.entries(locales))
          expect(words[word], `${word} in ${name}`).toMatch(/\S/);
    }
  });
  it('has keys that a keyboard has, with the arguments that it needs', () => {
    for (const { key, args } of declaredKeys(command)) {
      expect(isKey(key), key).toBe(true);
      expect(Value.Check(command.arguments, args), key).toBe(true);
    }
  });
});

describe('the index', () => {
  it('makes a registry: no id and no key twice, no sequence that touches a single key', () => {
    expect(createRegistry(commands).all).toEqual(commands);
  });
});
