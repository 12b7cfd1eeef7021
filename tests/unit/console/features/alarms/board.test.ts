// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { floodBins } from '../../../../../src/console/features/alarms/board/flood-bins.ts';
import {
  closedCountOf,
  historyFiltersOf,
} from '../../../../../src/console/features/alarms/board/history-filters.ts';
import {
  groupsOf,
  inKeptOrder,
  lineAt,
  linesOf,
  nextAsking,
  orderOf,
  stepFrom,
  walked,
} from '../../../../../src/console/features/alarms/board/lines.ts';
import {
  nextMorning,
  shelfBound,
  shelfEnd,
} from '../../../../../src/console/features/alarms/dialogs/shelf-times.ts';
import { isInTab, noFilters, passes } from '../../../../../src/console/features/alarms/view.ts';
import { asks, comparisons, countAlarms, markOf } from '../../../../../src/console/state/alarms/order.ts';
import { alarm, answered, closed, shelved } from './alarms.ts';

const hour = 3_600_000;
const ids = (groups: ReturnType<typeof groupsOf>) => groups.map(({ alarms }) => alarms.map(({ id }) => id));
/** Lines by what they are of. */
const named = (lines: ReturnType<typeof linesOf>) =>
  lines.map((line) => {
    if (line.type === 'alarm') return line.alarm.id;
    return line.type === 'flood' ? line.key : `s${line.stationId}`;
  });

describe('how an alarm stands', () => {
  it.each([
    ['unanswered', {}],
    ['acknowledged', { answer: answered }],
    ['returned', { present: 0, peak: 2 }],
    ['latched', { present: 0, peak: 3, answer: answered }],
    ['acknowledged', { present: 0, peak: 2, answer: answered }],
    ['shelved', { shelf: shelved }],
    ['suppressed', { suppressedBy: 9 }],
    ['outOfService', { isOutOfService: true }],
    ['closed', { present: 0, peak: 3, answer: answered, closed }],
  ] as const)('%s', (mark, own) => {
    expect(markOf(alarm(own))).toBe(mark);
    expect(asks(alarm(own))).toBe(mark === 'unanswered' || mark === 'returned');
  });
  it('is counted by level and by what asks; of what has returned by its peak', () => {
    const all = [
      alarm({ id: 1, present: 4 }),
      alarm({ id: 2, present: 0, peak: 3 }),
      alarm({ id: 3, present: 3, shelf: shelved }),
      alarm({ id: 4, isOutOfService: true }),
      alarm({ id: 5, present: 4, closed }),
    ];
    expect(countAlarms(all)).toEqual({
      open: 4,
      byRank: [0, 1, 0, 2, 1],
      asking: 2,
      worstAsking: 4,
      shelved: 1,
      outOfService: 1,
    });
  });
});

