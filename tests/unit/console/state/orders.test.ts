// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeOrders } from '../../../../src/console/state/devices/orders.ts';
import { queries } from '../../../../src/console/state/sites/stations.ts';
import type { OrderView } from '../../../../src/contract/devices/orders.ts';

const order = (id: string, stationId: number, state = 'queued') =>
  ({ id, stationId, state, createdAt: Number(id) }) as unknown as OrderView;
const underWay = ['orders', 'underWay'];
const listed = () => queries.getQueryData<{ orders: readonly OrderView[] }>(underWay)?.orders ?? [];

let asked: number[];
beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  asked = [];
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(() => {
    asked.push(Date.now() - 1_700_000_000_000);
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queries.clear();
});

describe('orders that the stream brings', () => {
  it('take their places in the lists of all and of their stations; new ones stand first', () => {
    queries.setQueryData(underWay, { orders: [order('2', 1), order('1', 2)], open: 2 });
    queries.setQueryData(['orders', 1, 50], { orders: [order('2', 1)], total: 1 });
    queries.setQueryData(['orders', 2, 50], { orders: [order('1', 2)], total: 1 });
    const untouched = listed()[0];
    takeOrders([order('1', 2, 'sending'), order('4', 1), order('3', 2)]);
    expect(listed().map(({ id, state }) => `${id} ${state}`)).toEqual([
      '4 queued',
      '3 queued',
      '2 queued',
      '1 sending',
    ]);
    expect(listed()[2]).toBe(untouched);
    const ofStation = (stationId: number) =>
      queries.getQueryData<{ orders: readonly OrderView[]; total: number }>(['orders', stationId, 50]);
    expect(ofStation(1)?.orders.map(({ id }) => id)).toEqual(['4', '2']);
    expect(ofStation(2)?.orders.map(({ id }) => id)).toEqual(['3', '1']);
    expect(ofStation(2)?.total).toBe(2);
    takeOrders([], ['4']);
    expect(listed().map(({ id }) => id)).toEqual(['3', '2', '1']);
  });

  it('are fetched once it is quiet, and not at every change', () => {
    takeOrders([order('1', 1)]);
    vi.advanceTimersByTime(1499);
    expect(asked).toEqual([]);
    takeOrders([order('2', 1)]);
    vi.advanceTimersByTime(1499);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked).toEqual([2999]);
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([2999]);
  });

  it('are fetched all the same where changes never cease', () => {
    for (let passed = 0; passed < 40_000; passed += 100) {
      takeOrders([order(String(passed), 1)]);
      vi.advanceTimersByTime(100);
    }
    expect(asked).toEqual([15_000, 30_000]);
  });
});
