import { describe, expect, it } from 'vitest';
import {
  curvePlan,
  curvePoints,
  curveSpan,
  valueTicks,
} from '../../../../../src/console/features/alarms/detail/quantity-curve.ts';
import { closed, term } from './alarms.ts';

const minute = 60_000;
const hour = 60 * minute;
const setting = { sendCycle: 600, zone: 'Asia/Shanghai', rainBoundary: 480 };
const readings = [0, 30, 60, 90].map((at) => ({
  t: 1_700_000_000_000 + at * minute,
  receivedAt: 1_700_000_000_000 + at * minute,
  element: 0,
  values: { x: at / 100 },
}));
const first = readings[0]?.t ?? 0;

describe('the curve of an alarm', () => {
  it('is that of the quantity that decided it, unknown where it was', () => {
    const decided = term();
    const plan = curvePlan(decided, setting);
    if (plan === null) throw new Error('no plan');
    expect(plan.history).toBe(hour + 5 * minute);
    const points = curvePoints(decided, plan, readings, { from: first, to: first + 2 * hour }, setting);
    expect(points.map(({ value }) => value)).toEqual([null, null, 0.6, 0.6]);
  });
  it('of a change from the initial value is what the server leaves of it', () => {
    const plan = curvePlan(term({ quantity: 'absoluteChange', args: {} }), setting);
    expect(plan).toMatchObject({ relative: true, quantity: { id: 'value' } });
  });
  it('is none of an RTU, of silence, and of what looks back for weeks', () => {
    expect(
      curvePlan(term({ quantity: 'silence', row: null, channel: null, sensorId: null }), setting),
    ).toBeNull();
    expect(curvePlan(term({ args: { window: 1000 } }), setting)).toBeNull();
    expect(curvePlan(term({ quantity: 'tiltEnergy' }), setting)).toBeNull();
    expect(curvePlan(undefined, setting)).toBeNull();
  });
  it('shows from before the raise to now, or to a little after it was closed, a day at least', () => {
    const now = 1000 * hour;
    const span = (raised: number, moved: number, end: number | null) => {
      const { from, to } = curveSpan(
        {
          raisedAt: now - raised * hour,
          movedAt: now - moved * hour,
          closed: end === null ? null : { ...closed, at: now - end * hour },
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
});
