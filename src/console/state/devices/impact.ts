import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ParameterValue } from '../../../catalogue/model.ts';
import type { BodyOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/devices/parameters.ts';
import { request } from '../connection/client.ts';

/** Which device, group and edits are asked about. */
export interface ImpactOf extends Omit<BodyOf<typeof contract.impact>, 'edits'> {
  readonly stationId: number;
  readonly edits: Readonly<Record<string, ParameterValue>>;
}

/** Typing rests this long, ms, before it is asked. */
const rest = 300;

/**
 * What edits would cost: asked when they rest. The answer before stays while the next is asked for; `stale` says so.
 */
export function useImpact({ stationId, target, group, edits }: ImpactOf) {
  const wanted = JSON.stringify({ stationId, target, group, edits });
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), rest);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['impact', asked],
    queryFn: ({ signal }) => {
      const { stationId: of, ...body } = JSON.parse(asked) as { stationId: number } & BodyOf<
        typeof contract.impact
      >;
      return request(contract.impact, { params: { stationId: of }, body, signal });
    },
    // Of another device nothing is true.
    placeholderData: (before, query) => {
      const reported = query?.queryKey[1];
      const place = (text: string) => {
        const { stationId: of, target: device, group: panel } = JSON.parse(text) as ImpactOf;
        return JSON.stringify([of, device, panel]);
      };
      return typeof reported === 'string' && place(reported) === place(asked) ? before : undefined;
    },
  });
  return { impact: data?.impact ?? null, error, stale: isFetching || asked !== wanted, refetch };
}
