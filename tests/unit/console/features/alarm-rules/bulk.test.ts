/** What one change makes of a rule: limits with their releases, holds, the switch, the project. */
import { describe, expect, it } from 'vitest';
import { type BulkChange, bulkChanged } from '../../../../../src/console/features/alarm-rules/bulk/bulk.ts';
import type { Definition } from '../../../../../src/domain/alarms/definition.ts';
import { limitsIn } from '../../../../../src/domain/alarms/rule.ts';
import { definitionOf } from '../../../../support/alarms.ts';

const once = { readings: 1 } as const;
const rule: Definition = definitionOf({
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    {
      level: 'blue',
      condition: {
        type: 'or',
        of: [
          { type: 'limit', term: 0, side: 'above', limit: 0.1, release: 0.07 },
          { type: 'not', of: { type: 'limit', term: 0, side: 'above', limit: -2 } },
        ],
      },
      hold: once,
      releaseHold: once,
    },
    {
      level: 'red',
      condition: { type: 'limit', term: 0, side: 'above', limit: 4 },
      hold: once,
      releaseHold: once,
    },
  ],
  overrides: [
    {
      targetId: 7,
      limits: [
        { level: 'blue', at: 0, limit: 0.2, release: 0.1 },
        { level: 'red', at: 0, limit: 6 },
      ],
    },
    { targetId: 8, off: true, limits: [] },
  ],
});
const numbers = (definition: Definition) =>
  definition.ladder.map(({ condition }) => limitsIn(condition).map(({ limit, release }) => [limit, release]));
const own = (definition: Definition) =>
  definition.overrides.map(({ limits }) => limits.map(({ limit, release }) => [limit, release]));
const with_ = (change: BulkChange) => bulkChanged(rule, change);

describe('a change of several rules', () => {
  it('multiplies limits, releases and those of overrides, without what binary fractions leave', () => {
    const after = with_({ what: 'factor', level: null, amount: 3 });
    expect(numbers(after)).toEqual([
      [
        [0.3, 0.21],
        [-6, undefined],
      ],
      [[12, undefined]],
    ]);
    expect(own(after)).toEqual([
      [
        [0.6, 0.3],
        [18, undefined],
      ],
      [],
    ]);
    expect(after.overrides[1]).toEqual({ targetId: 8, off: true, limits: [] });
  });
  it('moves the limits of one level alone', () => {
    const after = with_({ what: 'shift', level: 'red', amount: -0.5 });
    expect(numbers(after)).toEqual([numbers(rule)[0], [[3.5, undefined]]]);
    expect(own(after)[0]).toEqual([
      [0.2, 0.1],
      [5.5, undefined],
    ]);
  });
  it('sets a hold, or the hold of the release, and nothing else', () => {
    const hold = { minutes: 30 };
    const after = with_({ what: 'hold', level: 'blue', hold });
    expect(after).toEqual({ ...rule, ladder: [{ ...rule.ladder[0], hold }, rule.ladder[1]] });
    const released = with_({ what: 'releaseHold', level: null, hold });
    expect(released.ladder.map(({ hold: held, releaseHold }) => [held, releaseHold])).toEqual([
      [once, hold],
      [once, hold],
    ]);
  });
  it('switches, and names the only project of the scope', () => {
    expect(with_({ what: 'enabled', on: false })).toEqual({ ...rule, enabled: false });
    expect(with_({ what: 'project', project: 3 }).scope).toEqual({ ...rule.scope, projects: [3] });
    expect(with_({ what: 'project', project: null }).scope.projects).toEqual([]);
  });
});
