import type { RainAnswer, RainInput } from '../../../../domain/lenses/rain.ts';
import { hour } from '../../../../domain/lenses/series.ts';
import { axisOf, extent, plotWidth } from '../../../components/plot/axes.ts';
import type { PlotAxis, PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';

export interface RainLensWords {
  readonly rain: string;
  readonly soil: string;
  readonly velocity: string;
  readonly lag: string;
  readonly chance: string;
  readonly line: string;
}

/** Rain hanging by the hour, how wet the ground is, and how fast it moves, on one axis of time. */
export function rainLanes(answer: RainAnswer, zone: string, words: RainLensWords): readonly PlotSpec[] {
  const { hourly, soil, effective, rate } = answer;
  const ends = Float64Array.from(hourly.amount, (_, i) => hourly.from + (i + 1) * hour);
  const middles = ends.map((t) => t - hour / 2);
  const to = ends.at(-1) ?? hourly.from + 1;
  const x = timeAxis(hourly.from, to, zone, plotWidth);
  const most = Math.max(1, extent(hourly.amount)[1]);
  const bars = Array.from(hourly.amount, (value, i) => ({
    from: (ends[i] as number) - hour,
    to: ends[i] as number,
    value,
  }));
  const lanes: PlotSpec[] = [
    {
      x,
      y: numberAxis(most * 1.3, 0, 3),
      layers: [{ type: 'bars', bars: bars.filter(({ value }) => value > 0), color: '--chart-rain' }],
      title: words.rain,
      showX: false,
    },
    {
      x,
      y: axisOf([soil, effective[1]], 4, true),
      layers: [
        { type: 'line', x: ends, y: soil, color: '--c3' },
        { type: 'line', x: ends, y: effective[1], color: '--c4', dash: 1 },
        { type: 'line', x: ends, y: effective[0], color: '--c5', dash: 2 },
      ],
      title: words.soil,
      showX: rate.length === 0,
    },
  ];
  if (rate.length > 0)
    lanes.push({
      x,
      y: axisOf([rate], 3, true),
      layers: [{ type: 'line', x: middles, y: rate, color: '--c1' }],
      title: words.velocity,
      showX: true,
    });
  return lanes;
}

/** Correlation by lag, the best one marked, and what chance alone reaches. */
export function lagSpec({ lag }: RainAnswer, words: RainLensWords): PlotSpec | null {
  if (lag === null) return null;
  const { correlation, chance } = lag;
  const [low, high] = extent(correlation, [0, chance]);
  const last = correlation.length - 1;
  const bar = (value: number, at: number) => ({ from: at - 0.5, to: at + 0.5, value });
  return {
    x: {
      from: -1,
      to: last + 1,
      ticks: Array.from({ length: Math.floor(last / 12) + 1 }, (_, i) => ({
        at: i * 12,
        label: `${i * 12} h`,
      })),
    },
    y: numberAxis(Math.min(0, low) - 0.05, high + 0.08, 4),
    layers: [
      {
        type: 'bars',
        bars: Array.from(correlation, bar).filter((_, i) => i !== lag.lag),
        color: '--chart-rain',
      },
      { type: 'bars', bars: [bar(correlation[lag.lag] as number, lag.lag)], color: '--accent' },
      { type: 'line', x: [-1, last + 1], y: [chance, chance], color: '--text-muted', dash: 2 },
    ],
    title: words.lag,
    showX: true,
  };
}

/** An axis of powers of ten. */
function powers(from: number, to: number): PlotAxis {
  const [low, high] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  return {
    from: low,
    to: Math.max(high, low + 1),
    ticks: Array.from({ length: Math.max(high, low + 1) - low + 1 }, (_, i) => ({
      at: low + i,
      label: String(Number((10 ** (low + i)).toPrecision(1))),
    })),
  };
}

/** Mean intensity of events by their duration, both by powers of ten, with a published line. */
export function intensitySpec(
  answer: RainAnswer,
  input: Pick<RainInput, 'line'>,
  words: RainLensWords,
): PlotSpec {
  const { line } = input;
  const { events, above } = answer;
  const at = (t: number) => line.a * t ** line.b;
  const [low, high] = extent(
    events.map(({ intensity }) => intensity),
    [at(line.from), at(line.to)],
  );
  const x = powers(1, Math.max(100, ...events.map(({ duration }) => duration)));
  const y = powers(Math.max(0.05, low), high);
  const points = (isAbove: boolean): PlotLayer => {
    const own = events.filter((_, i) => (above[i] === true) === isAbove);
    return {
      type: 'points',
      x: own.map(({ duration }) => Math.log10(duration)),
      y: own.map(({ intensity }) => Math.log10(intensity)),
      color: isAbove ? '--lv3-edge' : '--text-muted',
      size: isAbove ? 4 : 2.5,
    };
  };
  const [from, to] = [Math.max(1, line.from), Math.min(10 ** x.to, line.to)];
  return {
    x: { ...x, ticks: x.ticks.map(({ at: place, label }) => ({ at: place, label: `${label} h` })) },
    y,
    layers: [
      {
        type: 'line',
        x: [Math.log10(from), Math.log10(to)],
        y: [Math.log10(at(from)), Math.log10(at(to))],
        color: '--lv3-edge',
      },
      points(false),
      points(true),
    ],
    title: words.line,
    showX: true,
  };
}
