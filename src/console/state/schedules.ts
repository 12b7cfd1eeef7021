/** Schedules as the server keeps them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { proxy } from 'valtio';
import type { BodyOf } from '../../contract/call.ts';
import * as contract from '../../contract/schedules.ts';
import { request } from './connection/client.ts';
import { requestFile } from './connection/download.ts';
import { onEvent } from './connection/live.ts';
import { queries } from './sites/stations.ts';

export type {
  RecurrenceBody,
  ScheduleBody,
  ScheduleJob,
  ScheduleRun,
  ScheduleView,
} from '../../contract/schedules.ts';

/** Under what schedules are cached. */
export const schedulesKey = 'schedules';

/** Schedules that were deleted here, the last one at the end: what their notices take back. */
export const deletedSchedules = proxy<{ list: readonly { readonly id: number; readonly name: string }[] }>({
  list: [],
});

/** All schedules, with the runs of a span (UTC ms, inclusive and exclusive); fetched anew when anything of them changes. */
export function useSchedules(span: { readonly from: number; readonly to: number }) {
  useEffect(
    () =>
      onEvent(({ type }) => {
        if (type === 'schedules') void queries.invalidateQueries({ queryKey: [schedulesKey] });
      }),
    [],
  );
  return useQuery({
    queryKey: [schedulesKey, 'list', span.from, span.to],
    queryFn: ({ signal }) => request(contract.schedules, { query: span, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Runs of a schedule, the newest first; null = none is asked for. */
export function useScheduleRuns(scheduleId: number | null) {
  return useQuery({
    enabled: scheduleId !== null,
    queryKey: [schedulesKey, 'runs', scheduleId],
    queryFn: async ({ signal }) =>
      (await request(contract.scheduleRuns, { params: { scheduleId: scheduleId ?? 0 }, signal })).runs,
  });
}

const of = (scheduleId: number) => ({ params: { scheduleId } });

export const createSchedule = (body: BodyOf<typeof contract.createSchedule>) =>
  request(contract.createSchedule, { body });
export const updateSchedule = (scheduleId: number, body: BodyOf<typeof contract.updateSchedule>) =>
  request(contract.updateSchedule, { ...of(scheduleId), body });
export const deleteSchedule = (scheduleId: number) => request(contract.deleteSchedule, of(scheduleId));
export const restoreSchedule = (scheduleId: number) => request(contract.restoreSchedule, of(scheduleId));
export const pauseSchedule = (scheduleId: number) => request(contract.pauseSchedule, of(scheduleId));
export const resumeSchedule = (scheduleId: number) => request(contract.resumeSchedule, of(scheduleId));
export const runSchedule = (scheduleId: number) => request(contract.runSchedule, of(scheduleId));
/** A missed run is known. */
export const acknowledgeMissed = (scheduleId: number, ordinal: number) =>
  request(contract.acknowledgeMissed, { params: { scheduleId, ordinal } });
/** The file that a run kept. */
export const fetchScheduleFile = (scheduleId: number, ordinal: number) =>
  requestFile(contract.scheduleFile, { params: { scheduleId, ordinal } });
