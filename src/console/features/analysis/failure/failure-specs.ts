import { silenceOf } from '../../../../base/silence.ts';
import { creepRate, creepValue } from '../../../../domain/lenses/creep-fit.ts';
import type { FailureResult } from '../../../../domain/lenses/failure.ts';
import { median } from '../../../../domain/lenses/robust.ts';
import { day, type TimeSeries } from '../../../../domain/lenses/series.ts';
import { axisOf, plotWidth } from '../../../components/plot/axes.ts';
import type { PlotLayer, PlotMark, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';

export interface FailureWords {
  readonly movement: string;
  readonly velocity: string;
  readonly inverse: string;
  readonly now: string;
  readonly onset: string;
  readonly middle: string;
}

/** A window that a forecast is fitted to, UTC ms. */
export interface FitSpan {
  readonly from: number;
  readonly to: number;
}

/** Part of the readings' time that is left free to the right without a forecast: what is said stands there. */
const room = 0.42;
const steps = 120;

/** Moments from the onset to just before the failure. */
function fittedTimes(result: FailureResult, until: number): Float64Array {
  if (typeof result.forecast === 'string') return new Float64Array(0);
  const { onset, failure } = result.forecast.linear;
  const from = result.origin + onset * day;
  const to = Math.min(until, result.origin + failure * day - 1);
  return Float64Array.from({ length: steps }, (_, i) => from + ((to - from) * i) / (steps - 1));
}

/** The line that was fitted, in each lane; none without a forecast. */
function fittedLines(
  result: FailureResult,
  last: number,
): Readonly<Record<'movement' | 'velocity' | 'inverse', readonly PlotLayer[]>> {
  const { forecast, origin, trend } = result;
  if (typeof forecast === 'string') return { movement: [], velocity: [], inverse: [] };
  const { linear } = forecast;
  const t = fittedTimes(result, last);
  const ahead = fittedTimes(result, Number.POSITIVE_INFINITY);
  const days = (at: number) => (at - origin) / day;
  const direction = trend?.direction ?? 1;
  const line = { type: 'line', color: '--lv4-edge' } as const;
  return {
    movement: [{ ...line, x: t, y: t.map((at) => direction * creepValue(linear, days(at))), dash: 1 }],
    velocity: [{ ...line, x: t, y: t.map((at) => direction * creepRate(linear, days(at))), dash: 1 }],
    inverse: [{ ...line, x: ahead, y: ahead.map((at) => 1 / creepRate(linear, days(at))) }],
  };
}

/** Three lanes on one axis of time: movement, velocity, inverse velocity with its line and the range of the failure. */
export function failureSpecs(
  series: TimeSeries,
  rate: TimeSeries,
  result: FailureResult,
  zone: string,
  words: FailureWords,
  /** The window that was chosen by hand; null = it was found. */
  byHand: FitSpan | null,
): { readonly movement: PlotSpec; readonly velocity: PlotSpec; readonly inverse: PlotSpec } {
  const { forecast } = result;
  const [first, last] = [series.t[0] ?? 0, series.t.at(-1) ?? 1];
  const span = Math.max(1, last - first);
  const isGiven = typeof forecast !== 'string';
  const end = isGiven ? Math.min(forecast.failure.high + 0.06 * span, last + 1.5 * span) : last + room * span;
  const x = timeAxis(first, end, zone, plotWidth);
  const marks: PlotMark[] = [{ at: last, color: '--chart-cross', dash: 2, label: words.now }];
  const tints: PlotLayer[] =
    byHand === null
      ? []
      : [{ type: 'band', axis: 'x', from: byHand.from, to: byHand.to, color: '--text-muted' }];
  const fitted = fittedLines(result, last);
  if (isGiven) {
    marks.push(
      { at: forecast.onset.middle, color: '--lv3-edge', dash: 1, label: words.onset },
      { at: forecast.failure.middle, color: '--lv4-edge', label: words.middle },
    );
    tints.push({
      type: 'band',
      axis: 'x',
      from: forecast.failure.low,
      to: Math.min(end, forecast.failure.high),
      color: '--lv4',
    });
  }
  const known = result.inverse.values.filter((value) => !Number.isNaN(value));
  // A slope that nearly stands has inverse velocities without bounds: the axis ends above what most are.
  const high = 2.2 * (median(known) || 1);
  return {
    movement: {
      x,
      y: axisOf([series.values], 4),
      layers: [
        ...tints,
        { type: 'line', x: series.t, y: series.values, color: '--c1', silence: silenceOf(series.t) },
        ...fitted.movement,
      ],
      marks: marks.map(({ label: _label, ...mark }) => mark),
      title: words.movement,
      showX: false,
    },
    velocity: {
      x,
      y: axisOf([rate.values], 3, true),
      layers: [
        ...tints,
        { type: 'line', x: rate.t, y: rate.values, color: '--c2', silence: silenceOf(rate.t) },
        ...fitted.velocity,
      ],
      marks: marks.map(({ label: _label, ...mark }) => mark),
      title: words.velocity,
      showX: false,
    },
    inverse: {
      x,
      y: numberAxis(0, high, 4),
      layers: [
        ...tints,
        { type: 'points', x: result.inverse.t, y: result.inverse.values, color: '--c6' },
        ...fitted.inverse,
      ],
      marks,
      title: words.inverse,
      showX: true,
    },
  };
}

/** How the estimate moved: time of failure by the moment of the estimate, both as they are on the zone's clocks. */
export function pastSpec(result: FailureResult, zone: string): PlotSpec | null {
  if (typeof result.forecast === 'string') return null;
  const { past, failure } = result.forecast;
  const known = past.flatMap(({ at, failure: then }) => (then === null ? [] : [{ at, ...then }]));
  const [first] = known;
  if (first === undefined) return null;
  const now = result.inverse.t.at(-1) ?? first.at;
  const all = [...known, { at: Math.max(now, first.at + 1), ...failure }];
  const x = timeAxis(first.at, all.at(-1)?.at ?? first.at + 1, zone, 250);
  // Early ranges may reach far: the axis holds twice what the present one does.
  const reach = Math.max(day / 4, 2 * (failure.high - failure.low));
  const { ticks } = timeAxis(failure.middle - reach, failure.middle + reach, zone, 200);
  return {
    x,
    y: { from: failure.middle - reach, to: failure.middle + reach, ticks },
    layers: [
      {
        type: 'area',
        x: all.map(({ at }) => at),
        low: all.map(({ low }) => low),
        high: all.map(({ high }) => high),
        color: '--lv4',
      },
      { type: 'line', x: all.map(({ at }) => at), y: all.map(({ middle }) => middle), color: '--lv4-edge' },
    ],
    showX: true,
  };
}
