import { expect, test } from 'vitest';
import { kept, SampleStore } from '../../../src/simulator/device/store.ts';

const sample = (t: number) => [{ row: 'tilt' as const, element: 0, t, values: { x: t } }];

test('keeps the last 200 samples of each owner and gives what is not sent in time order', () => {
  const store = new SampleStore();
  for (let t = 0; t < 250; t++) {
    store.add(0, t, sample(t));
    store.add(1, t, sample(t));
  }
  const unsent = store.unsent();
  expect(unsent).toHaveLength(2 * kept);
  expect(unsent.map(({ t }) => t)).toEqual(unsent.map(({ t }) => t).toSorted((a, b) => a - b));
  for (const collected of unsent) collected.sent = true;
  expect(store.unsent()).toEqual([]);
  store.doubt();
  expect(store.unsent()).toHaveLength(2 * kept);
  store.clear();
  expect(store.all()).toEqual([]);
});
