import { intervalLength, shareOf } from '../../readings/rain.ts';
import { day, hour } from '../methods/points.ts';
import { rainRows } from '../methods/rain-rows.ts';
import { drained, type Tanks } from '../methods/tank-model.ts';
import type { QuantityDefinition } from '../model.ts';

/**
 * ms after which water that was in the tanks is gone: the slowest drains by 1 % an hour, so that less than a millionth
 * of it is left after 60 days.
 */
const reach = 60 * day;
/** Length of a step, ms. */
const step = hour / 6;

/** Rain of each step, mm, from the oldest on; the last ends at `t`. */
function rainBySteps(rows: NonNullable<ReturnType<typeof rainRows>>, t: number): Float64Array {
  const rain = new Float64Array(reach / step);
  const from = t - reach;
  for (const row of rows) {
    const length = intervalLength(row.interval);
    const last = Math.ceil((row.t - from) / step) - 1;
    for (let index = last; index >= 0; index -= 1) {
      const begin = from + index * step;
      rain[index] = (rain[index] ?? 0) + shareOf(row.amount, row.t, length, begin, begin + step);
      if (begin <= row.t - length) break;
    }
  }
  return rain;
}

/**
 * Soil water index, mm: the water in the three tanks of Ishihara and Kobatake 1979 (methods/tank-model), which are taken
 * as empty 60 days before. Rain in steps of 10 minutes. Test tips and what is missing: see `rainSum`.
 */
export const soilWaterIndex: QuantityDefinition = {
  id: 'soilWaterIndex',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: 'mm' },
  args: {},
  history: () => reach,
  evaluate: (input) => {
    const rows = rainRows(input, input.t - reach);
    if (rows === null) return null;
    let tanks: Tanks = [0, 0, 0];
    let isEmpty = true;
    for (const rain of rainBySteps(rows, input.t)) {
      isEmpty &&= rain === 0;
      if (!isEmpty) tanks = drained(tanks, rain / (step / hour), step / hour);
    }
    return tanks[0] + tanks[1] + tanks[2];
  },
};
