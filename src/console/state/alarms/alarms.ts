/** Alarms as the server keeps them: the open ones are fetched once and moved on by the live stream. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import * as contract from '../../../contract/alarms/alarms.ts';
import type { DataOf, QueryOf } from '../../../contract/call.ts';
import { request } from '../connection/client.ts';
import { onAlarms, resumeFrom } from '../connection/live.ts';
import { queries } from '../sites/stations.ts';

export type { AlarmEntry, AlarmView } from '../../../contract/alarms/alarms.ts';
export type { FrozenFacts, FrozenTerm } from '../../../contract/alarms/frozen-facts.ts';

type AlarmView = contract.AlarmView;
/** One alarm with what stands beside it. */
export type AlarmDetail = DataOf<typeof contract.alarm>;
/** What the curve of an alarm is drawn with, as it was judged. */
export type AlarmCurveGrounds = NonNullable<DataOf<typeof contract.alarm>['curve']>;
/** Those that were closed since they were fetched are still among `alarms`: a row that is looked at stays. */
export type OpenAlarms = DataOf<typeof contract.openAlarms>;
export type HistoryFilters = Omit<NonNullable<QueryOf<typeof contract.alarmHistory>>, 'limit' | 'before'>;

const openKey = ['alarms', 'open'] as const;
const historyKey = ['alarms', 'history'] as const;
/** Begins the keys of figures that are counted from alarms (health.ts). */
export const healthKey = ['alarms', 'health'] as const;
const oneKey = (alarmId: number) => ['alarms', 'one', alarmId] as const;

const minute = 60_000;
/** What no event brings (how far evaluation is behind, what leaves the last 24 h) is asked for so often, ms. */
const often = minute;
const seldom = 5 * minute;
const many = 1000;
/** Histories and figures are fetched anew once nothing has changed for so long, ms; where changes never cease, after the longest. */
const quiet = 1500;
const longest = 15_000;
const pageSize = 200;

/** The alarms with those that changed in their places; an older revision changes nothing. */
export function mergeAlarms(data: OpenAlarms, changed: readonly AlarmView[]): OpenAlarms {
  const byId = new Map(data.alarms.map((alarm) => [alarm.id, alarm]));
  let { closedToday } = data;
  for (const alarm of changed) {
    const known = byId.get(alarm.id);
    // One that was closed before, and is not open now, is none of the list.
    if (known === undefined ? alarm.closed !== null : known.revision >= alarm.revision) continue;
    const wasOpen = known === undefined || known.closed === null;
    if (wasOpen && alarm.closed !== null) closedToday += 1;
    if (!wasOpen && alarm.closed === null) closedToday -= 1;
    byId.set(alarm.id, alarm);
  }
  return { ...data, alarms: [...byId.values()], closedToday: Math.max(0, closedToday) };
}

/** What came while the list was on its way: the answer may be of before. */
let meanwhile: Map<number, AlarmView> | null = null;

async function fetchOpen(signal: AbortSignal): Promise<OpenAlarms> {
  const came = new Map<number, AlarmView>();
  meanwhile = came;
  const answer = await request(contract.openAlarms, { signal });
  if (!resumeFrom(answer.lastEventId)) return fetchOpen(signal);
  if (meanwhile === came) meanwhile = null;
  return mergeAlarms(answer, [...came.values()]);
}

/** Every open alarm that the user may see, and those that were closed while they were shown. */
export function useOpenAlarms(enabled = true) {
  return useQuery({
    queryKey: openKey,
    queryFn: ({ signal }) => fetchOpen(signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => ((state.data?.alarms.length ?? 0) > many ? seldom : often),
    // Merging keeps what did not change.
    structuralSharing: false,
  });
}

/** Alarms of a span of time, newest first, page by page. */
export function useAlarmHistory(filters: HistoryFilters, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...historyKey, filters],
    queryFn: ({ pageParam, signal }) =>
      request(contract.alarmHistory, {
        query: { ...filters, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ alarms }) => (alarms.length < pageSize ? null : (alarms.at(-1)?.id ?? null)),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Everything that was there in a span of time, for a file. @throws ApiError */
export async function wholeHistory(filters: HistoryFilters): Promise<readonly AlarmView[]> {
  const found: AlarmView[] = [];
  const limit = 500;
  for (;;) {
    const before = found.at(-1)?.id;
    const query = { ...filters, limit, ...(before === undefined ? {} : { before }) };
    const { alarms } = await request(contract.alarmHistory, { query });
    found.push(...alarms);
    if (alarms.length < limit) return found;
  }
}

/** One alarm with its timeline. */
export function useAlarm(alarmId: number | null) {
  return useQuery({
    queryKey: oneKey(alarmId ?? 0),
    queryFn: ({ signal }) => request(contract.alarm, { params: { alarmId: alarmId ?? 0 }, signal }),
    enabled: alarmId !== null,
    staleTime: often,
  });
}

let planned: ReturnType<typeof setTimeout> | undefined;
let changedFirst = 0;

function planHistory(): void {
  const now = Date.now();
  if (planned === undefined) changedFirst = now;
  clearTimeout(planned);
  const wait = Math.min(quiet, Math.max(0, changedFirst + longest - now));
  planned = setTimeout(() => {
    planned = undefined;
    void queries.invalidateQueries({ queryKey: historyKey });
    void queries.invalidateQueries({ queryKey: healthKey });
  }, wait);
}

/** Takes alarms as the server sent them. */
export function takeAlarms(changed: readonly AlarmView[]): void {
  if (changed.length === 0) return;
  for (const alarm of changed) {
    const known = meanwhile?.get(alarm.id);
    if (known === undefined || known.revision < alarm.revision) meanwhile?.set(alarm.id, alarm);
    void queries.invalidateQueries({ queryKey: oneKey(alarm.id) });
  }
  queries.setQueryData<OpenAlarms>(openKey, (data) => data && mergeAlarms(data, changed));
  planHistory();
}

// The stream moves the cache on from the moment on that anything can be in it: an event may come before it is shown.
onAlarms(takeAlarms);
