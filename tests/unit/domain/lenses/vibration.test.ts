import { describe, expect, it } from 'vitest';
import {
  eventOf,
  limitAt,
  recordOf,
  type VibrationEvent,
  vibrationAnswer,
} from '../../../../src/domain/lenses/vibration.ts';

const rate = 1000;
const wave = (count: number, value: (s: number) => number) =>
  Float64Array.from({ length: count }, (_, i) => value(i / rate));
const silence = wave(4096, () => 0);

describe('a record', () => {
  it('of a sine has its frequency and its amplitude within a bin, without what it stands on', () => {
    const bin = rate / 4096;
    for (const [frequency, amplitude] of [
      [14, 3.1],
      [23.4, 0.8],
      [80.2, 12],
    ] as const) {
      const sine = wave(4096, (s) => 5 + amplitude * Math.sin(2 * Math.PI * frequency * s));
      const found = recordOf([silence, sine, silence], rate);
      expect(Math.abs((found.axes[1]?.frequency as number) - frequency)).toBeLessThan(bin);
      expect(Math.abs(Math.abs(found.axes[1]?.peak?.value as number) - amplitude)).toBeLessThan(
        amplitude * 0.05,
      );
      expect(found.axes[0]?.frequency).toBeNull();
      expect(Math.abs((found.vector as number) - amplitude)).toBeLessThan(amplitude * 0.05);
    }
  });

  it('of a chirp has a frequency of its stretch, and the peak of its greatest swing', () => {
    // From 10 to 30 Hz in 4 s, loudest in the middle, where it is at 20 Hz.
    const chirp = wave(
      4000,
      (s) => 2 * Math.exp(-(((s - 2) / 0.5) ** 2)) * Math.sin(2 * Math.PI * (10 * s + 2.5 * s * s)),
    );
    const found = recordOf([chirp, silence.subarray(0, 4000), silence.subarray(0, 4000)], rate);
    expect(found.axes[0]?.frequency).toBeGreaterThan(17);
    expect(found.axes[0]?.frequency).toBeLessThan(23);
    expect(Math.abs(found.axes[0]?.peak?.value as number)).toBeCloseTo(2, 1);
    // A tenth of the peak: 0.5 √(ln 10) s to each side of the middle.
    expect(Math.abs((found.duration as number) - 2 * 0.5 * Math.sqrt(Math.log(10)))).toBeLessThan(0.06);
  });

  it('shorter than a second has no frequency, one without movement no duration', () => {
    const short = wave(999, (s) => Math.sin(2 * Math.PI * 20 * s));
    expect(recordOf([short, short, short], rate).axes[0]?.frequency).toBeNull();
    const whole = wave(1000, (s) => Math.sin(2 * Math.PI * 20 * s));
    expect(recordOf([whole, whole, whole], rate).axes[0]?.frequency).toBeCloseTo(20, 0);
    expect(recordOf([silence, silence, silence], rate).duration).toBeNull();
  });
});

describe('a limit', () => {
  it('of DIN 4150-3 rises along straight lines between its corners, and ends as it is at 100 Hz', () => {
    expect([1, 5, 10, 30, 50, 75, 100, 250].map((f) => limitAt('dinDwelling', f))).toEqual([
      5, 5, 5, 10, 15, 17.5, 20, 20,
    ]);
    expect([10, 50, 100].map((f) => limitAt('dinIndustry', f))).toEqual([20, 40, 50]);
    expect([10, 50, 100].map((f) => limitAt('dinSensitive', f))).toEqual([3, 8, 10]);
    expect(limitAt('dinDwelling', 0.99)).toBeNull();
    expect(limitAt('dinDwelling', Number.NaN)).toBeNull();
  });

  it('of GB 6722 rises in steps', () => {
    expect([1, 9.99, 10, 49.9, 50, 300].map((f) => limitAt('gbDwelling', f))).toEqual([
      15, 15, 20, 20, 25, 25,
    ]);
    expect([5, 20, 60].map((f) => limitAt('gbHeritage', f))).toEqual([1, 2, 3]);
    expect([5, 20, 60].map((f) => limitAt('gbEarth', f))).toEqual([1.5, 4.5, 9]);
    expect([5, 20, 60].map((f) => limitAt('gbIndustry', f))).toEqual([25, 35, 42]);
  });
});

describe('events against a limit', () => {
  const event = (t: number, ppv: VibrationEvent['ppv'], frequency: VibrationEvent['frequency']) => ({
    t,
    ppv,
    frequency,
  });

  it('are judged by the axis that comes nearest to its own limit, not by the fastest one', () => {
    const { events, worst, above } = vibrationAnswer({
      limit: 'dinDwelling',
      events: [
        // 6 mm/s at 60 Hz of 16 are less than 4 at 8 Hz of 5.
        event(1, [6, 4, 1], [60, 8, 30]),
        event(2, [5, 1, 1], [10, 20, 20]),
        event(3, [-5.01, 1, 1], [10, 20, 20]),
        event(4, [Number.NaN, 3, Number.NaN], [20, Number.NaN, 30]),
      ],
    });
    expect(events[0]?.worst).toEqual({ axis: 'y', velocity: 4, frequency: 8, limit: 5, part: 0.8 });
    // At the limit it is not above it.
    expect(events[1]?.worst?.part).toBe(1);
    expect(above).toBe(1);
    expect(worst?.t).toBe(3);
    expect(events[3]?.worst).toBeNull();
    expect(vibrationAnswer({ limit: 'dinDwelling', events: [] })).toEqual({
      events: [],
      worst: null,
      above: 0,
    });
  });

  it('come out of records, too', () => {
    const sine = wave(4096, (s) => 3.1 * Math.sin(2 * Math.PI * 14 * s));
    const { worst } = vibrationAnswer({
      limit: 'dinDwelling',
      events: [eventOf(7, recordOf([sine, silence, silence], rate))],
    });
    // At 14 Hz: 5 + 10 · 4 / 40.
    expect(worst?.worst?.limit).toBeCloseTo(6, 1);
    expect(worst?.worst?.part).toBeCloseTo(3.1 / 6, 2);
  });
});
