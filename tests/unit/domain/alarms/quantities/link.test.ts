/** What is known of the RTU and of the arrival of readings: borders by hand. */
import { describe, expect, it } from 'vitest';
import { rows } from '../../../../../src/catalogue/index.ts';
import type { RowId } from '../../../../../src/catalogue/model.ts';
import { runStatusFlags } from '../../../../../src/catalogue/rows/status.ts';
import type { QuantityInput, SourceReading } from '../../../../../src/domain/alarms/model.ts';
import { arrivalRate } from '../../../../../src/domain/alarms/quantities/arrival-rate.ts';
import { batteryDays } from '../../../../../src/domain/alarms/quantities/battery-days.ts';
import { batteryVoltage } from '../../../../../src/domain/alarms/quantities/battery-voltage.ts';
import { deviceAlarmState } from '../../../../../src/domain/alarms/quantities/device-alarm-state.ts';
import { runStatus } from '../../../../../src/domain/alarms/quantities/run-status.ts';
import { silence } from '../../../../../src/domain/alarms/quantities/silence.ts';
import { between, unit } from '../../../../../src/simulator/random.ts';
import {
  day,
  evaluate,
  evidenceOf,
  hour,
  minute,
  reading,
  series,
  slopeOf,
  start,
  times,
} from './evidence.ts';

const status = (readings: readonly SourceReading[], options: Partial<QuantityInput> = {}) =>
  evidenceOf('status', null, readings, options);

describe("the device's own alarm state", () => {
  it('is asked of the rows in which a device reports one', () => {
    const expected = Object.keys(rows).filter((row) =>
      rows[row as RowId].channels.some(({ id }) => id === 'alarmState'),
    );
    expect(deviceAlarmState.rows).toEqual(expected);
    expect(expected).toContain('tilt');
    expect(expected).not.toContain('status');
  });
  it('is its code at the moment', () => {
    const nodes = [
      reading(start - hour, { alarmState: 1 }),
      reading(start, { alarmState: 3 }),
      reading(start, { alarmState: 2 }, 1),
    ];
    const evidence = evidenceOf('profile', null, nodes);
    expect(evaluate(deviceAlarmState, evidence)).toBe(3);
    expect(evaluate(deviceAlarmState, { ...evidence, element: 1 })).toBe(3);
    expect(evaluate(deviceAlarmState, { ...evidence, t: start + 1 })).toBeNull();
    expect(evaluate(deviceAlarmState, evidenceOf('tilt', null, [reading(start, { alarmState: 0 })]))).toBe(0);
    expect(
      evaluate(deviceAlarmState, evidenceOf('tilt', null, [reading(start, { alarmState: null })])),
    ).toBeNull();
  });
});

describe('silence', () => {
  const silentFor = (ms: number, receipts: readonly number[] = [start - day, start]) =>
    evaluate(silence, status([], { t: start + ms, receipts, sendCycle: 1800 }));
  it('is counted in send cycles from the last receipt', () => {
    expect(silentFor(0)).toBe(0);
    expect(silentFor(1.5 * 1800_000)).toBe(1.5);
    expect(silentFor(3 * 1800_000)).toBe(3);
  });
  it('takes no receipt of later', () => expect(silentFor(-60_000)).toBeCloseTo((day - 60_000) / 1800_000, 9));
  it('is unknown where nothing was received for 100 cycles', () => {
    expect(silentFor(100 * 1800_000)).toBe(100);
    expect(silentFor(100 * 1800_000 + 1)).toBeNull();
    expect(silentFor(0, [])).toBeNull();
  });
});

describe.each([
  ['battery voltage', batteryVoltage, { batteryVoltage: 12.6 }, 12.6],
  ['run status flag', runStatus, { runStatus: 1 << runStatusFlags.indexOf('batteryVoltage') }, 1],
] as const)('%s', (_name, quantity, values, expected) => {
  const at = (ms: number, readings = [reading(start, values)]) =>
    evaluate(quantity, status(readings, { t: start + ms, sendCycle: 3600 }));
  it('is that of the newest report, for 3 send cycles', () => {
    expect(at(0)).toBe(expected);
    expect(at(3 * hour)).toBe(expected);
    expect(at(3 * hour + 1)).toBeNull();
    expect(at(0, [])).toBeNull();
  });
  it('passes over reports without it, and elements', () => {
    const empty = reading(start + minute, { batteryVoltage: null, runStatus: null });
    const other = reading(start + minute, { batteryVoltage: 1, runStatus: 0 }, 1);
    expect(at(minute, [reading(start, values), empty, other])).toBe(expected);
    const newer = reading(start + minute, { batteryVoltage: 1, runStatus: 0 });
    expect(at(minute, [reading(start, values), newer])).toBe(quantity === batteryVoltage ? 1 : 0);
  });
});

