/** Laws over the calls of the contract and over the commands. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { createRegistry } from '../../src/command/registry.ts';
import { calls } from '../../src/contract/index.ts';

const pages = [
  '/',
  '/index',
  '/login',
  '/log',
  '/404',
  '/refresh',
  '/rest/datshow/list2',
  '/rest/user/passlist',
  '/devices/tree',
  '/rest/alert/config',
];

describe.each(calls.map((call) => [call.id, call] as const))('call %s', (id, call) => {
  it('has an id and an address of its own', () => {
    expect(calls.filter((other) => other.id === id)).toHaveLength(1);
    expect(calls.filter((other) => other.method === call.method && other.path === call.path)).toHaveLength(1);
  });
  it('says who may make it', () => {
    const [access] = [call.access].flat();
    expect(access === 'public' || access === 'session' || /^\w+:\w+:\w+$/.test(access ?? '')).toBe(true);
  });
  it('is no GET on the address of a page', () => {
    if (call.method === 'GET') expect(pages).not.toContain(call.path);
    expect(call.path).not.toMatch(/^\/station\//);
  });
});

describe.each(commands.map((command) => [command.id, command] as const))('command %s', (_id, command) => {
  it('has words in three languages', () => {
    for (const words of [zh, en, ja]) expect(words[command.title]).toBeTruthy();
  });
});

describe('the registry', () => {
  const [first, second] = commands;
  it('takes all commands', () => {
    expect(createRegistry(commands).all).toHaveLength(commands.length);
  });
  it.each([
    ['an id twice', [first, first]],
    [
      'a key twice',
      [
        { ...first, keys: ['x'] },
        { ...second, keys: ['x'] },
      ],
    ],
    [
      'a sequence that begins with a bound key',
      [
        { ...first, keys: ['g'] },
        { ...second, keys: ['g h'] },
      ],
    ],
    [
      'a sequence that ends in a bound key',
      [
        { ...first, keys: ['h'] },
        { ...second, keys: ['g h'] },
      ],
    ],
  ])('refuses %s', (_title, list) => {
    expect(() => createRegistry(list as typeof commands)).toThrow();
  });
});
