/** A rule as people write it, and what it is for one of its instances. */
import { describe, expect, it } from 'vitest';
import {
  type Definition,
  type DefinitionVersion,
  isInScope,
  ruleFor,
  rulesOf,
  type ScopeTarget,
} from '../../../../src/domain/alarms/definition.ts';
import type { LevelCondition } from '../../../../src/domain/alarms/rule.ts';

const everything = { projects: [], kinds: [], stations: [], except: [], mounts: [], labels: [] };
const limit = (value: number, release?: number): LevelCondition => ({
  type: 'limit',
  term: 0,
  side: 'above',
  limit: value,
  ...(release === undefined ? {} : { release }),
});
const once = { readings: 1 };
const definition = (given: Partial<Definition> = {}): Definition => ({
  of: 'sensor',
  enabled: true,
  terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
  ladder: [
    { level: 'yellow', condition: limit(10, 8), hold: once, releaseHold: once },
    {
      level: 'red',
      condition: { type: 'or', of: [limit(20), { type: 'not', of: limit(3) }] },
      hold: once,
      releaseHold: once,
      card: 'Close the road',
    },
  ],
  patience: 60,
  blindLevel: 'blue',
  scope: everything,
  overrides: [],
  ...given,
});

describe('a scope', () => {
  const sensor: ScopeTarget = {
    id: 7,
    projectId: 1,
    stationId: 5,
    kind: 9,
    mount: 2,
    labels: ['crest'],
    folders: [4, 3],
  };
  const rtu: ScopeTarget = { ...sensor, kind: null, mount: null };
  it.each([
    ['nothing', {}, true],
    ['its project', { projects: [2, 1] }, true],
    ['another project', { projects: [2] }, false],
    ['its kind', { kinds: [9] }, true],
    ['another kind', { kinds: [8] }, false],
    ['its station', { stations: [5] }, true],
    ['its station, and leaves it out', { stations: [5], except: [5] }, false],
    ['another mount mode', { mounts: [0] }, false],
    ['one of several labels', { labels: ['toe', 'crest'] }, true],
    ['another label', { labels: ['toe'] }, false],
    ['one of several folders', { folders: [9, 3] }, true],
    ['another folder', { folders: [9] }, false],
    ['no folder', { folders: [] }, true],
    ['its folder and another label', { folders: [4], labels: ['toe'] }, false],
    ['its kind in another project', { kinds: [9], projects: [2] }, false],
  ])('that asks %s', (_what, asked, isIn) => {
    expect(isInScope({ ...everything, ...asked }, sensor)).toBe(isIn);
  });
  it('asks an RTU nothing of what only sensors have', () => {
    expect(isInScope({ ...everything, kinds: [8], mounts: [0] }, rtu)).toBe(true);
    expect(isInScope({ ...everything, stations: [6] }, rtu)).toBe(false);
  });
});

describe('an override', () => {
  it('moves a limit, and its release with it; others stay', () => {
    const own = definition({ overrides: [{ targetId: 7, limits: [{ level: 'yellow', at: 0, limit: 15 }] }] });
    expect(ruleFor(own, 7, 1).ladder[0]?.condition).toEqual(limit(15, 13));
    expect(ruleFor(own, 8, 1).ladder[0]?.condition).toEqual(limit(10, 8));
    expect(ruleFor(own, 7, 1).ladder[1]).toEqual(ruleFor(own, 8, 1).ladder[1]);
  });
  it('has a release of its own, and counts the limits of a level as they stand in it', () => {
    const limits = [{ level: 'red', at: 1, limit: 4, release: 5 } as const];
    const { ladder } = ruleFor(definition({ overrides: [{ targetId: 7, limits }] }), 7, 1);
    expect(ladder[1]?.condition).toEqual({ type: 'or', of: [limit(20), { type: 'not', of: limit(4, 5) }] });
  });
  it('switches the rule off for one', () => {
    const own = definition({ overrides: [{ targetId: 7, off: true, limits: [] }] });
    expect(ruleFor(own, 7, 1).ladder).toEqual([]);
    expect(ruleFor(own, 8, 1).ladder).toHaveLength(2);
  });
});

describe('the rules of an instance', () => {
  const version = (number: number, from: number, given: Partial<Definition> = {}): DefinitionVersion => ({
    version: number,
    from,
    definition: definition(given),
  });
  const always = [{ from: 100, until: null }];
  const limitsOf = (rules: ReturnType<typeof rulesOf>) =>
    rules.map(({ from, rule }) => [from, rule.version, rule.ladder.length]);

  it('begin with its span, by the version in force then', () => {
    expect(limitsOf(rulesOf([version(1, 50)], always, 7))).toEqual([
      [50, 50, 0],
      [100, 100, 2],
    ]);
  });
  it('are one where versions say the same of it: another name, card or sensor changes nothing', () => {
    const ladder = definition().ladder.map(({ card, ...level }) => ({ ...level, card: `${card} now` }));
    const other = { overrides: [{ targetId: 8, off: true as const, limits: [] }] };
    const versions = [version(1, 100), version(2, 200, { ladder }), version(3, 300, other)];
    expect(limitsOf(rulesOf(versions, always, 7))).toEqual([[100, 100, 2]]);
    expect(limitsOf(rulesOf(versions, always, 8))).toEqual([
      [100, 100, 2],
      [300, 300, 0],
    ]);
  });
  it('judge nothing between two spans, and while the rule is switched off', () => {
    const spans = [
      { from: 100, until: 200 },
      { from: 300, until: null },
    ];
    const versions = [version(1, 100), version(2, 400, { enabled: false }), version(3, 500)];
    expect(limitsOf(rulesOf(versions, spans, 7))).toEqual([
      [100, 100, 2],
      [200, 200, 0],
      [300, 300, 2],
      [400, 400, 0],
      [500, 500, 2],
    ]);
  });
  it('are not moved by what comes later: a moment that began once begins ever after', () => {
    const before = rulesOf([version(1, 100)], always, 7);
    const after = rulesOf([version(1, 100), version(2, 200, { patience: null })], always, 7);
    expect(after.slice(0, before.length)).toEqual(before);
  });
});
