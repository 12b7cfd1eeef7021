/** Arguments of a quantity: each fault by its name, and every declaration by its own bounds. */
import { describe, expect, it } from 'vitest';
import en from '../../../../locales/en.json' with { type: 'json' };
import ja from '../../../../locales/ja.json' with { type: 'json' };
import zh from '../../../../locales/zh-chs.json' with { type: 'json' };
import {
  quantityArgumentMessage,
  quantityChoiceMessage,
  quantityMessage,
} from '../../../../src/derive/messages.ts';
import { argumentProblems } from '../../../../src/domain/alarms/argument-problems.ts';
import type { ArgumentDefinition } from '../../../../src/domain/alarms/model.ts';
import { quantities, quantityOf } from '../../../../src/domain/alarms/quantities/index.ts';
import type { Arguments } from '../../../../src/domain/alarms/rule.ts';
import { argumentsOf } from './quantities/evidence.ts';

const args: Readonly<Record<string, ArgumentDefinition>> = {
  window: { type: 'number', unit: 'h', minimum: 1, maximum: 24, standard: 6 },
  days: { type: 'number', unit: 'd', minimum: 1, maximum: 9, integer: true, standard: 3 },
  statistic: { type: 'choice', choices: ['maximum', 'mean'], standard: 'mean' },
};
const good = { window: 6, days: 3, statistic: 'mean' };
const problems = (given: Arguments) => argumentProblems({ args }, given);

describe('arguments', () => {
  it('are good at both bounds', () => {
    expect(problems(good)).toEqual([]);
    expect(problems({ ...good, window: 1, days: 9, statistic: 'maximum' })).toEqual([]);
    expect(problems({ ...good, window: 24, days: 1 })).toEqual([]);
  });
  it.each<[Arguments, unknown]>([
    [
      { ...good, window: 0.999 },
      { argument: 'window', type: 'tooSmall', bound: 1 },
    ],
    [
      { ...good, window: 24.001 },
      { argument: 'window', type: 'tooLarge', bound: 24 },
    ],
    [
      { ...good, window: '6' },
      { argument: 'window', type: 'notNumber' },
    ],
    [
      { ...good, window: Number.NaN },
      { argument: 'window', type: 'notNumber' },
    ],
    [
      { ...good, window: Number.POSITIVE_INFINITY },
      { argument: 'window', type: 'notNumber' },
    ],
    [
      { ...good, days: 2.5 },
      { argument: 'days', type: 'notInteger' },
    ],
    [
      { ...good, statistic: 'median' },
      { argument: 'statistic', type: 'notChoice' },
    ],
    [
      { ...good, statistic: 1 },
      { argument: 'statistic', type: 'notChoice' },
    ],
    [
      { ...good, more: 1 },
      { argument: 'more', type: 'unknown' },
    ],
    [
      { ...good, toString: 1 },
      { argument: 'toString', type: 'unknown' },
    ],
  ])('%j', (given, expected) => expect(problems(given)).toEqual([expected]));
  it('that are missing are named, all of them', () => {
    expect(problems({})).toEqual(Object.keys(args).map((argument) => ({ argument, type: 'missing' })));
    expect(argumentProblems({ args: { constructor: args['window'] as ArgumentDefinition } }, {})).toEqual([
      { argument: 'constructor', type: 'missing' },
    ]);
  });
});

describe.each(quantities.map((one) => [one.id, one] as const))('%s', (id, quantity) => {
  it('is found by its name, once', () => {
    expect(quantityOf(id)).toBe(quantity);
    expect(quantities.filter((one) => one.id === id)).toHaveLength(1);
  });
  it('proposes arguments that are good', () => {
    expect(argumentProblems(quantity, argumentsOf(quantity))).toEqual([]);
    for (const one of Object.values<ArgumentDefinition>(quantity.args))
      if (one.type === 'choice') expect(new Set(one.choices).size).toBe(one.choices.length);
      else expect(one.minimum).toBeLessThan(one.maximum);
  });
  it('has its words in the three languages', () => {
    const ids = [
      quantityMessage(id),
      ...Object.entries<ArgumentDefinition>(quantity.args).flatMap(([name, one]) => [
        quantityArgumentMessage(id, name),
        ...(one.type === 'choice'
          ? one.choices.map((choice) => quantityChoiceMessage(id, name, choice))
          : []),
      ]),
    ];
    for (const words of [zh, en, ja] as readonly Readonly<Record<string, string>>[])
      for (const message of ids) expect(words[message] ?? message).not.toBe(message);
  });
});

it('no words of quantities are left over', () => {
  const all = new Set<string>(
    quantities.flatMap((quantity) => [
      quantityMessage(quantity.id),
      ...Object.entries<ArgumentDefinition>(quantity.args).flatMap(([name, one]) => [
        quantityArgumentMessage(quantity.id, name),
        ...(one.type === 'choice'
          ? one.choices.map((choice) => quantityChoiceMessage(quantity.id, name, choice))
          : []),
      ]),
    ]),
  );
  expect(Object.keys(zh).filter((id) => /^quantity(?:Argument|Choice)?\./.test(id) && !all.has(id))).toEqual(
    [],
  );
});

it('a name that is none has no declaration', () => {
  expect(quantityOf('nothing')).toBeUndefined();
  expect(quantityOf('constructor')).toBeUndefined();
});
