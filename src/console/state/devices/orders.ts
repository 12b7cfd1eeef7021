/** Orders to devices as the server keeps them, moved on by the live stream. */
import { useQuery } from '@tanstack/react-query';
import { groupBy } from '../../../base/group.ts';
import type { DataOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/devices/orders.ts';
import { request } from '../connection/client.ts';
import { onOrders } from '../connection/live.ts';
import { takeBack } from '../recording/recorder.ts';
import { queries } from '../sites/stations.ts';
import { forgetParameters } from './parameters.ts';

export type { OrderView } from '../../../contract/devices/orders.ts';

type OrderView = contract.OrderView;
type OfStation = DataOf<typeof contract.stationOrders>;
type UnderWay = DataOf<typeof contract.ordersUnderWay>;

const underWayKey = ['orders', 'underWay'] as const;
/** What merging leaves out, such as what ended over an hour ago, is fetched after so long without a change, ms. */
const quiet = 1500;
/** Where changes never cease, after so long, ms. */
const longest = 15_000;
const stationKey = (stationId: number) => ['orders', stationId] as const;

/** What is under way, and what ended within the last hour. */
export function useUnderWay() {
  return useQuery({
    queryKey: underWayKey,
    queryFn: ({ signal }) => request(contract.ordersUnderWay, { signal }),
    // Merging keeps what did not change: comparing hundreds of orders again at every event takes longer than all else.
    structuralSharing: false,
  });
}

/** The newest `limit` orders of a station. */
export function useStationOrders(stationId: number, limit: number) {
  return useQuery({
    queryKey: [...stationKey(stationId), limit] as const,
    queryFn: ({ signal }) =>
      request(contract.stationOrders, { params: { stationId }, query: { limit }, signal }),
    placeholderData: (before) => before,
    structuralSharing: false,
  });
}

/** A list in which the changed ones stand as they are now, new ones at the head. */
function merged(list: readonly OrderView[], changed: readonly OrderView[]): OrderView[] {
  const byId = new Map(changed.map((order) => [order.id, order]));
  const known = new Set(list.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !known.has(id)).sort((a, b) => b.createdAt - a.createdAt),
    ...list.map((order) => byId.get(order.id) ?? order),
  ];
}

let planned: ReturnType<typeof setTimeout> | undefined;
let changedFirst = 0;

/** Fetches the lists when nothing has changed for a while. */
function planFetch(): void {
  const now = Date.now();
  if (planned === undefined) changedFirst = now;
  clearTimeout(planned);
  const wait = Math.min(quiet, Math.max(0, changedFirst + longest - now));
  planned = setTimeout(() => {
    planned = undefined;
    void queries.invalidateQueries({ queryKey: ['orders'] });
  }, wait);
}

/** Takes orders as the server sent them, with all that wait in the same queues. */
export function takeOrders(changed: readonly OrderView[], deleted: readonly string[] = []): void {
  const left = (list: readonly OrderView[], own: readonly OrderView[]) =>
    merged(list, own).filter(({ id }) => !deleted.includes(id));
  queries.setQueryData<UnderWay>(
    underWayKey,
    (data) => data && { ...data, orders: left(data.orders, changed) },
  );
  for (const [stationId, own] of groupBy(changed, (order) => order.stationId)) {
    queries.setQueriesData<OfStation>({ queryKey: stationKey(stationId) }, (data) => {
      if (data === undefined) return data;
      const orders = left(data.orders, own);
      return { ...data, orders, total: data.total + orders.length - data.orders.length };
    });
  }
  planFetch();
}

// The stream moves the cache on from the moment on that anything can be in it: an event may come before it is shown.
onOrders((event) => {
  if (event.type === 'parameters') forgetParameters(event.stationId);
  else takeOrders(event.orders, event.deleted);
});

/** Takes back what was never sent. @throws ApiError 409 where it was */
export async function cancelOrder(orderId: string): Promise<void> {
  const { order } = await request(contract.cancelOrder, { params: { orderId } });
  takeOrders([order]);
  forgetParameters(order.stationId);
  takeBack(orderId);
}

/** Takes it out of the list. @throws ApiError 409 while it is being sent */
export async function deleteOrder(orderId: string): Promise<void> {
  await request(contract.deleteOrder, { params: { orderId } });
  await queries.invalidateQueries({ queryKey: ['orders'] });
}
