/** A rule as a file: read again as it was written, and refused by the names of its fields. */
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { fromFile, toFile } from '../../../../../src/console/features/alarm-rules/files.ts';
import {
  presetIds,
  presets,
  type RulePresetId,
} from '../../../../../src/console/features/alarm-rules/presets.ts';
import { problemsOf } from '../../../../../src/console/features/alarm-rules/problems.ts';
import { RuleDefinition } from '../../../../../src/contract/alarms/rule-schema.ts';

const whole = presetIds.filter((id): id is Exclude<RulePresetId, 'empty'> => id !== 'empty');
const changed = (
  change: (rule: { definition: Record<string, unknown>; [name: string]: unknown }) => void,
) => {
  const rule = JSON.parse(toFile({ name: 'Rain', definition: presets.rainSum })) as Parameters<
    typeof change
  >[0];
  change(rule);
  return fromFile(JSON.stringify(rule));
};

describe('presets', () => {
  it.each(whole)('%s has the shape of the contract and nothing to mend', (id) => {
    expect(Value.Check(RuleDefinition, presets[id])).toBe(true);
    expect(problemsOf({ name: id, definition: presets[id] }, null)).toEqual([]);
  });
  it('empty asks for its limit and its channel', () => {
    const parts = problemsOf({ name: '', definition: presets.empty }, null).map(({ part }) => part);
    expect(parts).toEqual(['name', 'term', 'limit']);
  });
});

describe('a file', () => {
  it.each(whole)('of %s is read as it was written', (id) => {
    const rule = { name: id, definition: presets[id] };
    expect(fromFile(toFile(rule))).toEqual({ rule });
  });
  it('that is no JSON, or no rule, is refused', () => {
    expect(fromFile('{')).toEqual({ problems: [{ path: '', message: 'rules.file.noJson' }] });
    expect(fromFile('[]')).toEqual({ problems: [{ path: '', message: 'rules.file.type' }] });
  });
  it('names a field that is wrong', () => {
    const renamed = changed((rule) => {
      rule['name'] = '';
    });
    expect(renamed).toEqual({ problems: [{ path: 'name', message: 'rules.file.length' }] });
    const other = changed(({ definition }) => {
      definition['of'] = 'site';
    });
    expect(other).toEqual({ problems: [{ path: 'definition.of', message: 'rules.file.choice' }] });
  });
  it('names what stands deep in it', () => {
    const broken = changed(({ definition }) => {
      const [blue] = definition['ladder'] as { hold: object; condition: Record<string, unknown> }[];
      if (blue === undefined) throw new Error('no level');
      blue.hold = { readings: 0 };
      blue.condition['limit'] = 'much';
      definition['patience'] = undefined;
      definition['colour'] = 1;
    });
    expect(broken).toEqual({
      problems: [
        { path: 'definition.patience', message: 'rules.file.missing' },
        { path: 'definition.ladder[0].condition.limit', message: 'rules.file.type' },
        { path: 'definition.ladder[0].hold.readings', message: 'rules.file.range' },
        { path: 'definition.colour', message: 'rules.file.unknown' },
      ],
    });
  });
});

describe('what is wrong with a rule', () => {
  it('stands at its limit', () => {
    const [blue, ...others] = presets.rainSum.ladder;
    if (blue?.condition.type !== 'limit') throw new Error('no limit');
    const ladder = [{ ...blue, condition: { ...blue.condition, release: 30 } }, ...others];
    const found = problemsOf({ name: 'Rain', definition: { ...presets.rainSum, ladder } }, null);
    expect(found).toMatchObject([{ level: 0, path: [], part: 'release', message: 'rules.problem.release' }]);
  });
  it('is an argument out of its bounds, by its name', () => {
    const terms = [{ quantity: 'rainSum', args: { window: 0 } }];
    const found = problemsOf({ name: 'Rain', definition: { ...presets.rainSum, terms } }, null);
    expect(found).toHaveLength(4);
    expect(found[0]).toMatchObject({ part: 'argument', of: 'window', message: 'rules.bounds.tooSmall' });
  });
  it('is a scope with nothing in it, or with nothing that has the quantity', () => {
    const rule = { name: 'Rain', definition: presets.rainSum };
    expect(problemsOf(rule, { count: 0, kinds: [] })).toMatchObject([{ part: 'scope' }]);
    expect(problemsOf(rule, { count: 3, kinds: [4] })[0]).toMatchObject({ message: 'rules.lacking' });
    expect(problemsOf(rule, { count: 3, kinds: [17] })).toEqual([]);
  });
  it('is an override that breaks a rule which is right without it', () => {
    const overrides = [{ targetId: 5, limits: [{ level: 'yellow' as const, at: 0, limit: 400 }] }];
    const found = problemsOf({ name: 'Rain', definition: { ...presets.rainSum, overrides } }, null);
    expect(found).toMatchObject([{ part: 'override', of: '5' }]);
  });
});
