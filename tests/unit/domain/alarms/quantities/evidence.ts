/** QuantityInput for tests of quantities: made of series, with plain cycles, and none of what a test does not name. */
import type { RowId } from '../../../../../src/catalogue/model.ts';
import type {
  ArgumentDefinition,
  QuantityDefinition,
  QuantityInput,
  SourceReading,
} from '../../../../../src/domain/alarms/model.ts';
import type { Arguments } from '../../../../../src/domain/alarms/rule.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** 2026-03-01 00:00 UTC. */
export const start = Date.UTC(2026, 2, 1);

type Values = SourceReading['values'];

/** A reading that arrives at once. */
export const reading = (t: number, values: Values, element = 0): SourceReading => ({
  t,
  receivedAt: t,
  element,
  values,
});

/** Readings of one channel: pairs of time and value. */
export const series = (
  channel: string,
  points: readonly (readonly [t: number, value: number | string | null])[],
  element = 0,
): SourceReading[] => points.map(([t, value]) => reading(t, { [channel]: value }, element));

/** Every `cycle` from `from` to `to`, both of them too. */
export const times = (from: number, to: number, cycle: number): number[] =>
  Array.from({ length: Math.floor((to - from) / cycle) + 1 }, (_, index) => from + index * cycle);

/** At the last reading, of the row's own channels. */
export function evidenceOf(
  row: RowId,
  channel: string | null,
  readings: readonly SourceReading[],
  options: Partial<QuantityInput> = {},
): QuantityInput {
  return {
    t: readings.at(-1)?.t ?? start,
    row,
    element: 0,
    channel,
    readings: readings.toSorted((a, b) => a.t - b.t || a.element - b.element),
    receipts: [],
    collectionCycle: 600,
    sendCycle: 3600,
    baselines: [],
    datumAt: null,
    zone: 'Asia/Shanghai',
    rainBoundary: 480,
    ...options,
  };
}

const standard = (definition: ArgumentDefinition): number | string => definition.standard;

/** The arguments of a declaration as it proposes them, but for those that are given. */
export function argumentsOf({ args }: QuantityDefinition, given: Arguments = {}): Arguments {
  return {
    ...Object.fromEntries(Object.entries(args).map(([name, one]) => [name, standard(one)])),
    ...given,
  };
}

/** A quantity by its standard arguments but for those that are given. */
export const evaluate = (
  definition: QuantityDefinition,
  evidence: QuantityInput,
  given: Arguments = {},
): number | null => definition.evaluate(evidence, argumentsOf(definition, given));

/** The least-squares slope by the normal equations: an independent calculation. @returns per unit of x */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const n = points.length;
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, [x, y]) => all + of(x, y), 0);
  const [x, y, xx, xy] = [sum((a) => a), sum((_, b) => b), sum((a) => a * a), sum((a, b) => a * b)];
  return (n * xy - x * y) / (n * xx - x * x);
}
