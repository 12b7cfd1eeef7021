/** What lenses say in a report: their answers as numbers, and the curve of a picture. Pure. */
import type { QuantityLens } from '../../base/quantity-lenses.ts';
import { failureForecast } from '../lenses/failure.ts';
import { antecedentDays, type RainColumns, rainAnswer } from '../lenses/rain.ts';
import type { RainLine } from '../lenses/rain-events.ts';
import { ratesOf } from '../lenses/rate.ts';
import { day, hour, type TimeSeries } from '../lenses/series.ts';
import { tangentLevel, tangentsOf } from '../lenses/tangent.ts';
import { type TemperatureInput, temperatureAnswer } from '../lenses/temperature.ts';
import type { ReportLens } from './model.ts';
import { reducedCurve } from './reduce.ts';

/** Refits of a forecast, as in the figures of a sensor. */
const refits = 120;
const rateWindow = day;
/** Of the window that an angle is taken from: this part of the period, not less than six hours; as on screen. */
const windowPart = 1 / 14;
const sixHours = 6 * hour;

export interface LensPeriod {
  readonly from: number;
  readonly to: number;
}

const none = (lens: QuantityLens, why: string): ReportLens => ({ lens, why, values: {}, curve: null });

/** What is written of a name: JSON has no numbers without bounds. */
const finite = (values: Readonly<Record<string, number | null>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number.isFinite(value) ? value : null]),
  );

const found = (
  lens: QuantityLens,
  values: Readonly<Record<string, number | null>>,
  series: TimeSeries,
  period: LensPeriod,
): ReportLens => ({ lens, why: null, values: finite(values), curve: reducedCurve(series, period) });

function failureIn(series: TimeSeries, period: LensPeriod): ReportLens {
  const { forecast, inverse, trend } = failureForecast(series, { refits, moments: 0, from: null, seed: 1 });
  if (typeof forecast === 'string') return none('failure', forecast);
  const { failure, onset, r2, since, open } = forecast;
  const { low, middle, high } = failure;
  return found(
    'failure',
    {
      ...{ low, middle, high, onset: onset.middle, r2, since },
      ...{ isOpen: open ? 1 : 0, velocity: trend?.velocity ?? null },
    },
    inverse,
    period,
  );
}

function tangentIn(series: TimeSeries, period: LensPeriod): ReportLens {
  const window = Math.max(sixHours, (period.to - period.from) * windowPart);
  const answer = tangentsOf(series, { window, steady: null });
  if (typeof answer === 'string') return none('tangent', answer);
  const { now, since, steady } = answer;
  if (now === null) return none('tangent', 'few');
  return found(
    'tangent',
    {
      ...{ angle: now.angle, level: tangentLevel(now.angle), since, rate: now.rate },
      ...{ steady: steady.rate, from: steady.from, to: steady.to },
    },
    { t: answer.t, values: answer.angle },
    period,
  );
}

function rateIn(series: TimeSeries, period: LensPeriod): ReportLens {
  const answer = ratesOf(series, { method: 'theilSen', window: rateWindow });
  if (answer === 'few' || answer.now === null) return none('rate', 'few');
  const { now, peak } = answer;
  const { rate, low, high, acceleration, t } = now;
  return found(
    'rate',
    { rate, low, high, acceleration, at: t, peak: peak?.rate ?? null, peakAt: peak?.t ?? null },
    { t: answer.t, values: answer.rate },
    period,
  );
}

function temperatureIn(pairs: TemperatureInput, period: LensPeriod): ReportLens {
  const { fit, corrected } = temperatureAnswer(pairs);
  if (typeof fit === 'string') return none('temperature', fit);
  const { coefficient, uncertainty, explained, before, after, lag, count } = fit;
  return found(
    'temperature',
    { ...{ coefficient, uncertainty, explained, before, after, count }, lag: lag / 60_000 },
    { t: pairs.t, values: corrected },
    period,
  );
}

/**
 * What a lens says of what moves.
 * @param pairs the value with the temperature that its sensor measures; null = it measures none
 */
export function lensOfMovement(
  lens: Exclude<QuantityLens, 'rain'>,
  series: TimeSeries,
  pairs: TemperatureInput | null,
  period: LensPeriod,
): ReportLens {
  switch (lens) {
    case 'failure':
      return failureIn(series, period);
    case 'tangent':
      return tangentIn(series, period);
    case 'rate':
      return rateIn(series, period);
    case 'temperature':
      return pairs === null ? none('temperature', 'none') : temperatureIn(pairs, period);
  }
}

/**
 * What the lens *rain* says of a gauge.
 * @param rain rows of the period and as far before it as the ground stays wet; null = there are too many of them
 * @param line that its events are held against
 */
export function lensOfRain(rain: RainColumns | null, period: LensPeriod, line: RainLine): ReportLens {
  if (rain === null) return none('rain', 'many');
  const answer = rainAnswer({ rain, ...period, movement: null, line });
  if (answer === 'none') return none('rain', 'none');
  const { hourly, soil, effective, events, above, antecedent, wetted } = answer;
  const t = Float64Array.from(soil, (_, at) => hourly.from + (at + 1) * hour);
  const sums = Object.fromEntries(antecedentDays.map((days, at) => [`days${days}`, antecedent[at] ?? null]));
  return found(
    'rain',
    {
      soil: soil.at(-1) ?? null,
      soilMost: soil.reduce((most, one) => Math.max(most, one), 0),
      effective: effective[1].at(-1) ?? null,
      events: events.length,
      above: above.filter((one) => one === true).length,
      most1h: events.reduce((most, one) => Math.max(most, one.most1h), 0),
      ...{ wetted, lineFactor: line.a, lineExponent: line.b },
      ...sums,
    },
    { t, values: soil },
    period,
  );
}
