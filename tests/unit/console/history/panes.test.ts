/** What curves are drawn as: panes by unit and scale, amounts with their sum, figures that are by time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RawValues } from '../../../../src/base/raw-values.ts';
import { Pyramid } from '../../../../src/console/components/chart/pyramid.ts';
import { type Loaded, namedStep } from '../../../../src/console/features/history/fetch-history.ts';
import { panesOf, statisticsOf } from '../../../../src/console/features/history/panes.ts';
import { dashed, type StationSeries } from '../../../../src/console/features/history/series.ts';
import type { DecodedHistory } from '../../../../src/contract/history/columns.ts';

const minute = 60_000;
const hour = 60 * minute;

function series(channel: string, of: Partial<StationSeries['series']> = {}): StationSeries {
  return {
    key: `1.tilt.${channel}`,
    stationId: 1,
    sourceId: 1,
    row: of.sum === true ? 'rain' : 'tilt',
    element: 0,
    label: channel,
    group: '',
    last: null,
    relative: false,
    cycle: 600,
    series: {
      ...{ row: 'tilt', channel, name: channel, heading: 'channel.tilt.x', unit: '°', digits: 2 },
      ...{ circular: false, sum: false, relative: false, element: false, dash: 0, pane: '°' },
      ...of,
    },
  };
}
const raw = (
  t: readonly number[],
  channels: Readonly<Record<string, readonly number[]>>,
): DecodedHistory => ({
  mode: 'raw',
  step: 0,
  t: Float64Array.from(t),
  channels: Object.entries(channels).map(([channel, values]) => ({
    channel,
    values: new RawValues(Float64Array.from(values), 1),
  })),
});
const binned = (t: readonly number[], step: number, mean: readonly number[]): DecodedHistory => {
  const own = Float64Array.from(mean);
  return {
    mode: 'bins',
    step,
    t: Float64Array.from(t),
    channels: [{ channel: 'amount', min: own, max: own, first: own, last: own, mean: own }],
  } as DecodedHistory;
};
const loaded = (columns: Readonly<Record<string, DecodedHistory>>, gaps: Loaded['gaps'] = []): Loaded => ({
  from: 0,
  to: 10 * hour,
  asked: { from: 0, to: 10 * hour },
  columns: new Map(Object.entries(columns)),
  gaps,
  relative: false,
});
const words = {
  sum: 'sum',
  bars: (channel: string, unit: string, step: number) => `${channel} ${unit}/${step}`,
};

describe('panes', () => {
  const t = [0, 10, 20, 30].map((at) => at * minute);
  const two = (x: readonly number[], y: readonly number[]) =>
    panesOf([series('x'), series('y')], loaded({ '1.tilt.0': raw(t, { x, y }) }), words);

  it('hold curves of one unit that move beside each other', () => {
    expect(two([0, 1, 0, 1], [3, 4, 3, 4]).map(({ curves }) => curves.length)).toEqual([2]);
  });

  it('are apart where one curve would be a flat line beside the other', () => {
    // Spans of 1 and of 0.02 at a distance of 51: beyond fifty times the lesser, and just within it.
    expect(two([0, 1, 0, 1], [50.9, 51, 50.95, 51.1]).map(({ curves }) => curves.length)).toEqual([1, 1]);
    // Together they span fifty times what each of them does, and a little more.
    expect(two([0, 1, 0, 1], [49, 50, 49, 50]).map(({ curves }) => curves.length)).toEqual([2]);
    expect(two([0, 1, 0, 1], [49.1, 50.1, 49.1, 50.1]).map(({ curves }) => curves.length)).toEqual([1, 1]);
    expect(two([0, 1, 0, 1], [47, 48, 47, 48]).map(({ curves }) => curves.length)).toEqual([2]);
  });

  it('hold a second unit at the right, where it has one curve; a third has a pane of its own', () => {
    const values = [0, 1, 0, 1];
    const all = [
      series('x'),
      series('y'),
      series('temperature', { unit: '°C', pane: '°C' }),
      series('voltage', { unit: 'V', pane: 'V' }),
      series('direction', { circular: true, pane: '° bearing' }),
    ];
    const of = (chosen: readonly StationSeries[]) =>
      panesOf(
        chosen,
        loaded({
          '1.tilt.0': raw(t, {
            ...{ x: values, y: values, temperature: values, voltage: values, direction: values },
          }),
        }),
        words,
      ).map(({ title, right, curves }) => [title, right, curves.map(({ key, axis }) => [key, axis])]);
    expect(of(all)).toEqual([
      [
        '°',
        'temperature °C',
        [
          ['1.tilt.x', undefined],
          ['1.tilt.y', undefined],
          ['1.tilt.temperature', 'right'],
        ],
      ],
      ['voltage V', undefined, [['1.tilt.voltage', undefined]]],
      ['direction °', undefined, [['1.tilt.direction', undefined]]],
    ]);
    // Two of the second unit could not be found at an axis: each unit has its pane.
    const two = [series('x'), series('temperature', { unit: '°C', pane: '°C' })];
    const other = series('voltage', { unit: '°C', pane: '°C' });
    expect(of([...two, other]).map(([title]) => title)).toEqual(['x °', '°C']);
  });

  it('leave a curve that is apart for its scale alone', () => {
    const far = [100, 101, 100, 101];
    const chosen = [series('x'), series('y'), series('temperature', { unit: '°C', pane: '°C' })];
    const columns = raw(t, { x: [0, 1, 0, 1], y: far, temperature: far });
    const found = panesOf(chosen, loaded({ '1.tilt.0': columns }), words);
    expect(found.map(({ title, right }) => [title, right])).toEqual([
      ['x °', 'temperature °C'],
      ['y °', undefined],
    ]);
  });

  it('of amounts name the width of a bar, and hold their sum', () => {
    const rain = series('amount', { row: 'rain', unit: 'mm', sum: true, pane: 'mm sum' });
    const of = loaded({ '1.rain.0': binned([0, hour, 3 * hour], hour, [1, 0.5, 2]) });
    const [pane] = panesOf([rain], of, words);
    expect(pane?.title).toBe(`amount mm/${hour}`);
    const [bars, sum] = pane?.curves ?? [];
    expect(bars?.look).toBe('bars');
    expect(sum !== undefined && 'line' in sum ? [...sum.line] : null).toEqual([1, 1.5, 3.5]);
    // A bar's amount has fallen when the bar ends.
    expect([...(sum?.t ?? [])]).toEqual([hour, 2 * hour, 4 * hour]);
    expect(bars && statisticsOf(bars, 0, 10 * hour)).toEqual({
      ...{ type: 'amount', total: 3.5, most: 2, step: hour },
    });
  });

  it('of bins that are no whole part of the cycle join what is regular, and break where it is missing', () => {
    // Hourly readings of a device that collects each 5 minutes by now, in bins of 5 to 59 minutes.
    for (let step = 5; step < 60; step += 1) {
      const bins = new Set(Array.from({ length: 24 * 6 }, (_, nth) => Math.floor((nth * 60) / step) * step));
      const t = [...bins].map((at) => at * minute);
      const line = {
        ...binned(
          t,
          step * minute,
          t.map(() => 1),
        ),
        channels: [],
      } as unknown as DecodedHistory;
      const mean = Float64Array.from(t, () => 1);
      const of = { channel: 'x', min: mean, max: mean, first: mean, last: mean, mean };
      const columns = loaded({ '1.tilt.0': { ...line, channels: [of] } as unknown as DecodedHistory });
      const [pane] = panesOf([{ ...series('x'), cycle: 300 }], columns, words);
      const silence = pane?.curves[0]?.silence ?? 0;
      const longest = Math.max(...t.slice(1).map((at, nth) => at - (t[nth] ?? 0)));
      expect(longest, `${step} min`).toBeLessThanOrEqual(silence);
      // Four collections that are missing are seen.
      expect(silence, `${step} min`).toBeLessThan(5 * hour - step * minute);
    }
  });

  it('break lines where the server found silence, by the cycle that was in force', () => {
    const gap = { kind: 'silent' as const, from: 10 * minute, to: 20 * minute };
    const [pane] = panesOf([series('x')], loaded({ '1.tilt.0': raw(t, { x: [1, 2, 3, 4] }) }, [gap]), words);
    expect([...(pane?.curves[0]?.breaks ?? [])]).toEqual([10 * minute]);
  });
});

describe('dashes', () => {
  it('are as the axes of a sensor, and go round where they would be the same', () => {
    const chosen = [
      series('x', { dash: 0 }),
      series('y', { dash: 1 }),
      series('temperature', { dash: 0 }),
      series('voltage', { dash: 0 }),
      series('amount', { dash: 0, sum: true }),
      series('z', { dash: 0 }),
    ];
    expect(dashed(chosen).map((entry) => entry.series.dash)).toEqual([0, 1, 2, 0, 0, 1]);
  });
});

describe('bars', () => {
  it('are of five minutes, an hour or a day, and nothing between them', () => {
    const widths = (span: number) => namedStep({ from: 0, to: span }, 900);
    expect([hour, 37.5 * hour, 37.6 * hour, 450 * hour, 451 * hour, 9000 * hour].map(widths)).toEqual([
      ...[300, 300, 3600, 3600, 86_400, 86_400],
    ]);
  });
});

describe('figures of a curve', () => {
  it('are by time: a burst of readings counts as long as it lasts', () => {
    // Ten hours at 0 each ten minutes; then ten minutes at 6, each minute.
    const slow = Array.from({ length: 61 }, (_, at) => at * 10 * minute);
    const fast = Array.from({ length: 10 }, (_, at) => 600 * minute + (at + 1) * minute);
    const t = [...slow, ...fast];
    const x: readonly number[] = t.map((_, at) => (at < slow.length ? 0 : 6));
    const [pane] = panesOf([series('x')], loaded({ '1.tilt.0': raw(t, { x }) }), words);
    const found = pane?.curves[0] && statisticsOf(pane.curves[0], 0, 700 * minute);
    // The same by the second: each instant has the value of the reading that is nearest to it.
    let [sum, seconds] = [0, 0];
    for (let at = 500; at < 610 * minute; at += 1000) {
      const nearest = t.reduce(
        (best, one, i) => (Math.abs(one - at) < Math.abs((t[best] ?? 0) - at) ? i : best),
        0,
      );
      sum += x[nearest] ?? 0;
      seconds += 1;
    }
    expect(found?.type === 'level' ? found.mean : null).toBeCloseTo(sum / seconds, 3);
    // By readings it would be nearly ten times as much.
    expect(x.reduce((all, one) => all + one, 0) / x.length).toBeGreaterThan(0.8);
  });
});

describe('the line of a dense curve', () => {
  it('is the mean of each column, with levels and without', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -900, max: 900 }) }, fc.constant(Number.NaN)),
          {
            minLength: 1,
            maxLength: 2000,
          },
        ),
        fc.boolean(),
        (values, isBuilt) => {
          const times = Float64Array.from(values, (_, at) => at);
          const pyramid = new Pyramid(times, new RawValues(Float64Array.from(values), 1));
          if (isBuilt) pyramid.build();
          const { mean } = pyramid.reduce(0, values.length, 1);
          const known = values.filter((value) => !Number.isNaN(value));
          const wanted = known.reduce((sum, value) => sum + value, 0) / known.length;
          if (known.length === 0) expect(mean[0]).toBeNaN();
          else expect(mean[0]).toBeCloseTo(wanted, 6);
        },
      ),
    );
  });
});
