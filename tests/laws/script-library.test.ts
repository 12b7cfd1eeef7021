/** Every script of the library says in each language what it is and what it asks for, and how its name is typed. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import readings from '../../locales/readings.json' with { type: 'json' };
import { languages } from '../../src/base/messages.ts';
import { romaji } from '../../src/base/pronunciation/kana.ts';
import type { Declaration } from '../../src/script/arguments.ts';
import { Sandbox } from '../../src/server/workflows/sandbox/sandbox.ts';
import { syllables } from '../support/words/pinyin.ts';

const folder = new URL('../../scripts/', import.meta.url);
const names = readdirSync(folder).flatMap((name) => /^([a-z0-9-]+)\.ts$/.exec(name)?.[1] ?? []);
const known: Readonly<Record<string, { readonly pinyin?: string; readonly kana?: string } | undefined>> =
  readings;
const sandbox = new Sandbox();
const declared = new Map<string, Declaration>();
beforeAll(async () => {
  for (const name of names) {
    const text = readFileSync(new URL(`${name}.ts`, folder), 'utf8');
    const turn = await sandbox.once({ text, mode: 'declare', seed: 1, at: 0, args: {}, language: 'en' });
    const said = 'lost' in turn ? undefined : turn.acts.find((act) => act.op === 'args');
    if (said !== undefined) declared.set(name, said.declaration);
  }
}, 300_000);
afterAll(() => sandbox.stop());

describe.each(names)('%s', (name) => {
  it.each(languages)('has its title and description in %s', (language) => {
    const { title, description } = declared.get(name) ?? {};
    expect(title?.[language]).toMatch(/\S/);
    expect(description?.[language]).toMatch(/\S/);
  });
  it.each(languages)('names what it asks for in %s', (language) => {
    const { arguments: asked = [] } = declared.get(name) ?? {};
    expect(asked.length).toBeGreaterThan(0);
    for (const { name: argument, is } of asked) {
      expect(is.title?.[language], argument).toMatch(/\S/);
      if (is.description !== undefined) expect(is.description[language], argument).toMatch(/\S/);
      if (is.type === 'choice')
        for (const { value, title } of is.choices)
          if (title !== undefined) expect(title[language], value).toMatch(/\S/);
    }
  });
  it('can be typed in Chinese and Japanese', () => {
    const title = declared.get(name)?.title ?? {};
    const { pinyin = '', kana = '' } = known[`library.${name}`] ?? {};
    const han = title['zh-chs']?.match(/\p{Script=Han}/gu)?.length ?? 0;
    const read = pinyin.split(' ').filter((word) => syllables.has(word));
    expect(read).toHaveLength(han);
    expect(romaji(kana)).toMatch(/^[ -~]+$/);
  });
});
