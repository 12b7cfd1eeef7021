/** What the curves of stations draw of alarms: limits in force, and what alarms did. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import * as contract from '../../../contract/alarms/limits.ts';
import { request } from '../connection/client.ts';
import { onEvent } from '../connection/live.ts';
import { queries } from '../sites/stations.ts';

export type { AlarmHappening, StationLimit } from '../../../contract/alarms/limits.ts';

const day = 86_400_000;
const limitsKey = 'stationLimits';
const marksKey = 'alarmMarks';
/** While alarms come and go, their marks are fetched anew so often at most, ms. */
const follows = 2000;
const noLimits: readonly contract.StationLimit[] = [];

/** Limits of a station's channels; fetched anew when a rule is saved. */
export function useStationLimits(stationId: number, enabled: boolean): readonly contract.StationLimit[] {
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'alarmRules') void queries.invalidateQueries({ queryKey: [limitsKey] });
      }),
    [],
  );
  const { data } = useQuery({
    queryKey: [limitsKey, stationId],
    queryFn: async ({ signal }) =>
      (await request(contract.stationLimits, { params: { stationId }, signal })).limits,
    enabled,
  });
  return data ?? noLimits;
}

/** What alarms of stations did in a span, by station; fetched by whole days, and anew when alarms of theirs change. */
export function useAlarmMarks(
  stationIds: readonly number[],
  span: { readonly from: number; readonly to: number },
  enabled: boolean,
): readonly { readonly stationId: number; readonly marks: readonly contract.AlarmHappening[] }[] {
  const from = Math.max(0, Math.floor(span.from / day) * day);
  const to = Math.max(from + day, Math.ceil(span.to / day) * day);
  const key = stationIds.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (event.type !== 'alarms') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [marksKey] });
      }, follows);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const found = useQueries({
    queries: stationIds.map((stationId) => ({
      queryKey: [marksKey, stationId, from, to] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await request(contract.stationAlarmMarks, { params: { stationId }, query: { from, to }, signal }))
          .marks,
      placeholderData: keepPreviousData,
      enabled,
    })),
  });
  const moved = found.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are new objects at each paint; when they came is not
  return useMemo(
    () => stationIds.map((stationId, index) => ({ stationId, marks: found[index]?.data ?? [] })),
    [key, moved],
  );
}
