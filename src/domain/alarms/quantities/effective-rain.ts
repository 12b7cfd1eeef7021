import { intervalLength } from '../../readings/rain.ts';
import { hour } from '../methods/points.ts';
import { rainRows } from '../methods/rain-rows.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/** Half-lives after which rain counts no more: less than a ten-thousandth of it is left. Assumed. */
const reach = 14;

/**
 * Effective rain, mm: ∫ r(s) · 0.5^((t − s) / T) ds of the rain r and the half-life T, as Japanese practice uses it with
 * 1.5 and 72 hours. Rain falls evenly over its interval. Test tips and what is missing: see `rainSum`.
 */
export const effectiveRain: QuantityDefinition = {
  id: 'effectiveRain',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: 'mm' },
  args: { halfLife: { type: 'number', unit: 'h', minimum: 0.5, maximum: 24 * 14, standard: 72 } },
  history: (args) => reach * numberOf(args, 'halfLife') * hour,
  evaluate: (input, args) => {
    const halfLife = numberOf(args, 'halfLife') * hour;
    const from = input.t - reach * halfLife;
    const rows = rainRows(input, from);
    if (rows === null) return null;
    /** ∫ 0.5^(s / T) ds from an age to infinity. */
    const left = (age: number): number => (halfLife / Math.LN2) * 0.5 ** (age / halfLife);
    let sum = 0;
    for (const { t, amount, interval } of rows) {
      const length = intervalLength(interval);
      const begin = Math.max(t - length, from);
      sum +=
        length === 0
          ? amount * 0.5 ** ((input.t - t) / halfLife)
          : (amount / length) * (left(input.t - t) - left(input.t - begin));
    }
    return sum;
  },
};
