/** Of every quantity: it needs no more than it asks for, and nothing of others, of later, or of another order. */
import { describe, expect, it } from 'vitest';
import { rows } from '../../../../../src/catalogue/index.ts';
import type { Channel, RowId } from '../../../../../src/catalogue/model.ts';
import type {
  ArgumentDefinition,
  QuantityDefinition,
  QuantityInput,
  SourceReading,
} from '../../../../../src/domain/alarms/model.ts';
import { quantities } from '../../../../../src/domain/alarms/quantities/index.ts';
import type { Arguments } from '../../../../../src/domain/alarms/rule.ts';
import { between, gauss, integer, pick, seedOf, unit } from '../../../../../src/simulator/random.ts';
import { argumentsOf, day, hour, start } from './evidence.ts';

/** Within bounds, biased to the small: windows that a series of weeks fills. */
function randomArguments({ args }: QuantityDefinition, seed: number): Arguments {
  const chosen = Object.entries<ArgumentDefinition>(args).map(([name, one], index) => {
    if (one.type === 'choice') return [name, pick(seed, index, one.choices)] as const;
    const reach = Math.min(one.maximum, 4 * Math.max(one.standard, one.minimum));
    const value = unit(seed, 50 + index) < 0.3 ? one.standard : between(seed, index, one.minimum, reach);
    return [name, one.integer === true ? Math.max(one.minimum, Math.round(value)) : value] as const;
  });
  return Object.fromEntries(chosen);
}

/** Values of a channel that creeps, with gaps and texts in it; rain in whole tips. */
function sampleOf(
  channel: Channel,
  row: RowId,
  element: number,
  seed: number,
  n: number,
): number | string | null {
  const own = seedOf(seed, `${channel.id}${element}`);
  if (unit(own, 5000 + n) < 0.05) return null;
  if (channel.type === 'enum') return integer(own, n, 0, 1);
  if (channel.type === 'flagSet') return integer(own, n, 0, 2 ** channel.flags.length - 1);
  if (channel.type !== 'number') return 'text';
  if (channel.id === 'interval') return pick(own, n, [300, 600, 3600, 90_000]);
  if (row === 'rain') return unit(own, n) < 0.5 ? 0 : integer(own, 9000 + n, 0, 40) / 2;
  if (channel.id === 'batteryVoltage') return 13 - n * 1e-3 + 0.02 * gauss(own, n);
  if (channel.id.startsWith('dominantFrequency')) return between(own, n, 0, 120);
  if (unit(seed, 13) < 0.3 && unit(own, 7000 + Math.floor(n / 5)) < 0.4) return 1;
  // Creep towards a failure soon after the end of the series.
  return -20 * Math.log(1.02 - n / 700) + 0.05 * gauss(own, n);
}

