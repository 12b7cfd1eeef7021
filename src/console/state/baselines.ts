import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowId } from '../../catalogue/model.ts';
import { type Baseline, stationBaselines } from '../../contract/baselines.ts';
import { inOrder, type Baseline as Valid } from '../../domain/baseline.ts';
import { request } from './client.ts';

export type { Baseline };

/** Under which the initial values of stations are kept: one that is set or withdrawn lets them be fetched anew. */
export const baselinesKey = 'baselines';
/** How soon a zero of a device is seen that another person's order brought about, ms. */
const lookAgain = 30_000;
const none: readonly never[] = [];

export interface SensorBaselines {
  /** In force, in their order. */
  readonly valid: readonly Valid[];
  /** All of them, the newest first. */
  readonly all: readonly Baseline[];
}

/** The initial values of a station's sensors by sensor; null until they are known, or where nobody asks. */
export function useStationBaselines(
  stationId: number,
  enabled: boolean,
): ReadonlyMap<number, SensorBaselines> | null {
  const { data } = useQuery({
    queryKey: [baselinesKey, stationId],
    queryFn: ({ signal }) => request(stationBaselines, { params: { stationId }, signal }),
    refetchInterval: lookAgain,
    enabled,
  });
  return useMemo(() => {
    if (data === undefined) return null;
    return new Map(
      data.sensors.map(({ sensorId, baselines }) => [
        sensorId,
        {
          all: baselines.toReversed(),
          valid: inOrder(
            baselines
              .filter(({ withdrawn }) => withdrawn === null)
              .map(({ id, t, told }) => ({
                id,
                t,
                told: told.map((initial) => ({ ...initial, row: initial.row as RowId })),
              })),
          ),
        },
      ]),
    );
  }, [data]);
}

/** Those of one sensor that are in force. */
export const validOf = (
  known: ReadonlyMap<number, SensorBaselines> | null,
  sensorId: number,
): readonly Valid[] => known?.get(sensorId)?.valid ?? none;
