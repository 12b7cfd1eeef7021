import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { RowId } from '../../../catalogue/model.ts';
import { type BaselineView, stationBaselines } from '../../../contract/devices/baselines.ts';
import { inOrder, type Baseline as Valid } from '../../../domain/baseline.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';

export type { BaselineView };

/** Under which the initial values of stations are kept: one that is set or withdrawn lets them be fetched anew. */
export const baselinesKey = 'baselines';
const none: readonly never[] = [];

export interface SensorBaselines {
  /** In force, in their order. */
  readonly valid: readonly Valid[];
  /** All of them, the newest first. */
  readonly all: readonly BaselineView[];
}

/** Notifies of stations of which anybody set or withdrew an initial value, or of which a device's zero did. */
export const onBaselines = (listener: (stationId: number) => void): (() => void) =>
  onEvent((event) => {
    if (event.type === 'baselines') listener(event.stationId);
  });

/** The initial values of a station's sensors by sensor; null until they are known, or where nobody asks. */
export function useStationBaselines(
  stationId: number,
  enabled: boolean,
): ReadonlyMap<number, SensorBaselines> | null {
  const client = useQueryClient();
  useEffect(
    () =>
      onBaselines((changed) => {
        if (changed === stationId) void client.invalidateQueries({ queryKey: [baselinesKey, stationId] });
      }),
    [client, stationId],
  );
  const { data } = useQuery({
    queryKey: [baselinesKey, stationId],
    queryFn: ({ signal }) => request(stationBaselines, { params: { stationId }, signal }),
    // Changes are not reported while nothing shows the values.
    staleTime: 0,
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
              .map(({ id, t, initialValues }) => ({
                id,
                t,
                initialValues: initialValues.map((initial) => ({ ...initial, row: initial.row as RowId })),
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
