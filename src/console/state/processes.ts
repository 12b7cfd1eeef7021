import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { processes, processRtus } from '../../contract/processes.ts';
import { request } from './connection/client.ts';

export type { ProcessRtu, ProcessView, WorkHolding, WorkName } from '../../contract/processes.ts';

/** Under what processes are cached. */
export const processesKey = 'processes';
/** ms between looks: each process says so often how it stands, and no event reports it. */
const often = 3000;

/** The processes over the database, and who does what. */
export function useProcesses() {
  return useQuery({
    queryKey: [processesKey],
    queryFn: ({ signal }) => request(processes, { signal }),
    refetchInterval: often,
    placeholderData: keepPreviousData,
  });
}

/** RTUs that are connected to a process; null = of none. */
export function useProcessRtus(process: string | null) {
  return useQuery({
    queryKey: [processesKey, 'rtus', process],
    queryFn: ({ signal }) => request(processRtus, { params: { process: process ?? '' }, signal }),
    enabled: process !== null,
    refetchInterval: often,
  });
}
