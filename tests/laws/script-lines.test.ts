/** Whatever changes a device is in a script that is made of what was done, or it is said why not; secrets never are. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import zh from '../../locales/zh-chs.json' with { type: 'json' };
import { groups } from '../../src/catalogue/index.ts';
import { unscripted } from '../../src/command/script.ts';
import { isSecretName } from '../../src/domain/parameters/secret-names.ts';

const changing = /^device:(?:parameter:edit|command:|workflow:run)/;
const words: Readonly<Record<string, string>> = zh;
const listed = commands.filter(({ permission = [] }) =>
  [permission].flat().some((one) => changing.test(one)),
);

describe.each(listed.map((command) => [command.id, command] as const))('%s', (_, { script }) => {
  it('has a line of a script, or a reason', () => expect(script).toBeDefined());
});
describe.each(unscripted)('the reason %s', (reason) => {
  it('has words', () => expect(words[`scripts.unrecorded.${reason}`]).toMatch(/\S/));
  it('is somebody’s', () => expect(commands.some(({ script }) => script === reason)).toBe(true));
});
describe.each(Object.values(groups).flatMap(({ fields }) => fields))('the field $id', (field) => {
  it('is recognised as a secret by its name', () =>
    expect(isSecretName(field.id)).toBe(field.type === 'secret'));
});