describe('run status', () => {
  it.each(runStatusFlags)('%s is its own bit', (flag) => {
    const bits = (value: number) =>
      evaluate(runStatus, status([reading(start, { runStatus: value })]), { flag });
    const own = 2 ** runStatusFlags.indexOf(flag);
    const all = 2 ** runStatusFlags.length - 1;
    expect([bits(own), bits(all - own), bits(0), bits(all)]).toEqual([1, 0, 0, 1]);
  });
});

describe('battery days', () => {
  const falling = (perDay: number, from = -14 * day, now = 12.5) =>
    series(
      'batteryVoltage',
      times(from, 0, hour).map((at) => [start + at, now + (perDay * at) / day]),
    );
  it('is what is left above the limit over the slope', () => {
    expect(evaluate(batteryDays, status(falling(-0.05)))).toBeCloseTo(20, 6);
    expect(evaluate(batteryDays, status(falling(-0.05)), { limit: 12 })).toBeCloseTo(10, 6);
    expect(evaluate(batteryDays, status(falling(-0.05), { t: start + 2 * hour }))).toBeCloseTo(
      20 - 1 / 12,
      6,
    );
  });
  it('follows the normal equations through a daily swing', () => {
    const wavy = times(-14 * day, 0, hour).map(
      (at) => [at / day, 12.5 - (0.05 * at) / day + 0.2 * Math.sin((2 * Math.PI * at) / day)] as const,
    );
    const slope = slopeOf(wavy);
    const mean = (of: (point: readonly [number, number]) => number) =>
      wavy.reduce((sum, point) => sum + of(point), 0) / wavy.length;
    const level = mean(([, y]) => y) - slope * mean(([x]) => x);
    const readings = series(
      'batteryVoltage',
      wavy.map(([x, y]) => [start + x * day, y]),
    );
    expect(evaluate(batteryDays, status(readings))).toBeCloseTo((level - 11.5) / -slope, 6);
  });
  it('is 0 at the limit and below, and 3650 where it does not sink', () => {
    expect(evaluate(batteryDays, status(falling(-0.05, -14 * day, 11.5)))).toBeLessThan(1e-6);
    expect(evaluate(batteryDays, status(falling(-0.05, -14 * day, 11.4)))).toBe(0);
    expect(evaluate(batteryDays, status(falling(0.05, -14 * day, 11.4)))).toBe(0);
    expect(evaluate(batteryDays, status(falling(0)))).toBe(3650);
    expect(evaluate(batteryDays, status(falling(0.05)))).toBe(3650);
    expect(evaluate(batteryDays, status(falling(-0.0001)))).toBe(3650);
  });
  it('needs 4 readings over half of its window, the last within 3 send cycles', () => {
    expect(evaluate(batteryDays, status(falling(-0.05, -7 * day)))).toBeCloseTo(20, 6);
    expect(evaluate(batteryDays, status(falling(-0.05, -7 * day + hour)))).toBeNull();
    const three = falling(-0.05).filter((_, n) => n % 168 === 0);
    expect(three).toHaveLength(3);
    expect(evaluate(batteryDays, status(three))).toBeNull();
    expect(evaluate(batteryDays, status(falling(-0.05), { t: start + 3 * hour }))).not.toBeNull();
    expect(evaluate(batteryDays, status(falling(-0.05), { t: start + 3 * hour + 1 }))).toBeNull();
  });
});

describe('arrival rate', () => {
  const at = (offsets: readonly number[], options: Partial<QuantityInput> = {}) =>
    evaluate(
      arrivalRate,
      evidenceOf(
        'tilt',
        null,
        offsets.map((offset) => reading(start + offset, {})),
        { t: start, ...options },
      ),
    );
  const full = times(-day + 10 * minute, 0, 10 * minute);
  it('is 100 where all came, and less by each that is missing', () => {
    expect(full).toHaveLength(144);
    expect(at(full)).toBe(100);
    expect(at(full.filter((_, n) => n % 4 !== 0))).toBe(75);
    expect(at([0])).toBeCloseTo(100 / 144, 9);
    expect(at([])).toBe(0);
  });
  it('expects the next ones too: one is missing a cycle after the newest', () => {
    expect(at(full, { t: start + 10 * minute - 1 })).toBe(100);
    expect(at(full, { t: start + 10 * minute })).toBeCloseTo((143 / 144) * 100, 9);
    expect(at(full, { t: start + 12 * hour })).toBe(50);
    expect(at(full, { t: start + day })).toBe(0);
  });
  it('does not mind jitter, resends of other elements, or denser readings beside a gap', () => {
    for (let seed = 1; seed <= 50; seed += 1)
      expect(
        at([
          ...full
            .slice(0, -1)
            .map((t, n) => Math.max(-day + 1, t + Math.round(between(seed, n, -4, 4) * minute))),
          0,
        ]),
      ).toBe(100);
    const dense = times(-12 * hour + 6 * minute, 0, minute);
    expect(at(dense)).toBe(50);
    const nodes = full.flatMap((t) => [1, 2].map((node) => reading(start + t, {}, node)));
    expect(evaluate(arrivalRate, evidenceOf('profile', null, nodes))).toBe(100);
  });
  it('of status reports is by the send cycle', () => {
    const hourly = times(-23 * hour, 0, hour).map((offset) => reading(start + offset, {}));
    expect(evaluate(arrivalRate, evidenceOf('status', null, hourly))).toBe(100);
    expect(evaluate(arrivalRate, evidenceOf('tilt', null, hourly))).toBeCloseTo(100 / 6, 9);
  });
  it('leaves the start of the 24 hours out', () => {
    expect(at([-day, 0])).toBeCloseTo(100 / 144, 9);
    expect(at([-day + 10 * minute, 0])).toBeCloseTo(200 / 144, 9);
    // Nearer to the one that was due at the start than to the first one within.
    expect(at([-day + 4 * minute, 0])).toBeCloseTo(100 / 144, 9);
    expect(at([-day + 6 * minute, 0])).toBeCloseTo(200 / 144, 9);
  });
  it('of random gaps is the share that was kept', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const kept = full.filter((t, n) => t === 0 || unit(seed, n) > 0.4);
      expect(at(kept)).toBeCloseTo((kept.length / 144) * 100, 9);
    }
  });
});

