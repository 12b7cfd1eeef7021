import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/alarms/health.ts';
import { request } from '../connection/client.ts';
import { healthKey } from './alarms.ts';

export type { AlarmHealth } from '../../../contract/alarms/health.ts';

/** It is fetched anew so often, ms: its figures are of days. */
const often = 60_000;

/** How the alarm system does, over the last `days` days of a zone. */
export function useAlarmHealth(days: number, zone: string) {
  return useQuery({
    queryKey: [...healthKey, days, zone],
    queryFn: ({ signal }) => request(contract.alarmHealth, { query: { days, zone }, signal }),
    refetchInterval: often,
    staleTime: often / 2,
    placeholderData: keepPreviousData,
  });
}
