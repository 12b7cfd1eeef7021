/** One number of each of many series at once: earlier values and sums of rain, against loops over the rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumValues } from '../../../src/catalogue/enum-values.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 4, 1);
let both: Awaited<ReturnType<typeof openBoth>>;
beforeAll(async () => {
  both = await openBoth(8);
});
afterAll(() => both?.close());

const rain = (sourceId: number, t: number, values: Reading['values']): Reading => ({
  sourceId,
  row: 'rain',
  element: 0,
  t,
  receivedAt: t,
  historical: false,
  values,
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  test('the newest value of a span, both ends inclusive; another series and a missing value are no answer', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const [one, other] = [sensor('berlin'), sensor('berlin')];
    await storage.readings.ingest([
      reading(one, T0, { x: 1 }),
      reading(one, T0 + 10 * MINUTE, { x: 2 }),
      reading(one, T0 + 20 * MINUTE, { y: 5 }),
      reading(other, T0 + 10 * MINUTE, { x: 9 }),
    ]);
    const ask = (from: number, to: number, sourceId = one) => ({ sourceId, element: 0, from, to });
    const spans = [
      ask(T0, T0),
      ask(T0 + 1, T0 + 10 * MINUTE - 1),
      ask(T0 + 10 * MINUTE, T0 + 30 * MINUTE),
      ask(T0, T0 + 10 * MINUTE),
      ask(T0, T0 + 30 * MINUTE, other),
      ask(T0 - 5, T0 - 1),
      { ...ask(T0, T0 + 30 * MINUTE), element: 1 },
    ];
    const found = await storage.readings.earlier({ row: 'tilt', channel: 'x', spans });
    expect(found).toEqual([1, null, 2, 2, 9, null, null]);
    expect(await storage.readings.earlier({ row: 'tilt', channel: 'x', spans: [] })).toEqual([]);
  });

  test('rain: what fell in the stretch, an interval across its begin by its part, tests never', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const id = sensor('shanghai');
    const tested = enumValues.rainDataType.indexOf('test');
    const rows = Array.from({ length: 40 }, (_, index) => ({
      t: T0 + (index + 1) * 15 * MINUTE,
      amount: (index % 7) / 4,
      dataType: index % 5 === 0 ? tested : 1 - tested,
    }));
    await storage.readings.ingest(rows.map(({ t, ...values }) => rain(id, t, { ...values, interval: 900 })));
    // By hand: each minute of an interval has its part of the amount.
    const byMinutes = (from: number, to: number) => {
      let sum = 0;
      for (const { t, amount, dataType } of rows)
        for (let minute = 0; minute < 15; minute += 1) {
          const end = t - minute * MINUTE;
          if (dataType !== tested && t <= to && end > from) sum += amount / 15;
        }
      return sum;
    };
    const end = T0 + 40 * 15 * MINUTE;
    const spans = [60, 65, 67, 15, 10, 24 * 60].map((minutes) => ({
      sourceId: id,
      element: 0,
      from: end - minutes * MINUTE,
      to: end,
    }));
    const found = await storage.readings.amounts({ row: 'rain', channel: 'amount', spans });
    expect(found.length).toBe(spans.length);
    for (const [index, { from, to }] of spans.entries())
      expect(found[index]).toBeCloseTo(byMinutes(from, to), 9);
    const nothing = { sourceId: id, element: 0, from: T0 - 100, to: T0 - 50 };
    expect(await storage.readings.amounts({ row: 'rain', channel: 'amount', spans: [nothing] })).toEqual([
      null,
    ]);
  });
});
