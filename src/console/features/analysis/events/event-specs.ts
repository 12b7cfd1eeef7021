import { silenceOf } from '../../../../base/silence.ts';
import type { AroundAnswer, SpansAnswer } from '../../../../domain/lenses/events.ts';
import { day, hour, type TimeSeries } from '../../../../domain/lenses/series.ts';
import { axisOf, plotWidth } from '../../../components/plot/axes.ts';
import type { PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';

const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

/** Both ranges from one beginning, and the one less the other; days from the beginning. */
export function spansSpecs(
  { t, now, past, difference }: SpansAnswer,
  titles: readonly [string, string],
): readonly [PlotSpec, PlotSpec] {
  const days = t.map((at) => at / day);
  const x = numberAxis(0, (days.at(-1) ?? 1) * 1.01, 8);
  return [
    {
      x,
      y: axisOf([known(now), known(past)], 5, true),
      layers: [
        { type: 'line', x: days, y: past, color: '--c3', dash: 1 },
        { type: 'line', x: days, y: now, color: '--c1' },
      ],
      title: titles[0],
      showX: false,
    },
    {
      x,
      y: axisOf([known(difference)], 4, true),
      layers: [{ type: 'line', x: days, y: difference, color: '--c6', filled: true }],
      title: titles[1],
      showX: true,
    },
  ];
}

/** The quantity with its events, and what came around them laid over each other; hours from the event. */
export function aroundSpecs(
  series: TimeSeries,
  { t, curves, middle, low, high, events }: AroundAnswer,
  zone: string,
  titles: readonly [string, string],
): readonly [PlotSpec, PlotSpec] {
  const hours = t.map((at) => at / hour);
  const end = -((hours[0] ?? -1) * 1.02);
  return [
    seriesSpec(series, events, zone, titles[0]),
    {
      x: numberAxis(-end, end, 8),
      y: axisOf([...curves.map(known), known(middle)], 5, true),
      layers: [
        { type: 'area', x: hours, low, high, color: '--c1' },
        ...curves.map(
          (curve): PlotLayer => ({ type: 'line', x: hours, y: curve, color: '--text-muted', pale: true }),
        ),
        { type: 'line', x: hours, y: middle, color: '--c1' },
      ],
      marks: [{ at: 0, color: '--text-strong' }],
      title: titles[1],
      showX: true,
    },
  ];
}

/** The quantity alone, with marks. */
export function seriesSpec(
  { t, values }: TimeSeries,
  events: readonly number[],
  zone: string,
  title: string,
): PlotSpec {
  const [first, last] = [t[0] ?? 0, t.at(-1) ?? 1];
  return {
    x: timeAxis(first, Math.max(first + 1, last), zone, plotWidth),
    y: axisOf([known(values)], 4),
    layers: [{ type: 'line', x: t, y: values, color: '--c1', silence: silenceOf(t) }],
    marks: events.map((at) => ({ at, color: '--c2', dash: 1 as const })),
    title,
    showX: true,
  };
}
