/** Laws over the calls of the contract, over the pages and over the commands. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { createRegistry } from '../../src/command/registry.ts';
import { addIcons, isIconName } from '../../src/console/components/Icon.tsx';
import { laterIcons } from '../../src/console/components/icons/later.ts';
import type { Call } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/index.ts';
import { menuGroups } from '../../src/contract/page.ts';
import { addressOf, hasTab, mayBePage, pageAt, pageIds, pageOf, tabOf } from '../../src/contract/pages.ts';

addIcons(laterIcons);
/** Each call that a file of the contract exports, with the name of its file. */
const declared = Object.entries(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../src/contract/**/*.ts', { eager: true }),
).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter((value): value is Call => typeof value === 'object' && value !== null && 'access' in value)
    .map((call) => [call.id, file, call] as const),
);
/** Features of the pages that the sweeps look at. */
const swept = new Set(
  [...readFileSync('tests/support/console/screens.ts', 'utf8').matchAll(/address: '([^'?]+)/g)].map(
    ([, address = '']) => pageAt(address)?.page.feature,
  ),
);

describe.each(declared)('call %s of %s', (_id, _file, call) => {
  it('is in the list of all calls', () => {
    expect(calls as readonly Call[], 'its line in src/contract/index.ts').toContain(call);
  });
});

/** A value that fits each parameter of an address. */
const examples: Readonly<Record<string, string>> = {
  source: '7',
  id: '7',
  alarm: '20617',
  tab: 'analysis',
  lens: 'failure',
  plan: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  proposal: '0'.repeat(26),
  standard: '7',
  run: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  script: 'library-unify-send-cycles',
  view: 'rt1010',
  dashboard: '12',
  report: '12',
  schedule: '12',
  folder: '12',
};

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
    // A GET that accepts HTML is always the console.
    if (call.method === 'GET') expect(pageAt(call.path)).toBeNull();
  });
});

describe.each(pageIds)('page %s', (id) => {
  const page = pageOf(id);
  /** With an example of each parameter. */
  const address = page.path.replace(
    /:(\w+)\??/g,
    (_all, name: string) => examples[name] ?? `no example of ${name}`,
  );
  it('is found at its address, and at no other', () => {
    expect(pageAt(address)).toMatchObject({ id, fits: true });
    expect(pageAt(`${address}/`)?.id).toBe(id);
    expect(pageAt(`${address}/more/than/it/has`)).toBeNull();
    const make: (of: typeof id, parameters: never) => string = addressOf;
    expect(make(id, pageAt(address)?.parameters as never)).toBe(address);
    expect(mayBePage(address)).toBe(true);
  });
  it('has words in three languages', () => {
    const titles = [page.title, ...(page.menu === undefined ? [] : [page.menu.title])];
    for (const words of [zh, en, ja]) for (const title of titles) expect(words[title]).toBeTruthy();
  });
  it('has a screen', () => {
    if (page.feature === undefined) expect(id).toBe('shortcuts');
    else expect(existsSync(`src/console/features/${page.feature}/index.tsx`)).toBe(true);
  });
  it('has an icon of the console', () => {
    for (const icon of [page.icon, page.menu?.icon ?? page.icon])
      expect(isIconName(icon), `${icon}: src/console/components/icons has the icons`).toBe(true);
  });
  it('is looked at by the sweeps, where it is seen with a session', () => {
    if (page.access !== 'public')
      expect(swept, 'its line in tests/support/console/screens.ts').toContain(page.feature);
  });
  it('has a tab, or none, that is an address of its own', () => {
    expect(hasTab(address)).toBe(page.tabs !== null);
    expect(pageAt(tabOf(address))?.id).toBe(id);
  });
});

it('each group of the menu has words and pages', () => {
  for (const [group, { title }] of Object.entries(menuGroups)) {
    for (const words of [zh, en, ja]) expect(words[title]).toBeTruthy();
    expect(pageIds.filter((id) => pageOf(id).menu?.group === group)).not.toEqual([]);
  }
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
  ])('refuses %s', (_title, list) => {
    expect(() => createRegistry(list as typeof commands)).toThrow();
  });
  it('takes a sequence that ends in a bound key: it is heard right after the first key alone', () => {
    const list = [
      { ...first, keys: ['h'] },
      { ...second, keys: ['g h'] },
    ];
    expect(createRegistry(list as typeof commands).all).toHaveLength(2);
  });
});
