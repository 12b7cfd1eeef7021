/** Laws over the commands: one file each, one line in the index, an icon that exists, keys that can be pressed. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { argumentSteps } from '../../src/command/arguments.ts';
import { isKey } from '../../src/command/keys.ts';
import { createRegistry } from '../../src/command/registry.ts';
import { addIcons, isIconName } from '../../src/console/components/Icon.tsx';
import { laterIcons } from '../../src/console/components/icons/later.ts';

addIcons(laterIcons);
const folder = fileURLToPath(new URL('../../commands/', import.meta.url));
const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^[\w-]+\/[\w-]+\.ts$/.test(name),
);
const kebab = (text: string) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const source = (file: string) => readFileSync(`${folder}${file}`, 'utf8');

describe.each(files)('%s', (file) => {
  it('declares one command, named as its folder and file are', () => {
    const ids = [...source(file).matchAll(/^\s{2}id: '([\w.]+)'/gm)].map((match) => match[1]);
    expect(ids).toEqual([commands.find(({ id }) => `${id.split('.').map(kebab).join('/')}.ts` === file)?.id]);
  });
  it('says its words by ids that every language has', () => {
    const ids = [...source(file).matchAll(/'((?:command|notice|argument)\.[\w.]+)'/g)].map(
      (match) => match[1] ?? '',
    );
    expect(ids.length).toBeGreaterThan(0);
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
  it('has keys that a keyboard has, and needs no argument for them', () => {
    for (const key of command.keys ?? []) {
      expect(isKey(key), key).toBe(true);
      expect((command.arguments as { required?: unknown[] } | undefined)?.required ?? []).toEqual([]);
    }
  });
});

describe('the index', () => {
  it('lists as many commands as there are files', () => expect(commands).toHaveLength(files.length));
  it('makes a registry: no id and no key twice, no sequence that touches a single key', () => {
    expect(createRegistry(commands).all).toEqual(commands);
  });
});
