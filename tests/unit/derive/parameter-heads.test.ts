/** Heads of sheets, of parameters and of all others, mean one column whatever language they were written in. */
import { describe, expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import ja from '../../../locales/ja.json' with { type: 'json' };
import zh from '../../../locales/zh-chs.json' with { type: 'json' };
import type { MessageId } from '../../../src/base/messages.ts';
import { groups } from '../../../src/catalogue/index.ts';
import { sheetIds, sheets } from '../../../src/contract/sheets.ts';
import { fieldOfColumn, findParameterColumn, parameterHead } from '../../../src/derive/parameter-heads.ts';

const texts = [zh, en, ja].map((words) => (id: MessageId) => words[id]);
const find = findParameterColumn(texts);
const columns = Object.values(groups).flatMap((group) => group.fields.map(({ id }) => `${group.id}.${id}`));

describe('heads of parameters', () => {
  it('are found again, with and without the unit, by id, and in another width', () => {
    expect(columns.length).toBeGreaterThan(100);
    for (const column of columns) {
      expect(find(column)).toBe(column);
      for (const text of texts) {
        const head = parameterHead(column, text);
        expect([head, find(head)]).toEqual([head, column]);
        expect(find(head.replace(/ ?\[.*\]$/, '').replace(': ', '：'))).toBe(column);
      }
    }
  });
  it('may be the words of a field alone where one group has it, and are none where two have', () => {
    expect(find(en['field.rain.alarm5min'])).toBe('rain.alarm5min');
    expect(find(ja['field.rtu.sendCycle'])).toBe('rtu.sendCycle');
    const words = columns.map((column) => {
      const found = fieldOfColumn(column);
      return en[`field.${found?.group.id}.${found?.field.id}` as MessageId];
    });
    const twice = words.find((word, at) => words.indexOf(word) < at);
    expect(twice).toBeDefined();
    expect(find(twice ?? '')).toBeNull();
    expect([find('Colour'), find('rtu.colour'), fieldOfColumn('rtu.colour'), fieldOfColumn('x')]).toEqual([
      ...[null, null, null, null],
    ]);
  });
});

it('heads of a sheet mean one column in all languages together', () => {
  for (const sheet of sheetIds) {
    const meant = new Map<string, string>();
    for (const column of sheets[sheet].columns)
      for (const text of texts) {
        const head = text(`sheets.column.${column}`).toLowerCase();
        expect([sheet, head, meant.get(head) ?? column]).toEqual([sheet, head, column]);
        meant.set(head, column);
      }
  }
});