describe('arrivals over a change of the cycle', () => {
  // 24 h, of which the first 12 with a reading each hour, then each 10 min.
  const end = start + day;
  const change = start + 12 * hour;
  const cycles = {
    collectionCycle: 600,
    formerCycles: [{ until: change, collectionCycle: 3600, sendCycle: 3600 }],
  };
  const slow = times(start + hour, change - hour, hour);
  const fast = times(change, end, 10 * minute);
  const rateOf = (at: readonly number[], options: object = cycles) =>
    evaluate(
      arrivalRate,
      evidenceOf(
        'tilt',
        null,
        at.map((t) => reading(t, { x: 1 })),
        { t: end, ...options },
      ),
    );
  it('are those of each cycle while it was in force', () => {
    expect([slow.length, fast.length]).toEqual([11, 73]);
    expect(rateOf([...slow, ...fast])).toBe(100);
    // By the cycle of the moment alone two thirds of the slow half would be missing.
    expect(rateOf([...slow, ...fast], { collectionCycle: 600 })).toBeCloseTo((100 * 84) / 144, 9);
  });
  it('count a gap by the cycle in which it lies', () => {
    // One is missing: of the slow ones, of the fast ones.
    expect(rateOf([...slow.filter((_, index) => index !== 5), ...fast])).toBeCloseTo((100 * 83) / 84, 9);
    expect(rateOf([...slow, ...fast.filter((_, index) => index !== 5)])).toBeCloseTo((100 * 83) / 84, 9);
    // Nothing of one half: that many whole cycles fit into it.
    expect(rateOf(fast)).toBeCloseTo((100 * 73) / (73 + 12), 9);
    expect(rateOf(slow)).toBeCloseTo((100 * 11) / (11 + 72), 9);
    expect(rateOf([])).toBe(0);
  });
  it('are of the new cycle from the very moment on at which it begins', () => {
    // The reading at the border is the first of the new cycle; one millisecond earlier it is the last of the old one.
    const own = [...slow, ...fast.slice(1)];
    expect(rateOf([...own, change])).toBe(100);
    expect(rateOf(own)).toBeCloseTo((100 * 83) / 84, 9);
    expect(rateOf([...own, change - 1])).toBeCloseTo((100 * 84) / 85, 9);
  });
  it('know nothing of a cycle that ended at the start of the window, and of one that begins behind its end', () => {
    const until = (t: number) => ({
      collectionCycle: 600,
      formerCycles: [{ until: t, collectionCycle: 60, sendCycle: 60 }],
    });
    const all = times(start + 10 * minute, end, 10 * minute);
    expect(rateOf(all, until(start))).toBe(100);
    // One minute of it lies in the window: nothing was read in it, and one was due.
    expect(rateOf(all, until(start + minute))).toBeCloseTo((100 * 144) / 145, 9);
    expect(rateOf(all, until(start + minute - 1))).toBe(100);
    const later = { formerCycles: [{ until: end + 1, collectionCycle: 600, sendCycle: 600 }] };
    expect(rateOf(all, { collectionCycle: 600, ...later })).toBe(100);
  });
  it('of readings is not split by a change of the send cycle, that of reports is', () => {
    const all = times(start + 10 * minute, end, 10 * minute);
    const sends = {
      ...{ collectionCycle: 600, sendCycle: 600 },
      formerCycles: [{ until: change + minute, collectionCycle: 600, sendCycle: 3600 }],
    };
    expect(rateOf(all, sends)).toBe(100);
    const reports = [...times(start + hour, change, hour), ...times(change + 10 * minute, end, 10 * minute)];
    const rate = evaluate(
      arrivalRate,
      status(
        reports.map((t) => reading(t, {})),
        { t: end, ...sends },
      ),
    );
    expect(rate).toBe(100);
  });
});