function evidenceFrom(quantity: QuantityDefinition, seed: number): QuantityInput {
  const row =
    quantity.of === 'rtu'
      ? 'status'
      : pick(seed, 1, quantity.rows ?? (['tilt', 'crack', 'profile'] as const));
  const element = quantity.of === 'channel' && row === 'profile' ? 2 : 0;
  const { channels, elements } = rows[row];
  const numbers = (element > 0 ? (elements?.channels ?? []) : channels).filter(
    (one) => one.type === 'number' && (unit(seed, 2) < 0.3 || one.relative !== undefined),
  );
  const channel = quantity.of === 'channel' ? pick(seed, 3, numbers).id : null;
  // Some series are dense and short, others reach back for a season.
  const cycle = pick(seed, 4, [600, 3600, 3600, 4 * 3600]);
  const readings: SourceReading[] = Array.from({ length: 700 }, (_, n): SourceReading[] => {
    const jitter = n === 699 ? 0 : Math.round(between(seed, 100 + n, -0.2, 0.2) * cycle * 1000);
    const t = start + (n - 699) * cycle * 1000 + jitter;
    const of = (own: number, all: readonly Channel[]): SourceReading => ({
      t,
      receivedAt: t,
      element: own,
      values: Object.fromEntries(all.map((one) => [one.id, sampleOf(one, row, own, seed, n)])),
    });
    const nodes = elements === undefined ? [] : [1, 2, 3].map((node) => of(node, elements.channels));
    return [of(0, channels), ...nodes];
  }).flat();
  const initial = (id: number, t: number) => ({
    id,
    t,
    initialValues: ['x', 'y', 'opening', 'cumulativeA'].map((name) => ({
      row,
      element: null,
      channel: name,
      value: id / 10,
    })),
  });
  return {
    t: start,
    row,
    element,
    channel,
    readings,
    receipts: readings.map(({ t }) => t).filter((t) => t < start - unit(seed, 5) * 20 * hour),
    collectionCycle: cycle,
    sendCycle: pick(seed, 6, [3600, 7200]),
    baselines: [initial(1, start - 200 * day), initial(2, start - hour)],
    datumAt: unit(seed, 7) < 0.3 ? start - Math.round(unit(seed, 8) * 20 * day) : null,
    zone: pick(seed, 9, ['Asia/Shanghai', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York']),
    rainBoundary: pick(seed, 10, [0, 480]),
    lines: [
      {
        from: start - Math.round(unit(seed, 14) * 100 * day),
        line: { factor: 3, exponent: -0.4, shortest: 0.5, longest: pick(seed, 15, [240, 720]), gap: 6 },
      },
    ],
  };
}

const seeds = Array.from({ length: 120 }, (_, n) => n + 1);

describe.each(quantities.map((one): [string, QuantityDefinition] => [one.id, one]))('%s', (id, quantity) => {
  const cases = seeds.map((n) => {
    const seed = seedOf(n, id);
    const evidence = evidenceFrom(quantity, seed);
    const args = unit(seed, 11) < 0.3 ? argumentsOf(quantity) : randomArguments(quantity, seed);
    return { evidence, args, found: quantity.evaluate(evidence, args) };
  });

  it('is known often enough for this test to say something, and is a number', () => {
    const known = cases.filter(({ found }) => found !== null);
    expect(known.length).toBeGreaterThan(seeds.length / 10);
    for (const { found } of known) expect(Number.isFinite(found)).toBe(true);
  });
  it('needs no more than the history that it asks for', () => {
    for (const { evidence, args, found } of cases) {
      const reach = quantity.history(args, evidence);
      expect(reach).toBeGreaterThanOrEqual(0);
      const readings = evidence.readings.filter(({ t }) => t >= evidence.t - reach);
      const receipts = evidence.receipts.filter((t) => t >= evidence.t - reach);
      expect(quantity.evaluate({ ...evidence, readings, receipts }, args)).toBe(found);
    }
  });
  it('does not look at other channels and elements', () => {
    for (const { evidence, args, found } of cases) {
      if (quantity.of !== 'channel' || evidence.channel === null || id === 'absoluteChange') continue;
      const { channel, element } = evidence;
      const readings = evidence.readings.map((one) => ({
        ...one,
        values: one.element === element ? { [channel]: one.values[channel] ?? null } : { [channel]: 77 },
      }));
      expect(quantity.evaluate({ ...evidence, readings }, args)).toBe(found);
    }
  });
  it('leaves what it is given as it is', () => {
    for (const { evidence, args } of cases.slice(0, 5)) {
      const before = JSON.stringify([evidence, args]);
      quantity.evaluate(evidence, args);
      expect(JSON.stringify([evidence, args])).toBe(before);
    }
  });
  it('is unknown, or nothing received, without readings', () => {
    for (const { evidence, args } of cases.slice(0, 5))
      expect(quantity.evaluate({ ...evidence, readings: [], receipts: [] }, args)).toBe(
        id === 'arrivalRate' ? 0 : null,
      );
  });
  it('is unknown where nothing is good', () => {
    for (const { evidence, args } of cases.slice(0, 5)) {
      const readings = evidence.readings.map((one) => ({
        ...one,
        values: Object.fromEntries(Object.keys(one.values).map((name) => [name, null])),
      }));
      const found = quantity.evaluate({ ...evidence, readings }, args);
      if (id !== 'arrivalRate' && id !== 'silence') expect(found).toBeNull();
    }
  });
});
