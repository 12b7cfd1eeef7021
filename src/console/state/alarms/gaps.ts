import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/alarms/gaps.ts';
import { request } from '../connection/client.ts';

export type { WarningGap } from '../../../contract/alarms/gaps.ts';

/** Fetched anew so often, ms, and whenever the board is opened. */
const often = 60_000;

/** What keeps warnings from being raised, or from arriving, the first to be mended first. */
export const useWarningGaps = () =>
  useQuery({
    queryKey: ['alarms', 'gaps'],
    queryFn: ({ signal }) => request(contract.warningGaps, { signal }),
    refetchInterval: often,
    staleTime: 1000,
  });