describe('the order of the board', () => {
  const all = [
    alarm({ id: 1, stationId: 1, present: 1 }),
    alarm({ id: 2, stationId: 2, present: 3, answer: answered }),
    alarm({ id: 3, stationId: 1, present: 3 }),
    alarm({ id: 4, stationId: 3, present: 3, raisedAt: 10 }),
    alarm({ id: 5, stationId: 3, present: 0, peak: 3, raisedAt: 1 }),
  ];
  it('is by station, the worst first: level, unanswered, holding, oldest', () => {
    expect(ids(groupsOf(all))).toEqual([[4, 5], [3, 1], [2]]);
  });
  it('is kept while somebody moves in it: rows stay, and what came is counted', () => {
    const kept = orderOf(groupsOf(all));
    const moved = all.map((one) => (one.id === 1 ? { ...one, present: 4, peak: 4 } : one));
    const gone = moved.filter(({ id }) => id !== 2);
    const came = [...gone, alarm({ id: 9, stationId: 4, present: 4 })];
    const known = new Map(all.map((one) => [one.id, one]));
    const { groups, newer } = inKeptOrder(kept, came, (id) => known.get(id));
    expect(ids(groups)).toEqual([[4, 5], [3, 1], [2]]);
    expect(groups[1]?.alarms[1]?.present).toBe(4);
    expect(newer).toBe(1);
    expect(ids(inKeptOrder(kept, came, () => undefined).groups)).toEqual([
      [4, 5],
      [3, 1],
    ]);
  });
  it('folds a station to its head', () => {
    expect(named(linesOf(groupsOf(all), [1]))).toEqual(['s3', 4, 5, 's1', 's2', 2]);
  });
  it('puts a flood into one row where its worst alarm would stand, opened by its key', () => {
    const flood = { cause: { of: 'project' as const, id: 1 }, alarmIds: [1, 2, 4], peak: 10 };
    const groups = groupsOf(all, [flood]);
    expect(ids(groups)).toEqual([[4, 2, 1], [3], [5]]);
    const folded = linesOf(groups, []);
    expect(named(folded)).toEqual(['project1', 's1', 3, 's3', 5]);
    // Keys find it by its first alarm, and an alarm of it is found by it.
    expect(walked(folded).map(({ id }) => id)).toEqual([4, 3, 5]);
    expect(lineAt(folded, 1)).toBe(0);
    const opened = linesOf(groups, [], ['project1']);
    expect(named(opened)).toEqual(['project1', 4, 2, 1, 's1', 3, 's3', 5]);
    expect(walked(opened).map(({ id }) => id)).toEqual([4, 2, 1, 3, 5]);
    expect(lineAt(opened, 1)).toBe(3);
    expect(lineAt(opened, 9)).toBe(-1);
    expect(opened.flatMap((line) => (line.type === 'alarm' ? [line.alone] : []))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
  it('is by what is newest, or by what has waited longest, where that is chosen', () => {
    const late = alarm({ id: 7, stationId: 7, present: 4, raisedAt: 9000, knownAt: 9000 });
    expect(ids(groupsOf([...all, late], [], comparisons.newest))[0]).toEqual([7]);
    const waiting = [
      alarm({ id: 1, stationId: 1, present: 4, knownAt: 50_000 }),
      alarm({ id: 2, stationId: 2, present: 1, knownAt: 40_000 }),
      alarm({ id: 3, stationId: 3, present: 4, knownAt: 2000, answer: answered }),
    ];
    expect(ids(groupsOf(waiting, [], comparisons.waiting))).toEqual([[2], [1], [3]]);
    // A rise asks anew: what was known of it before is not what waits.
    const risen = alarm({ id: 4, stationId: 4, knownAt: 1000 });
    const again = { ...risen, facts: { ...risen.facts, receivedAt: 60_000 } };
    expect(ids(groupsOf([...waiting, again], [], comparisons.waiting))).toEqual([[2], [1], [4], [3]]);
  });
  it('is walked to its ends, and on to the next that asks', () => {
    const listed = [alarm({ id: 1 }), alarm({ id: 2, answer: answered }), alarm({ id: 3 })];
    expect(stepFrom(listed, 1, 1)?.id).toBe(2);
    expect(stepFrom(listed, 3, 15)?.id).toBe(3);
    expect(stepFrom(listed, null, 1)?.id).toBe(1);
    expect(stepFrom([], null, 1)).toBeUndefined();
    expect(nextAsking(listed, 1, asks)?.id).toBe(3);
    expect(nextAsking(listed, 3, asks)?.id).toBe(1);
    expect(nextAsking([alarm({ id: 1 })], 1, asks)).toBeUndefined();
  });
});

describe('the bars of a flood', () => {
  const minute = 60_000;
  const at = (id: number, minutes: number, present: number) =>
    alarm({ id, present, raisedAt: 7_000_000 + minutes * minute });
  it('count by spans from the first alarm on, in the colour of the worst of each', () => {
    const all = [at(1, 0, 1), at(2, 9.99, 2), at(3, 10, 1), at(4, 35, 4)];
    expect(floodBins(all, 10 * minute, 16)).toEqual([
      { from: 7_000_000, count: 2, rank: 2 },
      { from: 7_000_000 + 10 * minute, count: 1, rank: 1 },
      { from: 7_000_000 + 20 * minute, count: 0, rank: 0 },
      { from: 7_000_000 + 30 * minute, count: 1, rank: 4 },
    ]);
    expect(floodBins([], 10 * minute, 16)).toEqual([]);
  });
  it('are the newest where there are more than fit, and the last alarm is in the last one', () => {
    const all = [at(1, 0, 1), at(2, 100, 3), at(3, 160, 2)];
    const bins = floodBins(all, 10 * minute, 4);
    expect(bins.map(({ from }) => (from - 7_000_000) / minute)).toEqual([130, 140, 150, 160]);
    expect(bins.at(-1)).toMatchObject({ count: 1, rank: 2 });
  });
});

describe('the filters of the board', () => {
  const says = () => 'Angle X +0.0312 °';
  const left = (own: Parameters<typeof alarm>[0], filters: Partial<typeof noFilters>) =>
    passes(alarm(own), { ...noFilters, ...filters }, 'op.lin', says);
  it('leave what they name', () => {
    expect(left({ present: 3 }, { ranks: [3, 4] })).toBe(true);
    expect(left({ present: 0, peak: 3 }, { ranks: [3] })).toBe(true);
    expect(left({ present: 2 }, { ranks: [3] })).toBe(false);
    expect(left({ answer: answered }, { unanswered: true })).toBe(false);
    expect(left({ assigned: { userId: 2, accountName: 'op.lin' } }, { mine: true })).toBe(true);
    expect(left({}, { mine: true })).toBe(false);
    expect(left({ projectId: 2 }, { projectId: 1 })).toBe(false);
    expect(left({ kind: 3 }, { kind: 3 })).toBe(true);
    expect(left({ kind: 2 }, { kind: 3 })).toBe(false);
    expect(left({ kind: null }, { kind: 3 })).toBe(false);
    expect([left({ kind: null }, { kind: 0 }), left({ kind: 3 }, { kind: 0 })]).toEqual([true, false]);
  });
  it('find every word in station, rule and what it says, however it is written', () => {
    expect(left({}, { text: 'ｙｎ-0001 slope' })).toBe(true);
    expect(left({}, { text: 'angle 0.0312' })).toBe(true);
    expect(left({}, { text: 'yn-0001 rain' })).toBe(false);
  });
  it('are beside the tabs', () => {
    expect(isInTab(alarm({ shelf: shelved }), 'open')).toBe(true);
    expect(isInTab(alarm({ shelf: shelved }), 'shelved')).toBe(true);
    expect(isInTab(alarm(), 'outOfService')).toBe(false);
    expect(isInTab(alarm({ closed }), 'open')).toBe(false);
    expect(isInTab(alarm({ closed }), 'closed')).toBe(true);
  });
  it('ask the server for the last 24 h, or for whole days', () => {
    const now = Date.UTC(2026, 10, 20, 12, 7);
    const soon = Date.UTC(2026, 10, 20, 12, 10);
    expect(historyFiltersOf('', '', 'any', now, 'Asia/Shanghai')).toEqual({
      from: soon - 24 * hour,
      to: soon,
      by: 'closed',
      state: 'closed',
    });
    expect(historyFiltersOf('2026-11-18', '2026-11-19', 'false', now, 'Asia/Shanghai')).toEqual({
      from: Date.UTC(2026, 10, 17, 16),
      to: Date.UTC(2026, 10, 19, 16),
      by: 'closed',
      state: 'closed',
      finding: 'false',
    });
  });
});

describe('the count of the tab Closed', () => {
  it('is of the list that it leads to: of the chosen days and finding, or of the last 24 h', () => {
    expect(closedCountOf(false, undefined, 3)).toBe(3);
    expect(closedCountOf(true, 41, 3)).toBe(41);
    expect(closedCountOf(true, 0, 3)).toBe(0);
    expect(closedCountOf(true, undefined, 3)).toBeNull();
  });
});

describe('the shelf', () => {
  it('is bound by the worst of the alarms', () => {
    expect(shelfBound([{ present: 2 }, { present: 4 }])).toEqual({ rank: 4, longest: 4 * hour });
    expect(shelfBound([{ present: 0 }])).toEqual({ rank: 1, longest: 168 * hour });
  });
  it('ends after hours, or at the next 08:00 of the station', () => {
    const evening = Date.UTC(2026, 10, 20, 12, 7);
    expect(shelfEnd('8h', evening, 'Asia/Shanghai')).toBe(evening + 8 * hour);
    expect(nextMorning(evening, 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 21, 0));
    expect(nextMorning(Date.UTC(2026, 10, 20, 23, 59), 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 21, 0));
    expect(shelfEnd('until', evening, 'Asia/Shanghai')).toBeNull();
  });
});
