import { describe, expect, it } from 'vitest';
import { type FloodedAlarm, floodsOf } from '../../../../src/domain/alarms/flood.ts';

const minute = 60_000;
/** Alarms of one project at these minutes, each of an RTU of its own. */
const at = (minutes: readonly number[], own: Partial<FloodedAlarm> = {}): readonly FloodedAlarm[] =>
  minutes.map((raised, index) => ({
    id: index + 1,
    rtuId: 100 + index,
    projectId: 7,
    raisedAt: raised * minute,
    ...own,
  }));
const within = (count: number, span: number) =>
  Array.from({ length: count }, (_, index) => (index * span) / (count - 1));

describe('a flood of open alarms', () => {
  it('is ten within ten minutes, not nine', () => {
    expect(floodsOf(at(within(9, 5)))).toEqual([]);
    expect(floodsOf(at(within(10, 5)))).toEqual([
      { cause: { of: 'project', id: 7 }, alarmIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], peak: 10 },
    ]);
  });
  it('takes less than ten minutes: the tenth at ten minutes exactly is not within them', () => {
    expect(floodsOf(at(within(10, 10)))).toEqual([]);
    expect(floodsOf(at([...within(9, 5), 10 - 1 / minute]))).toHaveLength(1);
  });
  it('takes in what follows while five are within ten minutes, and nothing after', () => {
    const ten = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
    // At minute 10 those of 1, 2, 3 and 4 are left: with the further one five.
    expect(floodsOf(at([...ten, 10]))[0]?.alarmIds).toHaveLength(11);
    // At minute 11 three are left: with the further one four.
    expect(floodsOf(at([...ten, 11]))[0]?.alarmIds).toHaveLength(10);
    expect(floodsOf(at([...ten, 11, 12, 13, 14, 15]))[0]?.alarmIds).toHaveLength(10);
  });
  it('goes on while five of its alarms are open, and ends with four', () => {
    const all = at(within(10, 5));
    const before = floodsOf(all);
    const five = floodsOf(all.slice(0, 5), before);
    expect(five).toEqual([{ cause: { of: 'project', id: 7 }, alarmIds: [1, 2, 3, 4, 5], peak: 10 }]);
    expect(floodsOf(all.slice(0, 4), five)).toEqual([]);
    // Without what was before, five are none.
    expect(floodsOf(all.slice(0, 5))).toEqual([]);
  });
  it('is of an RTU where that is the cause, and else of a project; nobody is in two', () => {
    const own = at(within(10, 5), { rtuId: 3 });
    const others = at(within(10, 5)).map((alarm) => ({ ...alarm, id: alarm.id + 50 }));
    const found = floodsOf([...own, ...others]);
    expect(found.map(({ cause }) => cause)).toEqual([
      { of: 'rtu', id: 3 },
      { of: 'project', id: 7 },
    ]);
    expect(new Set(found.flatMap(({ alarmIds }) => alarmIds)).size).toBe(20);
    expect(floodsOf(at(within(10, 5)).map((alarm) => ({ ...alarm, projectId: alarm.id })))).toEqual([]);
  });
  it('is the same in whatever order they are listed', () => {
    const all = at(within(12, 8));
    expect(floodsOf(all.toReversed())).toEqual(floodsOf(all));
  });
});
