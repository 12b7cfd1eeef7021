import { dayNumber, dayStart } from '../../../base/time.ts';
import { day } from '../methods/points.ts';
import { rainRows, sumOf } from '../methods/rain-rows.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * Antecedent rain, mm: Σ kⁱ · Rᵢ of the n rain days before the present one, i = 1 the last of them, by the project's
 * zone and day boundary; the present day does not count. A decay k of 1 gives their plain sum; 0.84 is usual for k
 * (Crozier and Eyles 1980). Test tips and what is missing: see `rainSum`.
 */
export const antecedentRain: QuantityDefinition = {
  id: 'antecedentRain',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: 'mm' },
  args: {
    days: { type: 'number', unit: 'd', minimum: 1, maximum: 90, integer: true, standard: 7 },
    decay: { type: 'number', unit: null, minimum: 0.1, maximum: 1, standard: 1 },
  },
  // The present day, and an hour or a day that a change of the clocks adds.
  history: (args) => (numberOf(args, 'days') + 2) * day,
  evaluate: (input, args) => {
    const { t, zone, rainBoundary } = input;
    const days = numberOf(args, 'days');
    const decay = numberOf(args, 'decay');
    // At the boundary itself it is the day that ends there.
    const present = dayNumber(zone, t - 1, rainBoundary);
    const startOf = (before: number): number => dayStart(zone, present - before, rainBoundary);
    const rows = rainRows(input, startOf(days));
    if (rows === null) return null;
    let sum = 0;
    for (let before = days; before >= 1; before -= 1)
      sum += decay ** before * sumOf(rows, startOf(before), startOf(before - 1));
    return Number(sum.toFixed(4));
  },
};
