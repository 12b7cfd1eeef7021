import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BodyOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/map/plans.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';
import { sendUpload } from '../uploads/send.ts';
import { queries } from './stations.ts';

export type { SitePlan } from '../../../contract/map/plans.ts';

const keyOf = (stationId: number) => ['sitePlans', stationId] as const;
/** What an answer says of the plans is how they stand now. */
const take = (stationId: number, { plans }: { readonly plans: contract.SitePlan[] }) => {
  queries.setQueryData(keyOf(stationId), { plans });
  return plans;
};

/** Plans of a station; fetched anew when anybody changes them. */
export function useSitePlans(stationId: number) {
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'remarks' && event.stationId === stationId)
          void queries.invalidateQueries({ queryKey: keyOf(stationId) });
      }),
    [stationId],
  );
  return useQuery({
    queryKey: keyOf(stationId),
    queryFn: ({ signal }) => request(contract.sitePlans, { params: { stationId }, signal }),
    // Changes are not reported while nothing shows them.
    staleTime: 0,
  });
}

/** Sends a picture or drawing and makes a plan of it, or gives it to a plan. Answers the plan. @throws ApiError */
export async function savePlan(
  stationId: number,
  file: File,
  plan: Pick<contract.SitePlan, 'id' | 'name'> | null,
): Promise<contract.SitePlan | undefined> {
  const key = crypto.randomUUID();
  const { signal } = new AbortController();
  const upload = await sendUpload(stationId, file, key, () => undefined, signal, true);
  const name = plan?.name ?? (file.name.replace(/\.[^.]*$/, '').slice(0, 80) || file.name.slice(0, 80));
  const body = { name, uploadId: upload.id };
  if (plan === null)
    return take(stationId, await request(contract.addSitePlan, { params: { stationId }, body })).at(-1);
  const params = { stationId, sitePlanId: plan.id };
  return take(stationId, await request(contract.changeSitePlan, { params, body })).find(
    ({ id }) => id === plan.id,
  );
}

/** @throws ApiError */
export async function removePlan(stationId: number, sitePlanId: number): Promise<void> {
  take(stationId, await request(contract.removeSitePlan, { params: { stationId, sitePlanId } }));
}

/** Places a device, or takes it off (x and y null). @throws ApiError */
export async function placeOnPlan(
  stationId: number,
  sitePlanId: number,
  body: BodyOf<typeof contract.placeOnPlan>,
): Promise<void> {
  take(stationId, await request(contract.placeOnPlan, { params: { stationId, sitePlanId }, body }));
}
