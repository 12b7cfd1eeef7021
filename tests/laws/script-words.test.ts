/** Whatever can go wrong with a script has its words in every language. */
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import ja from '../../locales/ja.json' with { type: 'json' };
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { argumentProblems } from '../../src/script/arguments.ts';
import { deviceReasons, scriptProblems } from '../../src/script/problem.ts';

const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };
const ids = [
  ...scriptProblems.map((id) => `workflow.problem.${id}`),
  ...deviceReasons.map((id) => `workflow.reason.${id}`),
  ...argumentProblems.map((id) => `workflow.argument.${id}`),
];

describe.each(ids)('%s', (id) => {
  it.each(Object.entries(locales))('in %s', (_, words) => expect(words[id]).toMatch(/\S/));
});
describe('no words are left over', () => {
  it.each(Object.keys(zh).filter((id) => /^workflow\.(problem|reason|argument)\./.test(id)))('%s', (id) =>
    expect(ids).toContain(id));
});
