/** A field that is set twice in one plan: the later value, or both where a step between waits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overtaken, type SetStep } from '../../../src/domain/parameters/set-again.ts';

const step = (sets: string, waits = false, device: unknown = 1): SetStep => ({
  device,
  sets: sets.split(' ').filter(Boolean),
  waits,
});
const reported = (...steps: SetStep[]) =>
  overtaken(steps).map(({ lost, waitsAs }) => [[...lost].join(' '), waitsAs]);

describe('sets of one field', () => {
  it('the later one holds', () => {
    expect(reported(step('a b'), step('a'))).toEqual([
      ['a', null],
      ['', null],
    ]);
  });
  it('both are meant where the later one, or one between, waits', () => {
    expect(reported(step('a'), step('a', true)).flat()).toEqual(['', null, '', null]);
    expect(reported(step('a'), step('', true), step('a')).map(([lost]) => lost)).toEqual(['', '', '']);
  });
  it('one that waits on another device is nothing to it', () => {
    expect(reported(step('a'), step('', true, 2), step('a')).map(([lost]) => lost)).toEqual(['a', '', '']);
  });
  it('what is left takes over the waiting of what is gone', () => {
    expect(reported(step('x'), step('a', true), step('b'), step('a')).map(([, waitsAs]) => waitsAs)).toEqual([
      null,
      null,
      1,
      null,
    ]);
  });
  it('what goes to no device is left alone', () => {
    expect(reported(step('a', false, null), step('a')).flat()).toEqual(['', null, '', null]);
  });
  it('nothing is set twice in what is left, and each field keeps a value at each turn', () => {
    const any = fc.array(
      fc.record({
        device: fc.constantFrom(1, 2),
        sets: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        waits: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(any, (steps) => {
        const own = steps.map((one) => ({ ...one, sets: one.sets.map((name) => `${one.device}/${name}`) }));
        const found = overtaken(own);
        const left = own.flatMap(({ device, sets, waits }, at) => {
          const { lost, waitsAs } = found[at] ?? { lost: new Set<string>(), waitsAs: null };
          const kept = sets.filter((name) => !lost.has(name));
          if (sets.length > 0 && kept.length === 0) return [];
          return [{ device, sets: kept, waits: waits || waitsAs !== null }];
        });
        expect(overtaken(left).every(({ lost }) => lost.size === 0)).toBe(true);
        expect(new Set(left.flatMap(({ sets }) => sets))).toEqual(new Set(own.flatMap(({ sets }) => sets)));
      }),
    );
  });
});
