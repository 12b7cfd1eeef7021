/** A rule as it is edited: places of conditions, and the list of terms that is made from them. */
import { describe, expect, it } from 'vitest';
import { presetIds, presets } from '../../../../src/console/features/alarm-rules/presets.ts';
import {
  added,
  canUngroup,
  changedAt,
  conditionAt,
  depthOf,
  type EditedCondition,
  type EditedLimit,
  grouped,
  levelsOf,
  limitsOf,
  moved,
  negated,
  ungrouped,
  withLevel,
  withLevels,
} from '../../../../src/domain/alarms/edits.ts';

const one = (limit: number): EditedLimit => ({
  type: 'limit',
  term: { quantity: 'silence', args: {} },
  side: 'above',
  limit,
});
const limitsIn = (condition: EditedCondition) => limitsOf(condition).map(({ limit }) => limit.limit);
const all: EditedCondition = { type: 'and', of: [one(1), one(2), one(3)] };

describe('a rule in its levels', () => {
  it.each(presetIds)('%s is the same again', (id) => {
    expect(withLevels(presets[id], levelsOf(presets[id]))).toEqual(presets[id]);
  });
  it('names equal terms once, and none that nothing compares', () => {
    const [blue, ...others] = levelsOf(presets.tiltChange);
    if (blue === undefined) throw new Error('no level');
    const next = withLevels(presets.tiltChange, [...others, { ...blue, condition: one(3) }]);
    expect(next.terms.map(({ quantity }) => quantity)).toEqual(['silence', 'change', 'change']);
    expect(next.ladder.map(({ level }) => level)).toEqual(['blue', 'yellow', 'orange', 'red']);
  });
  it('begins a further level with what the nearest one asks, of limits to be set', () => {
    const levels = withLevel(levelsOf(presets.waterLevel), 'blue');
    const blue = levels.find(({ level }) => level === 'blue');
    expect(blue?.condition).toMatchObject({ type: 'limit', side: 'above', limit: Number.NaN });
    expect(blue?.hold).toEqual({ readings: 2 });
  });
});

describe('a condition', () => {
  it('is found, changed and taken out by its path', () => {
    const nested: EditedCondition = { type: 'or', of: [one(1), { type: 'not', of: all }] };
    expect(conditionAt(nested, [1, 0, 2])).toEqual(one(3));
    expect(conditionAt(nested, [0, 0])).toBeNull();
    expect(limitsIn(changedAt(nested, [1, 0, 2], () => [one(9)]) ?? nested)).toEqual([1, 1, 2, 9]);
    expect(changedAt(nested, [1], () => [])).toEqual(one(1));
    expect(changedAt(one(1), [], () => [])).toBeNull();
    expect(depthOf(nested)).toBe(3);
    expect(limitsOf(nested).map(({ isInverted }) => isInverted)).toEqual([false, true, true, true]);
  });
  it('is added to a group, or makes one', () => {
    expect(added(one(1), [], one(2))).toEqual({ type: 'and', of: [one(1), one(2)] });
    expect(limitsIn(added(all, [], one(4)))).toEqual([1, 2, 3, 4]);
  });
  it('is grouped with its neighbour and ungrouped again', () => {
    const inner = grouped(all, [1]);
    expect(inner).toEqual({ type: 'and', of: [one(1), { type: 'or', of: [one(2), one(3)] }] });
    expect(grouped(all, [2])).toEqual(inner);
    expect(ungrouped(inner, [1])).toEqual(all);
    expect(grouped(one(1), [])).toEqual({ type: 'or', of: [one(1)] });
    expect(canUngroup(all, [])).toBe(false);
    expect(ungrouped(all, [])).toBe(all);
  });
  it('is turned into its opposite and back', () => {
    expect(negated(all, [0])).toEqual({ type: 'and', of: [{ type: 'not', of: one(1) }, one(2), one(3)] });
    expect(negated(negated(all, [0]), [0])).toEqual(all);
  });
  it('moves within its group, not beyond it', () => {
    const [next, path] = moved(all, [0], 1);
    expect(limitsIn(next)).toEqual([2, 1, 3]);
    expect(path).toEqual([1]);
    expect(moved(all, [0], -1)).toEqual([all, [0]]);
    expect(moved(one(1), [], 1)).toEqual([one(1), []]);
  });
});
