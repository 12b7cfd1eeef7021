/** Shear of a profile against the normal equations, and vibration against its table. */
import { describe, expect, it } from 'vitest';
import type { SourceReading } from '../../../../../src/domain/alarms/model.ts';
import { shearDepth } from '../../../../../src/domain/alarms/quantities/shear-depth.ts';
import { shearRate } from '../../../../../src/domain/alarms/quantities/shear-rate.ts';
import { vibrationRatio } from '../../../../../src/domain/alarms/quantities/vibration-ratio.ts';
import { between } from '../../../../../src/simulator/random.ts';
import { day, evaluate, evidenceOf, hour, reading, slopeOf, start, times } from './evidence.ts';

type Node = (days: number) => { readonly a: number | null; readonly b: number | null };
const profile = (nodes: readonly Node[], options = {}, from = -7 * day) =>
  evidenceOf(
    'profile',
    null,
    times(from, 0, 6 * hour).flatMap((at): SourceReading[] => [
      reading(start + at, { temperature: 12 }),
      ...nodes.map((node, index) => {
        const { a, b } = node(at / day);
        return reading(start + at, { incrementalA: a, incrementalB: b, depth: -(index + 1) / 2 }, index + 1);
      }),
    ]),
    options,
  );
const moving =
  (a: number, b: number): Node =>
  (days) => ({ a: 4 + a * days, b: 9 + b * days });

describe('strongest shear', () => {
  it('is of the fastest node by both axes together', () => {
    const evidence = profile([moving(2, 0), moving(-3, 4), moving(4.9, 0)]);
    expect(evaluate(shearRate, evidence)).toBeCloseTo(5, 9);
    expect(evaluate(shearDepth, evidence)).toBe(-1);
  });
  it('is that of the normal equations for each node', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const value = (node: number, axis: number, days: number) =>
        between(seed, 1000 * node + 100 * axis + Math.round((days + 7) * 4), -3, 3);
      const nodes = [0, 1, 2, 3, 4].map(
        (node): Node =>
          (days) => ({ a: value(node, 0, days), b: value(node, 1, days) }),
      );
      const at = times(-7 * 4, 0, 1).map((quarter) => quarter / 4);
      const rates = nodes.map((_, node) =>
        Math.hypot(
          slopeOf(at.map((d) => [d, value(node, 0, d)])),
          slopeOf(at.map((d) => [d, value(node, 1, d)])),
        ),
      );
      const most = Math.max(...rates);
      const evidence = profile(nodes);
      expect(evaluate(shearRate, evidence)).toBeCloseTo(most, 8);
      expect(evaluate(shearDepth, evidence, { leastRate: 0 })).toBe(-(rates.indexOf(most) + 1) / 2);
    }
  });
  it('has no depth below its least rate', () => {
    const evidence = profile([moving(0.125, 0)]);
    expect(evaluate(shearDepth, evidence, { leastRate: 0.12 })).toBe(-0.5);
    expect(evaluate(shearDepth, evidence, { leastRate: 0.13 })).toBeNull();
    expect(evaluate(shearRate, evidence)).toBeCloseTo(0.125, 9);
  });
  it('passes over nodes that are not read now, or too rarely', () => {
    const gone: Node = (days) => (days === 0 ? { a: null, b: 1 } : { a: 50 * days, b: 1 });
    const rare: Node = (days) => (days > -3.4 || days < -6 ? { a: 50 * days, b: 1 } : { a: null, b: null });
    expect(evaluate(shearRate, profile([moving(1, 0), gone]))).toBeCloseTo(1, 9);
    expect(evaluate(shearRate, profile([gone]))).toBeNull();
    expect(evaluate(shearRate, profile([rare]))).toBeCloseTo(50, 6);
    expect(evaluate(shearRate, profile([rare], {}, -3 * day))).toBeNull();
    expect(evaluate(shearRate, profile([moving(1, 0)], { t: start + 1 }))).toBeNull();
  });
  it('is of the present datum alone', () => {
    const stepped: Node = (days) => ({ a: days < -4 ? 900 : days, b: 0 });
    expect(evaluate(shearRate, profile([stepped], { datumAt: start - 4 * day }))).toBeCloseTo(1, 9);
    expect(evaluate(shearRate, profile([stepped], { datumAt: start - 5 * day }))).not.toBeCloseTo(1, 3);
    expect(evaluate(shearRate, profile([stepped], { datumAt: start - 3.4 * day }))).toBeNull();
  });
  it('has its window closed at the start', () => {
    const first: Node = (days) => ({ a: days <= -7 ? 900 : days, b: 0 });
    expect(evaluate(shearRate, profile([first]), { window: 168 })).not.toBeCloseTo(1, 3);
    expect(evaluate(shearRate, profile([first]), { window: 167.99 })).toBeCloseTo(1, 9);
  });
});

describe('vibration against its limit', () => {
  const one = (velocity: number, frequency: number, line = 2) =>
    evaluate(
      vibrationRatio,
      evidenceOf('blast', null, [reading(start, { ppvX: velocity, dominantFrequencyX: frequency })]),
      { curve: `din4150Line${line}` },
    );
  // Limit by line at a frequency: at the corners of the table, and in the middle between them.
  it.each([
    [1, 20, 5, 3],
    [10, 20, 5, 3],
    [30, 30, 10, 5.5],
    [50, 40, 15, 8],
    [75, 45, 17.5, 9],
    [100, 50, 20, 10],
    [400, 50, 20, 10],
  ])('at %d Hz', (frequency, ...limits) => {
    for (const [index, limit] of limits.entries())
      expect(one(2 * limit, frequency, index + 1)).toBeCloseTo(2, 12);
  });
  it('rises between the corners and not before', () => {
    expect(one(5, 10)).toBe(1);
    expect(one(5, 10.4)).toBeCloseTo(5 / 5.1, 12);
    expect(one(15, 50)).toBe(1);
    expect(one(15, 50.5)).toBeCloseTo(15 / 15.05, 12);
  });
  it('is unknown below 1 Hz, and without velocity or frequency', () => {
    expect(one(5, 0.999)).toBeNull();
    expect(one(5, 0)).toBeNull();
    const of = (values: SourceReading['values'], element = 0) =>
      evaluate(vibrationRatio, evidenceOf('blast', null, [reading(start, values, element)]));
    expect(of({ ppvX: 5, dominantFrequencyX: null })).toBeNull();
    expect(of({ ppvX: null, dominantFrequencyX: 5 })).toBeNull();
    expect(of({ ppvX: 5, dominantFrequencyX: 5 }, 1)).toBeNull();
    expect(of({})).toBeNull();
    expect(of({ ppvX: 5, dominantFrequencyX: 5, ppvY: 50, dominantFrequencyY: null })).toBe(1);
  });
  it('is the largest of the axes, each at its own frequency', () => {
    const values = {
      ppvX: 10,
      dominantFrequencyX: 100,
      ppvY: 6,
      dominantFrequencyY: 5,
      ppvZ: -7,
      dominantFrequencyZ: 50,
    };
    const evidence = evidenceOf('blast', null, [reading(start, values)]);
    expect(evaluate(vibrationRatio, evidence)).toBeCloseTo(1.2, 12);
    expect(evaluate(vibrationRatio, { ...evidence, t: start + 1 })).toBeNull();
  });
});
