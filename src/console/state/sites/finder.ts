import { useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/finder.ts';
import { request } from '../connection/client.ts';

const none: readonly never[] = [];

/** A sensor with the station that it is on. */
export interface ListedSensor {
  readonly stationId: number;
  readonly id: number;
  readonly slot: number;
  readonly kind: number;
  readonly name: string | null;
  readonly installState: number;
}

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

/** Every sensor that the user sees, by station and slot; undefined until they have come. */
export function useSensors() {
  return useQuery({
    queryKey: ['finder', 'sensors'],
    queryFn: async ({ signal }) => {
      const { sensors } = await request(contract.sensors, { signal });
      return sensors.id.map(
        (id, at): ListedSensor => ({
          ...{
            id,
            stationId: sensors.station[at] ?? 0,
            slot: sensors.slot[at] ?? 0,
            kind: sensors.kind[at] ?? 0,
          },
          ...{ name: sensors.name[at] ?? null, installState: sensors.installState[at] ?? 0 },
        }),
      );
    },
    staleTime: 300_000,
    // Forty thousand of them are not compared with those of before.
    structuralSharing: false,
  });
}
