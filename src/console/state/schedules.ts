/** Schedules as the server keeps them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '../../contract/call.ts';
import * as contract from '../../contract/schedules.ts';
import { request } from './connection/client.ts';
import { requestFile } from './connection/download.ts';

export type {
  RecurrenceBody,
  ScheduleBody,
  ScheduleJob,
  ScheduleRun,
  ScheduleView,
} from '../../contract/schedules.ts';

/** Under what schedules are cached. */
export const schedulesKey = 'schedules';
/** While a run is under way, and while none is, ms. */
const soon = 1500;
const seldom = 15_000;

const isUnderWay = ({ endedAt }: contract.ScheduleRun) => endedAt === null;

/** All schedules, with the runs of a span (UTC ms, inclusive and exclusive). */
export function useSchedules(span: { readonly from: number; readonly to: number }) {
  return useQuery({
    queryKey: [schedulesKey, 'list', span.from, span.to],
    queryFn: ({ signal }) => request(contract.schedules, { query: span, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const { data } = state;
      const isBusy =
        data?.runs.some(isUnderWay) === true ||
        data?.schedules.some(({ last }) => last !== null && isUnderWay(last)) === true;
      return isBusy ? soon : seldom;
    },
  });
}

/** Runs of a schedule, the newest first; null = none is asked for. */
export function useScheduleRuns(scheduleId: number | null) {
  return useQuery({
    enabled: scheduleId !== null,
    queryKey: [schedulesKey, 'runs', scheduleId],
    queryFn: async ({ signal }) =>
      (await request(contract.scheduleRuns, { params: { scheduleId: scheduleId ?? 0 }, signal })).runs,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? soon : seldom),
  });
}

const of = (scheduleId: number) => ({ params: { scheduleId } });

export const createSchedule = (body: BodyOf<typeof contract.createSchedule>) =>
  request(contract.createSchedule, { body });
export const updateSchedule = (scheduleId: number, body: BodyOf<typeof contract.updateSchedule>) =>
  request(contract.updateSchedule, { ...of(scheduleId), body });
export const deleteSchedule = (scheduleId: number) => request(contract.deleteSchedule, of(scheduleId));
export const pauseSchedule = (scheduleId: number) => request(contract.pauseSchedule, of(scheduleId));
export const resumeSchedule = (scheduleId: number) => request(contract.resumeSchedule, of(scheduleId));
export const runSchedule = (scheduleId: number) => request(contract.runSchedule, of(scheduleId));
/** The file that a run kept. */
export const fetchScheduleFile = (scheduleId: number, ordinal: number) =>
  requestFile(contract.scheduleFile, { params: { scheduleId, ordinal } });
