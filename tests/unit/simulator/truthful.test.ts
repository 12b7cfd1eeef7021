import { describe, expect, test } from 'vitest';
import { enumValues } from '../../../src/catalogue/enum-values.ts';
import { collect, events, gather } from '../../../src/simulator/collect.ts';
import { act } from '../../../src/simulator/device/actions.ts';
import { DeviceMemory } from '../../../src/simulator/device/memory.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { sensorMemory } from '../../../src/simulator/parameters.ts';
import type { Sample } from '../../../src/simulator/sample.ts';

const anchor = Date.UTC(2026, 6, 20, 4);
const hour = 3_600_000;
const day = 24 * hour;
const fleet = planFleet({ seed: 3, anchor, stations: 60 });
const sensors = fleet.projects
  .flatMap(({ stations }) => stations)
  .flatMap(({ rtu }) => rtu.sensors.map((sensor) => ({ sensor, memory: sensorMemory(rtu, sensor) })));
const ofKind = (...codes: number[]) => sensors.filter(({ sensor }) => codes.includes(sensor.kind.code));
const numberOf = ({ values }: Sample, name: string) => Number(values[name]);

/** Samples of an axis, read without the code under test. */
function samples({ values }: Sample, axis: 'x' | 'y' | 'z'): number[] {
  const bytes = values[axis];
  if (!(bytes instanceof Uint8Array)) throw new Error(`no ${axis}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

describe('R9: a blast’s row agrees with its waveform', () => {
  const blasts = ofKind(15).flatMap(({ sensor, memory }) => {
    const found = events(sensor, memory, anchor - 60 * day, anchor);
    return found
      .filter(({ row }) => row === 'blast')
      .map((row) => ({ row, wave: found.find((one) => one.row === 'waveform' && one.t === row.t) }));
  });

  test('each axis’ peak and the vector sum equal those of the samples within rounding', () => {
    expect(blasts.length).toBeGreaterThan(50);
    for (const { row, wave } of blasts) {
      if (wave === undefined) throw new Error('a blast without a waveform');
      const axes = (['x', 'y', 'z'] as const).map((axis) => samples(wave, axis));
      const [x = [], y = [], z = []] = axes;
      const most = (list: readonly number[]) => list.map(Math.abs).sort((a, b) => b - a)[0] ?? Number.NaN;
      expect(Math.abs(numberOf(row, 'ppvX') - most(x))).toBeLessThan(0.005001);
      expect(Math.abs(numberOf(row, 'ppvY') - most(y))).toBeLessThan(0.005001);
      expect(Math.abs(numberOf(row, 'ppvZ') - most(z))).toBeLessThan(0.005001);
      const sums = x.map((value, i) => Math.sqrt(value ** 2 + (y[i] ?? 0) ** 2 + (z[i] ?? 0) ** 2));
      expect(Math.abs(numberOf(row, 'ppv') - most(sums))).toBeLessThan(0.005001);
    }
  });

  test('what a blasting sensor records on demand is a velocity, not the earth’s gravity', () => {
    const [{ sensor } = {}] = ofKind(15);
    if (sensor === undefined) throw new Error('no blasting sensor');
    const rtu = fleet.projects
      .flatMap(({ stations }) => stations)
      .map((station) => station.rtu)
      .find((one) => one.sensors.includes(sensor));
    if (rtu === undefined) throw new Error('no RTU');
    const outcome = act(new DeviceMemory(rtu), sensor.slot, 'captureWaveform', '{}', anchor);
    const [wave] = outcome.samples;
    if (wave === undefined) throw new Error(`nothing recorded: ${outcome.problem}`);
    expect(Math.max(...samples(wave, 'x').map(Math.abs))).toBeLessThan(0.5);
  });
});

describe('R9: a sensor that says it was triggered was', () => {
  const triggered = enumValues.tiltAlarmState.indexOf('accelerationTrigger');
  const byThreshold = enumValues.triggerCause.indexOf('threshold');
  const shaken = ofKind(9, 11);

  test('a record of cause threshold goes beyond the threshold, one of another cause does not', () => {
    const counts = { threshold: 0, other: 0 };
    for (const { sensor, memory } of shaken) {
      const threshold = Number(memory.get('rt3000/triggerThreshold'));
      for (const wave of events(sensor, memory, anchor - 200 * day, anchor)) {
        const beside = (['x', 'y', 'z'] as const).map((axis) => {
          const list = samples(wave, axis);
          const still = list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
          return Math.max(...list.map((value) => Math.abs(value - still)));
        });
        const isShock = wave.values['triggerCause'] === byThreshold;
        counts[isShock ? 'threshold' : 'other'] += 1;
        if (isShock) expect(Math.max(...beside)).toBeGreaterThanOrEqual(threshold);
        else expect(Math.max(...beside)).toBeLessThan(threshold);
      }
    }
    expect(counts.threshold).toBeGreaterThan(20);
    expect(counts.other).toBeGreaterThan(20);
  });

  test('a row in the state acceleration trigger shows an acceleration beyond the threshold, and no other row does', () => {
    const counts = { reported: 0, quiet: 0 };
    for (const { sensor, memory } of shaken) {
      const threshold = Number(memory.get('rt3000/triggerThreshold'));
      const shocks = events(sensor, memory, anchor - 60 * day, anchor).filter(
        ({ values }) => values['triggerCause'] === byThreshold,
      );
      const moments = [
        ...shocks.flatMap(({ t }) => [t - 1000, t, t + 10 * 60_000, t + 5 * hour]),
        ...Array.from({ length: 40 }, (_, i) => anchor - i * 31 * hour),
      ];
      for (const t of moments) {
        const tilt = collect(sensor, memory, t).find(({ row }) => row === 'tilt');
        if (tilt === undefined || tilt.values['runState'] !== 0) continue;
        const beside = (['x', 'y', 'z'] as const).map(
          (axis) => numberOf(tilt, `a${axis}Max`) - Math.abs(numberOf(tilt, `a${axis}`)),
        );
        const isReported = tilt.values['alarmState'] === triggered;
        counts[isReported ? 'reported' : 'quiet'] += 1;
        if (isReported) expect(Math.max(...beside)).toBeGreaterThanOrEqual(threshold);
        else expect(Math.max(...beside)).toBeLessThan(threshold);
      }
    }
    expect(counts.reported).toBeGreaterThan(5);
    expect(counts.quiet).toBeGreaterThan(100);
  });

  test('a trigger that is switched off sets nothing off', () => {
    for (const { sensor, memory } of shaken) {
      const off = new Map(memory).set('rt3000/triggerSwitch', enumValues.triggerSwitch.indexOf('off'));
      const found = events(sensor, off, anchor - 200 * day, anchor);
      expect(found.filter(({ values }) => values['triggerCause'] === byThreshold)).toEqual([]);
    }
  });
});

describe('R9: rain', () => {
  /** Greatest rain of 60 minutes, mm, of each calendar day of a year: from the gauge’s own five-minute rows. */
  const storms = ofKind(17).map(({ sensor, memory }) => {
    const rows = gather(sensor, memory, anchor - 730 * day, anchor).filter(({ row }) => row === 'rain');
    const days = new Map<number, number>();
    for (const [index, row] of rows.entries()) {
      let sum = 0;
      for (let back = index; back >= 0; back -= 1) {
        const earlier = rows[back];
        if (earlier === undefined || row.t - earlier.t >= hour) break;
        sum += numberOf(earlier, 'amount');
      }
      const at = Math.floor(row.t / day);
      days.set(at, Math.max(days.get(at) ?? 0, sum));
    }
    return { days, year: rows.reduce((sum, row) => sum + (numberOf(row, 'amount') || 0), 0) / 2 };
  });

  test('some storms reach 60 mm in an hour, and they are few', () => {
    const heavy = storms.map(({ days }) => [...days.values()].filter((most) => most >= 60).length);
    expect(storms.length).toBeGreaterThan(5);
    expect(heavy.filter((count) => count > 0).length).toBeGreaterThan(storms.length / 3);
    for (const [index, count] of heavy.entries())
      expect(count).toBeLessThan((storms[index]?.days.size ?? 0) * 0.06);
  });

  test('no hour is wetter than any that was ever measured in these lands, nor a year', () => {
    for (const { days, year } of storms) {
      expect(Math.max(...days.values())).toBeLessThan(200);
      expect(year).toBeGreaterThan(150);
      expect(year).toBeLessThan(4500);
    }
  });
});
