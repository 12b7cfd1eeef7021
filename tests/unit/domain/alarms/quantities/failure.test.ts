/** Tangent angle and failure time, against series that are made from a known answer. */
import { describe, expect, it } from 'vitest';
import { daysToFailure } from '../../../../../src/domain/alarms/quantities/days-to-failure.ts';
import { tangentAngle } from '../../../../../src/domain/alarms/quantities/tangent-angle.ts';
import { gauss } from '../../../../../src/simulator/random.ts';
import { day, evaluate, evidenceOf, hour, series, slopeOf, start, times } from './evidence.ts';

const opening = (of: (days: number) => number | null, from: number, cycle = hour, options = {}) =>
  evidenceOf(
    'crack',
    'opening',
    series(
      'opening',
      times(from, 0, cycle).map((at) => [start + at, of(at / day)]),
    ),
    options,
  );

describe('days to failure', () => {
  /** Inverse velocity (left − days) / scale: displacement −scale · ln(left − days). */
  const towards = (left: number, scale: number) => (days: number) => -scale * Math.log(left - days);
  it.each([0.5, 1, 2, 5])('of a slope that fails in %d days without noise', (left) => {
    const found = evaluate(daysToFailure, opening(towards(left, 20), -3 * day)) ?? Number.NaN;
    // Means of a ninth of the window stand for a curve: they are off by some hundredths of what is left and seen.
    expect(Math.abs(found - left)).toBeLessThan(0.02 * (left + 1));
  });
  it('does not ask for the direction or the scale', () => {
    const one = evaluate(daysToFailure, opening(towards(2, 20), -3 * day)) ?? 0;
    expect(
      evaluate(
        daysToFailure,
        opening((d) => -towards(2, 20)(d), -3 * day),
      ),
    ).toBeCloseTo(one, 9);
    expect(
      evaluate(
        daysToFailure,
        opening((d) => 500 + 50 * towards(2, 20)(d), -3 * day),
      ),
    ).toBeCloseTo(one, 6);
  });
  it('says no later than the truth in nine cases of ten with noise, and is not far from it', () => {
    const found = Array.from({ length: 500 }, (_, seed) =>
      evaluate(
        daysToFailure,
        opening((d) => towards(2, 20)(d) + 0.2 * gauss(seed, Math.round(d * 24) + 1000), -3 * day),
      ),
    ).filter((one): one is number => one !== null && one < 3650);
    expect(found.length).toBeGreaterThan(475);
    const early = found.filter((one) => one <= 2).length / found.length;
    expect(early).toBeGreaterThan(0.85);
    expect(found.filter((one) => one > 1).length / found.length).toBeGreaterThan(0.95);
  });
  it('is as long as can be for creep that does not accelerate, slows down, stands or turns back', () => {
    const forecasts = Array.from({ length: 500 }, (_, seed) =>
      evaluate(
        daysToFailure,
        opening((d) => 2 * d + 0.1 * gauss(seed, Math.round(d * 24) + 1000), -3 * day),
      ),
    ).filter((one) => one !== 3650);
    expect(forecasts.length).toBeLessThanOrEqual(10);
    for (const of of [
      (d: number) => 2 * d,
      (d: number) => Math.log(d + 4),
      () => 3,
      (d: number) => (d + 1) ** 2,
    ])
      expect(evaluate(daysToFailure, opening(of, -3 * day))).toBe(3650);
  });
  it('needs a reading in each ninth of the window and at the moment', () => {
    const at = (parts: readonly number[], end: number | null = towards(2, 20)(0)) =>
      evaluate(
        daysToFailure,
        evidenceOf(
          'crack',
          'opening',
          series('opening', [
            ...parts.map((n) => [start - n * 8 * hour, towards(2, 20)((-n * 8) / 24)] as const),
            [start, end],
          ]),
        ),
      );
    expect(at([8, 7, 6, 5, 4, 3, 2, 1])).not.toBeNull();
    expect(at([8, 7, 6, 5, 3, 2, 1])).toBeNull();
    // The first part ends 64 h before the moment; the window's start itself lies outside.
    expect(at([8.99, 7, 6, 5, 4, 3, 2, 1])).not.toBeNull();
    expect(at([9, 7, 6, 5, 4, 3, 2, 1])).toBeNull();
    expect(at([8, 7, 6, 5, 4, 3, 2, 1, 0.5], null)).toBeNull();
  });
  it('is of the present datum alone', () => {
    const evidence = opening(towards(2, 20), -3 * day);
    const datum = (datumAt: number) => evaluate(daysToFailure, { ...evidence, datumAt });
    expect(datum(start - 64 * hour)).not.toBeNull();
    expect(datum(start - 64 * hour + 1)).toBeNull();
  });
  it('is 0 where it is past', () => {
    // Accelerates until it should have failed, and goes on at that speed for the last two parts.
    const of = (d: number) => (d < -0.7 ? -20 * Math.log(-0.6 - d) : -20 * Math.log(0.1) + 200 * (d + 0.7));
    const found = evaluate(daysToFailure, opening(of, -3 * day));
    expect(found).toBe(0);
  });
});

