import { counts } from '../../../../domain/readings/rain.ts';
import { fiveMinutes, sumLine } from '../../../../domain/readings/rain-hours.ts';
import type { PlotAxis, PlotLayer, PlotMark, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';
import type { Rain } from './use-rain.ts';

/** Words that the plots need. */
export interface RainWords {
  readonly five: string;
  readonly hours: string;
  readonly rows: string;
}

/** Keeps the place of one, so that the lanes lie below each other. */
const noAxis: PlotAxis = { from: 0, to: 1, ticks: [] };
/** About as wide as the plots are; it only decides how many ticks there are. */
const width = 820;

/** Three lanes on one time axis: rows of five minutes with the day's sum, hours, and every row that brought rain. */
export function rainSpecs(
  { span, rows, hours, gaps }: Rain,
  place: { readonly zone: string; readonly boundary: number },
  at: number | null,
  words: RainWords,
): { readonly five: PlotSpec; readonly hourly: PlotSpec; readonly raw: PlotSpec } {
  const { zone, boundary } = place;
  const x = timeAxis(span.from, span.to, zone, width);
  const inView = rows.filter(({ t, interval }) => t > span.from && t - (interval ?? 0) * 1000 < span.to);
  const five = inView.flatMap((row) =>
    counts(row) && row.interval === fiveMinutes && row.amount > 0
      ? [{ from: row.t - fiveMinutes * 1000, to: row.t, value: row.amount }]
      : [],
  );
  const most = Math.max(1, ...five.map(({ value }) => value));
  const { t, sum } = sumLine(rows, zone, boundary);
  const mostSum = Math.max(
    1,
    ...sum.filter((value, index) => !Number.isNaN(value) && (t[index] ?? 0) >= span.from),
  );
  const hatch: PlotLayer = { type: 'hatch', spans: gaps };
  const marks: readonly PlotMark[] = [
    ...[...new Set(hours.map(({ day }) => day))]
      .filter((day) => day > span.from)
      .map((day): PlotMark => ({ at: day, color: '--text-muted' })),
    ...(at === null ? [] : [{ at, color: '--chart-cross' }]),
  ];
  const hourBars = hours.flatMap(({ from, to, amount }) =>
    amount === null || amount === 0 ? [] : [{ from, to, value: amount }],
  );
  const mostHour = Math.max(1, ...hourBars.map(({ value }) => value));
  const lower = hours.filter(({ missing, amount }) => missing > 0 && amount !== null);
  return {
    five: {
      x,
      y: numberAxis(most * 2.2, 0, 5),
      yRight: numberAxis(0, mostSum * 1.6, 4),
      layers: [hatch, { type: 'bars', bars: five, color: '--chart-rain' }],
      right: [{ type: 'line', x: t, y: sum, color: '--c2' }],
      marks,
      title: words.five,
      showX: false,
    },
    hourly: {
      x,
      y: numberAxis(mostHour * 1.25, 0, 4),
      yRight: noAxis,
      layers: [hatch, { type: 'bars', bars: hourBars, color: '--chart-rain' }],
      // The asterisk of the table: the hour is a lower bound.
      marks: [
        ...marks,
        ...lower.map(
          ({ from, to }): PlotMark => ({ at: (from + to) / 2, color: '--silent', dash: 2, label: '*' }),
        ),
      ],
      title: words.hours,
      showX: false,
    },
    raw: {
      x,
      y: noAxis,
      yRight: noAxis,
      layers: [
        hatch,
        {
          type: 'bars',
          bars: inView.flatMap((row) =>
            counts(row) && row.amount > 0 ? [{ from: row.t, to: row.t, value: 0.6 }] : [],
          ),
          color: '--chart-rain',
        },
      ],
      marks,
      title: words.rows,
      showX: true,
    },
  };
}
