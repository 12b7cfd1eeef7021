/** The lens *temperature*: how much of a value is temperature (domain/temperature-fit), and what is left without it. */
import { correctedBy, fitTemperature, type NoFit, type TemperatureFit } from '../readings/temperature-fit.ts';
import { day, hour } from './series.ts';

export interface TemperatureInput {
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  /** NaN = missing, of both. */
  readonly values: Float64Array;
  readonly temperatures: Float64Array;
}

export interface TemperatureAnswer {
  readonly fit: TemperatureFit | NoFit;
  /** The values as they would be at the mean temperature; empty without a fit. */
  readonly corrected: Float64Array;
  /**
   * The mean day as a loop: temperature and value without its trend at each hour of the day (UTC), the first again at the end. A
   * value that comes after its temperature goes round; one that comes at once goes up and down a line. Empty without a fit.
   */
  readonly loop: { readonly temperature: Float64Array; readonly value: Float64Array };
}

const hours = 24;

function loopOf(
  { t, values, temperatures }: TemperatureInput,
  { trend }: TemperatureFit,
): TemperatureAnswer['loop'] {
  const sums = Array.from({ length: hours }, () => ({ count: 0, temperature: 0, value: 0 }));
  const first = t[0] ?? 0;
  const middle = (first + (t.at(-1) ?? 0)) / 2;
  t.forEach((at, i) => {
    const [value, temperature] = [values[i] as number, temperatures[i] as number];
    const own = sums[Math.floor((at % day) / hour)];
    if (own === undefined || Number.isNaN(value + temperature)) return;
    own.count += 1;
    own.temperature += temperature;
    own.value += value - (trend * (at - middle)) / day;
  });
  const known = sums.filter(({ count }) => count > 0);
  const closed = [...known, ...known.slice(0, 1)];
  return {
    temperature: Float64Array.from(closed, ({ count, temperature }) => temperature / count),
    value: Float64Array.from(closed, ({ count, value }) => value / count),
  };
}

/** Readings beyond which a fit, of 48 lags, takes too long: they are put together to means of equal stretches first. */
const mostPairs = 6000;

/** The pairs as they are fitted. */
function thinned({ t, values, temperatures }: TemperatureInput): TemperatureInput {
  if (t.length <= mostPairs) return { t, values, temperatures };
  const [first, last] = [t[0] ?? 0, t.at(-1) ?? 0];
  const width = (last - first) / mostPairs;
  const sums = Array.from({ length: mostPairs }, () => ({ count: 0, t: 0, value: 0, temperature: 0 }));
  t.forEach((at, i) => {
    const own = sums[Math.min(mostPairs - 1, Math.floor((at - first) / width))];
    const [value, temperature] = [values[i] as number, temperatures[i] as number];
    if (own === undefined || Number.isNaN(value + temperature)) return;
    own.count += 1;
    own.t += at - first;
    own.value += value;
    own.temperature += temperature;
  });
  const known = sums.filter(({ count }) => count > 0);
  return {
    t: Float64Array.from(known, (one) => first + one.t / one.count),
    values: Float64Array.from(known, ({ count, value }) => value / count),
    temperatures: Float64Array.from(known, ({ count, temperature }) => temperature / count),
  };
}

/** Fits a value to the temperature beside it. */
export function temperatureAnswer(input: TemperatureInput): TemperatureAnswer {
  const { t, values, temperatures } = input;
  const pairs = thinned(input);
  const found = fitTemperature(pairs.t, pairs.values, pairs.temperatures);
  const none = new Float64Array(0);
  if (typeof found === 'string')
    return { fit: found, corrected: none, loop: { temperature: none, value: none } };
  const count = values.reduce(
    (sum, one, i) => sum + (Number.isNaN(one + (temperatures[i] as number)) ? 0 : 1),
    0,
  );
  const fit = { ...found, count };
  return { fit, corrected: correctedBy(fit, t, values, temperatures), loop: loopOf(input, fit) };
}
