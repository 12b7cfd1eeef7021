import { describe, expect, it } from 'vitest';
import { tickDigits, valueTicks } from '../../../../src/base/axis-ticks.ts';
import { judge } from '../../../../src/domain/alarms/judge.ts';
import type { JudgedInstance } from '../../../../src/domain/alarms/judged-instance.ts';
import type { Rule } from '../../../../src/domain/alarms/rule.ts';
import { stateBefore } from '../../../../src/domain/alarms/stepper.ts';
import {
  type CurveTerm,
  curveFrame,
  curvePath,
  curvePlan,
  curvePoints,
  curveSpan,
} from '../../../../src/domain/alarms/term-curve.ts';

const minute = 60_000;
const hour = 60 * minute;
const setting = {
  cycles: { collectionCycle: 600, sendCycle: 600 },
  datums: [],
  zone: 'Asia/Shanghai',
  rainBoundary: 480,
};
const readings = [0, 30, 60, 90].map((at) => ({
  t: 1_700_000_000_000 + at * minute,
  receivedAt: 1_700_000_000_000 + at * minute,
  element: 0,
  values: { x: at / 100 },
}));
const first = readings[0]?.t ?? 0;

const term = (own: Partial<CurveTerm> = {}): CurveTerm => ({
  quantity: 'change',
  args: { window: 1 },
  row: 'tilt',
  element: 0,
  channel: 'x',
  sensorId: 7,
  ...own,
});

