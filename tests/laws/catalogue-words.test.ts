/** Every entry of the catalogue has its words in the three locales. */
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json';
import ja from '../../locales/ja.json';
import zh from '../../locales/zh-chs.json';
import { deviceActions, enums, groups, kinds, rows } from '../../src/catalogue/index.ts';
import * as message from '../../src/derive/messages.ts';
import { problemReasons } from '../../src/domain/parameters/parameter-rules.ts';

const every: readonly string[] = [
  ...kinds.map(({ id }) => message.kindMessage(id)),
  ...Object.values(rows).flatMap((row) => [
    message.rowMessage(row.id),
    ...[...row.channels, ...(row.elements?.channels ?? [])].flatMap((channel) => [
      message.channelMessage(row.id, channel.id),
      ...(channel.type === 'flagSet' ? channel.flags.map((flag) => message.flagMessage(row.id, flag)) : []),
    ]),
    ...(row.elements ? [message.elementMessage(row.id, row.elements.id)] : []),
  ]),
  ...Object.values(enums).flatMap(({ id, values }) =>
    values.map((value) => message.enumValueMessage(id, value)),
  ),
  ...Object.values(groups).flatMap(({ id, fields }) => [
    message.groupMessage(id),
    ...fields.map((field) => message.fieldMessage(id, field.id)),
    ...fields.flatMap(({ section }) => (section === undefined ? [] : [message.sectionMessage(section)])),
  ]),
  ...deviceActions.flatMap((action) => [
    message.deviceActionMessage(action.id),
    ...action.arguments.map((argument) => message.argumentMessage(action.id, argument.id)),
  ]),
  ...problemReasons.map(message.problemMessage),
];
/** Sections stand in several groups under one name. */
const ids = [...new Set(every)];
const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-chs': zh, en, ja };

/** Longest heads that a table column bears: ideographs count double. */
const width = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);

describe.each(ids)('%s', (id) => {
  it.each(Object.entries(locales))('in %s', (_, words) => {
    expect(words[id] ?? '', 'add its words: npm run words').toMatch(/\S/);
    if (id.startsWith('channel.')) expect(width(words[id] ?? '')).toBeLessThanOrEqual(24);
  });
});

describe('no words are left over from entries that are gone', () => {
  const own =
    /^(?:kind|row|channel|enum|flag|group|field|deviceCommand|node|layer|parameterProblem|section)\./;
  it.each(Object.keys(zh).filter((id) => own.test(id)))('%s', (id) => {
    expect(ids, 'take its words out: npm run words, with null in place of the list').toContain(id);
  });
});
