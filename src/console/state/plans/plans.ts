import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isEnded } from '../../../contract/devices/order-states.ts';
import type { LiveEvent } from '../../../contract/live.ts';
import * as contract from '../../../contract/plans/plans.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';

/** Under what plans are cached. */
export const plansKey = 'plans';
/** While orders of a plan move, it is fetched anew so often at most, ms. */
const follows = 800;

/** Fetches anew; false while it is being fetched: begun again and again, a slow answer would never come. */
function refetch(client: QueryClient, queryKey: readonly string[]): boolean {
  if (client.isFetching({ queryKey, exact: true }) > 0) return false;
  void client.invalidateQueries({ queryKey });
  return true;
}

/** Plans that the user may see, newest first; fetched anew when any of them changes. */
export function usePlans(enabled = true) {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchAnew = () => {
      timer = refetch(client, [plansKey, 'list']) ? undefined : setTimeout(fetchAnew, follows);
    };
    const stop = onEvent((event) => {
      const concerns =
        event.type === 'plans' ||
        (event.type === 'orders' && event.orders.some(({ planId }) => planId !== null));
      if (!concerns) return;
      timer ??= setTimeout(fetchAnew, follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return useQuery({
    enabled,
    queryKey: [plansKey, 'list'],
    queryFn: ({ signal }) => request(contract.plans, { query: { limit: 200 }, signal }),
    staleTime: 0,
  });
}

/** What is known of a plan, with the items that moved since put in their places. */
function merged(known: contract.Plan, moved: contract.Plan): contract.Plan {
  const fresh = new Map(moved.items.map((item) => [item.position, item]));
  const items = fresh.size === 0 ? known.items : known.items.map((item) => fresh.get(item.position) ?? item);
  return { ...moved, partial: false, items };
}

/** Whether a draft would be shown differently now: its devices reported something, or have ended something. */
function movesDraft(event: LiveEvent, plan: contract.Plan | undefined): boolean {
  if (plan?.state !== 'draft') return false;
  if (event.type === 'parameters') return plan.items.some((item) => item.stationId === event.stationId);
  if (event.type !== 'orders') return false;
  const ended = new Set(event.orders.filter(({ state }) => isEnded(state)).map(({ stationId }) => stationId));
  return plan.items.some(({ stationId }) => stationId !== null && ended.has(stationId));
}

/** A plan with its sets; fetched anew when it, an order of it, or what is known of a draft's devices changes. */
export function usePlan(planId: string, enabled = true) {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchAnew = () => {
      timer = refetch(client, [plansKey, planId]) ? undefined : setTimeout(fetchAnew, follows);
    };
    const stop = onEvent((event) => {
      const concerns =
        (event.type === 'plans' && event.planId === planId) ||
        (event.type === 'orders' && event.orders.some((order) => order.planId === planId)) ||
        movesDraft(event, client.getQueryData<contract.Plan>([plansKey, planId]));
      if (!concerns) return;
      timer ??= setTimeout(fetchAnew, follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, planId]);
  return useQuery({
    enabled,
    queryKey: [plansKey, planId],
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<contract.Plan>([plansKey, planId]);
      const query = known === undefined ? {} : { since: known.mark };
      const { plan } = await request(contract.plan, { params: { planId }, query, signal });
      return known !== undefined && plan.partial ? merged(known, plan) : plan;
    },
    staleTime: 0,
  });
}
