import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/finder.ts';
import { request } from '../connection/client.ts';

const none: readonly never[] = [];

/** Numbers of all RTUs that the user sees; empty until they have come. */
export function useDeviceNumbers(): readonly contract.DeviceNumbers[] {
  const { data } = useQuery({
    queryKey: ['finder', 'devices'],
    queryFn: ({ signal }) => request(contract.devices, { signal }),
    staleTime: 300_000,
  });
  return data?.devices ?? none;
}

/** Sensors whose alarm state is not normal, the worst first. */
export function useAlarms(): readonly contract.SensorAlarm[] {
  const { data } = useQuery({
    queryKey: ['finder', 'alarms'],
    queryFn: ({ signal }) => request(contract.alarms, { signal }),
    staleTime: 5000,
  });
  return data?.alarms ?? none;
}
