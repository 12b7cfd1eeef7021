import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../../../../src/base/csv.ts';
import { none, RawValues } from '../../../../src/base/raw-values.ts';
import type { CurveLine } from '../../../../src/console/features/history/lines.ts';
import {
  readingAt,
  tableLines,
  timesOf,
} from '../../../../src/console/features/history/table/table-lines.ts';
import type { DecodedHistory } from '../../../../src/contract/history/columns.ts';

const line = (sourceId: number, over: Partial<CurveLine['series']> = {}): CurveLine => ({
  key: `${sourceId}.tilt.x`,
  stationId: sourceId,
  sourceId,
  row: 'tilt',
  element: 0,
  series: {
    row: 'tilt',
    channel: 'x',
    name: 'x',
    heading: 'channel.tilt.x',
    unit: '°',
    digits: 2,
    circular: false,
    sum: false,
    relative: false,
    element: false,
    dash: 0,
    pane: '°',
    ...over,
  },
  label: `S${sourceId} · X`,
  full: `S${sourceId} · X`,
  group: '',
  last: null,
  relative: false,
  cycle: 60,
  color: '--c1',
});
const raw = (t: readonly number[], values: readonly (number | null)[]): DecodedHistory => ({
  mode: 'raw',
  step: 0,
  t: Float64Array.from(t),
  channels: [
    {
      channel: 'x',
      values: new RawValues(
        Int32Array.from(values, (value) => (value === null ? none : Math.round(value * 100))),
        100,
      ),
    },
  ],
});

describe('rows of several lines', () => {
  it('stand at every moment of every line once, and hold each value where it was read', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(times, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 30 }),
        (all, from) => {
          const lines = all.map((_, index) => line(index + 1));
          const columns = new Map(
            all.map((t, index) => {
              const sorted = t.toSorted((a, b) => a - b);
              return [`${index + 1}.tilt.0`, raw(sorted, sorted)];
            }),
          );
          const found = tableLines(lines, columns);
          const span = { from, to: from + 20 };
          const rows = timesOf(found, span);
          const expected = [...new Set(all.flat())]
            .filter((t) => t >= span.from && t <= span.to)
            .sort((a, b) => a - b);
          expect([...rows]).toEqual(expected);
          for (const t of rows)
            expect(found.map((entry) => readingAt(entry, t))).toEqual(
              all.map((own) => (own.includes(t) ? t : null)),
            );
        },
      ),
    );
  });

  it('say how they were put together where they are no readings', () => {
    const filled = Float64Array.of(1, 2);
    const empty = Float64Array.of(Number.NaN, Number.NaN);
    const bins: DecodedHistory = {
      mode: 'bins',
      step: 3600_000,
      t: Float64Array.of(0, 3600_000),
      channels: [{ channel: 'x', min: empty, max: empty, first: empty, last: filled, mean: filled }],
    };
    const columns = new Map([
      ['1.tilt.0', bins],
      ['2.tilt.0', bins],
      ['3.tilt.0', bins],
    ]);
    const found = tableLines(
      [line(1), line(2, { sum: true }), line(3, { circular: true }), line(4)],
      columns,
    );
    expect(found.map(({ made, step }) => [made, step])).toEqual([
      ['mean', 3600_000],
      ['sum', 3600_000],
      ['last', 3600_000],
    ]);
  });
});

describe('cells of CSV', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', "'x"])('makes %j no formula', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toBe(`'${text}${csvCell(text).endsWith('"') ? '"' : ''}`);
  });
  it('leaves numbers as they are', () => expect(csvCell(-5)).toBe('-5'));
});