describe('tangent angle', () => {
  const angle = (ratio: number) => (Math.atan(ratio) * 180) / Math.PI;
  it.each([1, 5.671, 11.43, -1])('of a rate %d times the given one', (ratio) => {
    const evidence = opening((d) => 3 + 2 * ratio * d, -1 * day);
    expect(evaluate(tangentAngle, evidence, { steadyRate: 2 })).toBeCloseTo(angle(ratio), 6);
    expect(evaluate(tangentAngle, evidence, { steadyRate: -2 })).toBeCloseTo(-angle(ratio), 6);
  });
  it.each([1, 5.671, -1])('of a rate %d times that of the steady stage, found', (ratio) => {
    for (const scale of [0.5, -80]) {
      const evidence = opening((d) => scale * (d < -1 ? d + 1 : ratio * (d + 1)), -31 * day);
      expect(evaluate(tangentAngle, evidence)).toBeCloseTo(angle(ratio), 6);
    }
  });
  it('finds the steady rate as the median of the rates of windows', () => {
    // Noise, and a jump that a single line would follow.
    const of = (d: number) => 0.5 * d + (d > -12.5 ? 40 : 0) + 0.05 * gauss(5, Math.round(d * 24) + 1000);
    const evidence = opening(of, -31 * day);
    const slope = (from: number, to: number) =>
      slopeOf(
        times(from * 24, to * 24, 1)
          .filter((h) => (to === 0 ? h >= from * 24 : h > from * 24 - 1e-9 && h < to * 24))
          .map((h) => [h / 24, of(h / 24)]),
      );
    const rates = Array.from({ length: 30 }, (_, n) => slope(-2 - n, -1 - n)).sort((a, b) => a - b);
    const steady = ((rates[14] ?? 0) + (rates[15] ?? 0)) / 2;
    expect(steady).toBeCloseTo(0.5, 1);
    expect(evaluate(tangentAngle, evidence)).toBeCloseTo(angle(slope(-1, 0) / steady), 6);
  });
  it('is unknown where no stage is steady', () => {
    const still = opening((d) => (d < -1 ? 5 : 5 + d), -31 * day);
    expect(evaluate(tangentAngle, still)).toBeNull();
    const found = Array.from({ length: 200 }, (_, seed) =>
      evaluate(
        tangentAngle,
        opening((d) => gauss(seed, Math.round(d * 24) + 1000), -31 * day),
      ),
    ).filter((one): one is number => one !== null && one < 3650);
    expect(found.length).toBeLessThanOrEqual(4);
    // Four standard errors of the median, from both sides: rates of 1 and 1 + 2e by turns, e their deviation.
    const turns = (e: number) =>
      opening((d) => {
        const steps = Math.min(0, d + 1);
        const whole = Math.ceil(steps);
        const odd = (n: number) => (n % 2 === 0 ? 1 + 2 * e : 1);
        let value = 0;
        for (let n = 0; n > whole; n -= 1) value -= odd(n);
        return value + (steps - whole) * odd(whole) + Math.max(0, d + 1);
      }, -31 * day);
    const ratio = (4 * 1.4826 * Math.sqrt(Math.PI / 2)) / Math.sqrt(30);
    // The median is 1 + e, the deviation e: steady where ratio · e < 1 + e.
    const border = 1 / (ratio - 1);
    expect(evaluate(tangentAngle, turns(border * 0.98))).not.toBeNull();
    expect(evaluate(tangentAngle, turns(border * 1.02))).toBeNull();
  });
  it('needs rates in half of the reference windows, and 4 at least', () => {
    const of = (from: number, reference: number, options = {}) =>
      evaluate(
        tangentAngle,
        opening((d) => d, from * day, hour, options),
        { reference },
      );
    expect(of(-16, 30)).toBeCloseTo(45, 6);
    expect(of(-15, 30)).toBeNull();
    expect(of(-5, 4)).toBeCloseTo(45, 6);
    expect(of(-4, 4)).toBeNull();
    expect(of(-4, 3)).toBeNull();
    expect(of(-31, 30, { datumAt: start - 16 * day })).toBeCloseTo(45, 6);
    expect(of(-31, 30, { datumAt: start - 15 * day })).toBeNull();
  });
  it('is unknown where the moment has no value, or its window no rate', () => {
    expect(
      evaluate(
        tangentAngle,
        opening((d) => (d === 0 ? null : d), -31 * day),
      ),
    ).toBeNull();
    expect(
      evaluate(
        tangentAngle,
        opening((d) => (d < -0.4 && d > -1.1 ? null : d), -31 * day),
      ),
    ).toBeNull();
  });
});
