/** The past is judged by the cycles that were in force then. */
import { describe, expect, it } from 'vitest';
import {
  cycleStretches,
  cyclesAt,
  cyclesSince,
  cycleWalk,
  type KnownCycles,
} from '../../../../src/domain/alarms/cycles.ts';
import { timedAfter } from '../../../../src/domain/alarms/judge.ts';
import { type JudgedInstance, sourcesOf } from '../../../../src/domain/alarms/judged-instance.ts';
import { judgePast } from '../../../../src/domain/alarms/past.ts';
import { change } from '../../../../src/domain/alarms/quantities/change.ts';
import type { Rule } from '../../../../src/domain/alarms/rule.ts';
import { evaluate, evidenceOf, hour, minute, series, start, times } from './quantities/evidence.ts';

const known: KnownCycles = {
  ...{ collectionCycle: 60, sendCycle: 600 },
  formerCycles: [
    { until: start, collectionCycle: 600, sendCycle: 3600 },
    { until: start + 10 * hour, collectionCycle: 1800, sendCycle: 1800 },
  ],
};

describe('cycles in force', () => {
  it.each([
    [Number.NEGATIVE_INFINITY, 600],
    [start - 1, 600],
    [start, 1800],
    [start + 10 * hour - 1, 1800],
    [start + 10 * hour, 60],
    [start + 1000 * hour, 60],
  ])('at %d: %d s', (t, cycle) => {
    expect(cyclesAt(known, t).collectionCycle).toBe(cycle);
    expect(cycleWalk(known)(t).collectionCycle).toBe(cycle);
    const inForce = cycleStretches(known).filter(({ from, to }) => from <= t && t < to);
    expect(inForce.map(({ collectionCycle }) => collectionCycle)).toEqual([cycle]);
  });
  it('since a moment, are those that had not ended by then', () => {
    const since = (t: number) => cyclesSince(known, t).map(({ collectionCycle }) => collectionCycle);
    expect(since(start - 1)).toEqual([600, 1800, 60]);
    expect(since(start)).toEqual([1800, 60]);
    expect(since(start + 10 * hour)).toEqual([60]);
  });
  it('walk on with moments that ascend', () => {
    const at = cycleWalk(known);
    const asked = [-1, 0, 5, 10, 11].map((h) => at(start + h * hour).collectionCycle);
    expect(asked).toEqual([600, 1800, 1800, 60, 60]);
  });
});

describe('a change in a window', () => {
  // Collected each 10 min up to the start, then each minute: the window begins in the old cycle.
  const former = [{ until: start, collectionCycle: 600, sendCycle: 3600 }];
  const changeOver = (reference: number, t: number, formerCycles = former) =>
    evaluate(
      change,
      evidenceOf(
        'tilt',
        'x',
        series('x', [
          [reference, 1],
          [t, 4],
        ]),
        { collectionCycle: 60, formerCycles },
      ),
    );
  it('takes the reading within half of the cycle in force at its start', () => {
    const t = start + 20 * minute;
    expect(changeOver(t - hour - 5 * minute, t)).toBe(3);
    expect(changeOver(t - hour + 5 * minute, t)).toBe(3);
    expect(changeOver(t - hour - 5 * minute - 1, t)).toBeNull();
    expect(changeOver(t - hour + 5 * minute + 1, t)).toBeNull();
  });
  it('is of the new cycle from the moment on at which that begins', () => {
    const before = start + hour - 1;
    expect(changeOver(before - hour - 31_000, before)).toBe(3);
    const after = start + hour;
    expect(changeOver(after - hour - 31_000, after)).toBeNull();
    expect(changeOver(after - hour - 30_000, after)).toBe(3);
  });
  it('is of one cycle where no other was ever known', () => {
    const t = start + 20 * minute;
    expect(changeOver(t - hour - 5 * minute, t, [])).toBeNull();
  });
});

describe('silence', () => {
  const limit = 3;
  const rule: Rule = {
    version: 1,
    terms: [{ quantity: 'silence', args: {} }],
    ladder: [
      {
        level: 'yellow',
        condition: { type: 'limit', term: 0, side: 'above', limit, release: limit },
        hold: { readings: 1 },
        releaseHold: { readings: 1 },
      },
    ],
    patience: null,
    blindLevel: 'blue',
  };
  const instance = (cycles: KnownCycles): JudgedInstance => ({
    versions: [{ from: start - 100 * hour, rule }],
    ...cycles,
    ...{ zone: 'UTC', rainBoundary: 0 },
    place: () => ({
      ...{ source: 'status/1', row: 'status', element: 0, channel: null, isOwn: true },
      ...{ baselines: [], datums: [] },
    }),
  });
  /** Second by second: when it is at or beyond the limit, and when it is not any more. */
  const bySeconds = (receipts: readonly number[], cycleOf: (t: number) => number, to: number) => {
    const found: [string, number][] = [];
    let isOn = false;
    for (let t = receipts[0] ?? 0; t <= to; t += 1000) {
      const last = receipts.findLast((at) => at <= t) ?? t;
      const on = (t - last) / (cycleOf(t) * 1000) >= limit;
      if (on !== isOn) found.push([on ? 'raise' : 'return', t]);
      isOn = on;
    }
    return found;
  };
  it.each([
    ['a shorter cycle makes a silence one that had been none', 3600, 600, 2 * hour + 30 * minute],
    ['a longer cycle ends one', 600, 3600, 2 * hour + 30 * minute],
    ['a change before the limit is reached', 3600, 1800, 40 * minute],
    ['a change after the limit was reached', 1200, 1800, 70 * minute],
  ])('%s', (_name, before, after, at) => {
    const receipts = [
      ...times(start - 5 * hour, start, 10 * minute),
      ...times(start + 9 * hour, start + 12 * hour, 5 * minute),
    ];
    const change = start + at;
    const to = start + 12 * hour;
    const cycles = {
      ...{ collectionCycle: 60, sendCycle: after },
      formerCycles: [{ until: change, collectionCycle: 60, sendCycle: before }],
    };
    const { events } = judgePast(instance(cycles), new Map(), receipts, {
      from: start - 5 * hour,
      to,
      now: to,
    });
    const expected = bySeconds(receipts, (t) => (t < change ? before : after), to);
    expect(expected.length).toBeGreaterThan(0);
    expect(events.map(({ type, t }) => [type, t])).toEqual(expected);
  });
  it('is due by the present cycle, and looks back as far as the cycles since then ask', () => {
    const past = instance(known);
    const now = start + 20 * hour;
    expect(timedAfter(past, [now], { now, hoursFrom: now }).receipts).toBe(now + limit * 600_000);
    expect(sourcesOf(past).history).toBe(100 * 3600_000);
    // 100 cycles of 1800 s before 60 h after the start lie behind the start: the hour-long cycle counts no more.
    expect(sourcesOf(past, start + 60 * hour).history).toBe(100 * 600_000);
    expect(sourcesOf(past, start + 5 * hour).history).toBe(100 * 3600_000);
  });
});