describe('the curve of an alarm', () => {
  it('is that of the quantity that decided it, unknown where it was', () => {
    const decided = term();
    const plan = curvePlan(decided, setting, 3, first);
    if (plan === null) throw new Error('no plan');
    expect(plan.history).toBe(hour + 5 * minute);
    const points = curvePoints(decided, plan, readings, { from: first, to: first + 2 * hour }, setting);
    expect(points.map(({ value }) => value)).toEqual([null, null, 0.6, 0.6]);
  });
  it('is what the alarm was judged by, through changes of the cycle and of the datum', () => {
    const begin = first;
    const former = [{ until: begin + 3 * hour, collectionCycle: 1800, sendCycle: 3600 }];
    const grounds = {
      cycles: { collectionCycle: 60, sendCycle: 600, formerCycles: former },
      datums: [begin + 8 * hour + 1],
      ...{ zone: 'UTC', rainBoundary: 0 },
    };
    // Each 30 min, then at odd minutes: within half of the old cycle of the window's start, not of the new one.
    const times = Array.from({ length: 80 }, (_, index) => begin + index * 7 * minute + (index % 3) * 11_000);
    const all = times.map((t, index) => ({
      t,
      receivedAt: t,
      element: 0,
      values: { x: (index * index) / 50 },
    }));
    const decided = term();
    const judged: { t: number; value: number | null }[] = [];
    const source = { row: 'tilt', channel: 'x' } as const;
    const rule: Rule = {
      version: 1,
      terms: [{ quantity: 'change', args: { window: 1 }, source }],
      ladder: [
        {
          level: 'red',
          condition: { type: 'limit', term: 0, side: 'above', limit: 1e9, release: 1 },
          hold: { readings: 1 },
          releaseHold: { readings: 1 },
        },
      ],
      ...{ patience: null, blindLevel: 'blue' },
    };
    const instance: JudgedInstance = {
      ...{ versions: [{ from: begin - hour, rule }], ...grounds.cycles, zone: 'UTC', rainBoundary: 0 },
      place: () => ({
        ...{ source: 'tilt/7', row: 'tilt', element: 0, channel: 'x', isOwn: true },
        ...{ baselines: [], datums: grounds.datums },
      }),
    };
    const end = times.at(-1) ?? 0;
    judge(instance, new Map([['tilt/7', all]]), [], stateBefore(rule, begin), {
      ...{ after: begin - 1, receiptsUntil: end, hoursUntil: end },
      seen: (t, [value = null]) => judged.push({ t, value }),
    });
    const plan = curvePlan(decided, grounds, 3, begin);
    if (plan === null) throw new Error('no plan');
    const points = curvePoints(decided, plan, all, { from: begin, to: end }, grounds);
    expect(points).toEqual(judged);
    // Both are known and unknown: by the send cycle alone the new stretch would be known throughout.
    const known = (from: number, to: number) =>
      points.filter(({ t, value }) => t >= begin + from && t < begin + to && value !== null).length;
    expect(known(2 * hour, 4 * hour)).toBeGreaterThan(10);
    expect(known(4 * hour, 8 * hour)).toBeLessThan(20);
    // Nothing is measured across the datum.
    expect(known(8 * hour + 1, 9 * hour)).toBe(0);
    const asSent = { ...grounds, cycles: { collectionCycle: 600, sendCycle: 600 } };
    expect(curvePoints(decided, plan, all, { from: begin, to: end }, asSent)).not.toEqual(judged);
    // As far back as the longest cycle asks that may be in force at a window's start.
    expect(plan.history).toBe(hour + 15 * minute);
    expect(curvePlan(decided, grounds, 3, begin + 4 * hour + 15 * minute)?.history).toBe(hour + minute / 2);
    expect(curvePlan(decided, grounds, 3, begin + 4 * hour)?.history).toBe(hour + 15 * minute);
  });
  it('of a change from the initial value is what the server leaves of it', () => {
    const plan = curvePlan(term({ quantity: 'absoluteChange', args: {} }), setting, 3, first);
    expect(plan).toMatchObject({ relative: true, quantity: { id: 'value' }, sourceId: 7 });
  });
  it('of what an RTU reports of itself is made of its status, unknown once it is silent', () => {
    const own = term({ quantity: 'batteryVoltage', args: {}, row: 'status', channel: null, sensorId: null });
    const plan = curvePlan(own, setting, 3, first);
    if (plan === null) throw new Error('no plan');
    expect(plan).toMatchObject({ sourceId: 3, row: 'status' });
    const reports = readings.map((reading, index) => ({
      ...reading,
      values: { batteryVoltage: 12 - index / 10 },
    }));
    const points = curvePoints(own, plan, reports, { from: first, to: first + 2 * hour }, setting);
    expect(points.map(({ value }) => value)).toEqual([12, 11.9, 11.8, 11.7]);
  });
  it('is none of silence, of no sensor, and of what looks back for weeks', () => {
    expect(
      curvePlan(term({ quantity: 'silence', row: null, channel: null, sensorId: null }), setting, 3, first),
    ).toBeNull();
    expect(
      curvePlan(term({ quantity: 'silence', row: 'status', sensorId: null }), setting, 3, first),
    ).toBeNull();
    expect(curvePlan(term({ sensorId: null }), setting, 3, first)).toBeNull();
    expect(curvePlan(term({ args: { window: 1000 } }), setting, 3, first)).toBeNull();
    expect(curvePlan(term({ quantity: 'tiltEnergy' }), setting, 3, first)).toBeNull();
    expect(curvePlan(undefined, setting, 3, first)).toBeNull();
  });
  it('shows from before the raise to now, or to a little after it was closed, a day at least', () => {
    const now = 1000 * hour;
    const span = (raised: number, moved: number, end: number | null) => {
      const { from, to } = curveSpan(
        {
          raisedAt: now - raised * hour,
          movedAt: now - moved * hour,
          closed: end === null ? null : { at: now - end * hour },
        },
        now,
      );
      return [(from - now) / hour, (to - now) / hour];
    };
    expect(span(1, 1, null)).toEqual([-24, 0]);
    // The red came a day and a half after the blue: both are on it.
    expect(span(84, 38, null)).toEqual([-90, 0]);
    expect(span(51, 50.5, 50)).toEqual([-72, -48]);
    expect(span(100, 60, 50)).toEqual([-106, -48]);
    // As long as is drawn at once, and more.
    expect(span(186, 180, null)).toEqual([-192, 0]);
    expect(span(187, 180, null)).toEqual([-193, -1]);
    expect(span(500, 300, null)).toEqual([-468, -276]);
    expect(span(500, 1, null)).toEqual([-192, 0]);
  });
  it('has round values beside it', () => {
    expect(valueTicks(0, 0.06, 4).map((tick) => tick.toFixed(2))).toEqual(['0.00', '0.02', '0.04', '0.06']);
    expect(valueTicks(-3, 7, 4)).toEqual([0, 5]);
    expect(valueTicks(2, 2, 4)).toEqual([2]);
  });
  it('has as many digits beside it as tell them apart', () => {
    expect(tickDigits([0, 0.02, 0.04])).toBe(2);
    expect(tickDigits([0, 0.5])).toBe(1);
    expect(tickDigits([0, 500])).toBe(0);
  });
  it('of more readings than are drawn keeps the newest, and each value is that of all readings', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({
      t: first + index * minute,
      receivedAt: first + index * minute,
      element: 0,
      values: { x: index },
    }));
    const decided = term();
    const plan = curvePlan(decided, setting, 3, first);
    if (plan === null) throw new Error('no plan');
    const span = { from: first, to: first + 999 * minute };
    const all = curvePoints(decided, plan, many, span, setting);
    const few = curvePoints(decided, plan, many, span, setting, 300);
    expect(all).toHaveLength(1000);
    expect(few).toHaveLength(250);
    expect(few.at(-1)).toEqual(all.at(-1));
    const byTime = new Map(all.map(({ t, value }) => [t, value]));
    for (const { t, value } of few) expect(byTime.get(t)).toBe(value);
    // An hour's change of what grows by one a minute.
    expect(few.at(-1)?.value).toBe(60);
    expect(curvePoints(decided, plan, many, span, setting, 1000)).toHaveLength(1000);
    expect(curvePoints(decided, plan, many, span, setting, 999)).toHaveLength(500);
  });
  it('breaks where it is unknown, and where readings are missing', () => {
    const at = (...times: readonly (readonly [number, number | null])[]) =>
      curvePath(
        times.map(([t, value]) => ({ t, value })),
        (t) => t,
        (value) => value,
      );
    expect(at([0, 1], [10, 2], [20, null], [30, 3], [40, 4])).toBe('M0.0 1.0h0L10.0 2.0M30.0 3.0h0L40.0 4.0');
    // Three times the usual distance is joined, more is not.
    expect(at([0, 1], [10, 1], [20, 1], [50, 1])).toBe('M0.0 1.0h0L10.0 1.0L20.0 1.0L50.0 1.0');
    expect(at([0, 1], [10, 1], [20, 1], [51, 1])).toBe('M0.0 1.0h0L10.0 1.0L20.0 1.0M51.0 1.0h0');
  });
  it('has its limit in sight, and that of the other side where it comes near', () => {
    const points = [1, 2].map((value, t) => ({ t, value }));
    expect(curveFrame(points, { limit: 3, either: true }).limits).toEqual([3]);
    const limits = (...values: readonly number[]) =>
      curveFrame(
        values.map((value, t) => ({ t, value })),
        { limit: 3, either: true },
      ).limits;
    expect([limits(2, -1.5), limits(2, -1.6)]).toEqual([[3], [3, -3]]);
    // Noise about zero is near neither side, and what is far beyond a limit has come near it.
    expect([limits(0.1, -0.1), limits(0.1, -9)]).toEqual([[3], [-3]]);
    expect(curveFrame(points, { limit: null, either: true }).limits).toEqual([]);
    const { low, high } = curveFrame(points, { limit: 5, either: false });
    expect([low, high]).toEqual([1 - 0.48, 5 + 0.48]);
  });
});
