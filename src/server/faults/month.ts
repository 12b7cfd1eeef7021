/** Fault statistics of one month by each project's calendar: what was due and came, outages, and flags with begin and end. */
import { dayNumber, dayStart } from '../../base/time.ts';
import { kindByCode, rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import { type Outages, outageBelow, outagesOf } from '../../domain/outages.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { type Executor, toNumber } from '../storage/executor.ts';
import type { Db } from '../storage/schema.ts';
import { numberOf, someOf } from '../storage/sealed/expression.ts';
import { firstRows, scanRows } from '../storage/sealed/scan.ts';
import { storedRow } from '../storage/tables.ts';

const day = 86_400_000;
const runStatus = rows.status.channels.find(({ id }) => id === 'runStatus');
const statusFlags: readonly string[] = runStatus?.type === 'flagSet' ? runStatus.flags : [];

/** Numbers of the first day of a month and of that after its last one (days since 1970-01-01). @param month `YYYY-MM` */
export function daysOfMonth(month: string): readonly [first: number, end: number] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return [Date.UTC(year, number - 1, 1) / day, Date.UTC(year, number, 1) / day];
}

export interface MonthDay {
  /** Since 1970-01-01 by the project's calendar. */
  readonly number: number;
  readonly expected: number;
  readonly received: number;
}
export interface MonthStation {
  readonly id: number;
  readonly project: string;
  readonly code: string;
  readonly name: string;
  readonly rtuId: number;
  readonly zone: string;
  /** Where the month begins and ends by the project's calendar, UTC ms. */
  readonly from: number;
  readonly to: number;
  /** Whole days that are counted, in order. */
  readonly days: readonly MonthDay[];
  readonly outages: Outages;
  readonly startOf: (number: number) => number;
}

/** Stations that were in use in the month, by project and code; of one project, or of all. */
export async function readMonthStations(
  db: Db,
  scope: CompanyScope,
  month: string,
  projectId: number | null,
): Promise<readonly MonthStation[]> {
  const [first, end] = daysOfMonth(month);
  const own = visibleStations(db, scope)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .where((where) =>
      where.or([where('stations.retired_at', 'is', null), where('stations.retired_at', '>=', first * day)]),
    );
  const wanted = projectId === null ? own : own.where('projects.id', '=', projectId);
  const stations = await wanted
    .select(['stations.id', 'stations.code', 'stations.name', 'stations.time_zone', 'rtus.id as rtu'])
    .select(['projects.code as project', 'projects.time_zone as zone', 'projects.day_boundary as boundary'])
    .orderBy('projects.code')
    .orderBy('stations.code')
    .execute();
  // A day of a calendar begins up to a day before or after that of UTC.
  const counted = await wanted
    .innerJoin('sensors', 'sensors.rtu_id', 'rtus.id')
    .innerJoin('arrival_days', 'arrival_days.source_id', 'sensors.id')
    .where('arrival_days.day', '>=', (first - 2) * day)
    .where('arrival_days.day', '<', (end + 2) * day)
    .select(['stations.id', 'arrival_days.day'])
    .select(({ fn }) => [
      fn.sum<number>('arrival_days.expected').as('expected'),
      fn.sum<number>('arrival_days.received').as('received'),
    ])
    .groupBy(['stations.id', 'arrival_days.day'])
    .orderBy('arrival_days.day')
    .execute();
  const byStation = new Map<number, (MonthDay & { readonly at: number })[]>();
  for (const { id, day: at, expected, received } of counted) {
    const of = byStation.get(id) ?? [];
    of.push({ number: 0, at, expected: Number(expected), received: Number(received) });
    byStation.set(id, of);
  }
  return stations.map(({ id, code, name, time_zone: zone, rtu, project, zone: calendar, boundary }) => {
    const startOf = (number: number) => dayStart(calendar, number, boundary);
    const days = (byStation.get(id) ?? []).flatMap(({ at, expected, received }): MonthDay[] => {
      const number = dayNumber(calendar, at, boundary);
      // Counted by a calendar that the project has no longer, or of another month.
      if (number < first || number >= end || startOf(number) !== at) return [];
      return [{ number, expected, received }];
    });
    return {
      ...{ id, project, code, name, rtuId: rtu, zone, startOf, days },
      ...{ from: startOf(first), to: startOf(end), outages: outagesOf(days) },
    };
  });
}

export interface MonthFault {
  /** Slot and sensor type code; null = the RTU, or the station. */
  readonly slot: number | null;
  readonly kind: number | null;
  /** A flag of the run status, `runState` of a sensor, or `outage`. */
  readonly flag: string;
  /** UTC ms; it may have begun before the month. */
  readonly from: number;
  readonly isBefore: boolean;
  /** Null = it was not over at the month's end. */
  readonly until: number | null;
}

/** Outages of a station as stretches of whole days. */
export function outagesAsFaults({ days, startOf }: MonthStation): readonly MonthFault[] {
  const found: MonthFault[] = [];
  let since: number | null = null;
  const own = { slot: null, kind: null, flag: 'outage' };
  for (const { number, expected, received } of days) {
    if (expected === 0) continue;
    const isOut = received < outageBelow * expected;
    if (isOut && since === null) since = startOf(number);
    if (!isOut && since !== null) {
      found.push({ ...own, from: since, isBefore: false, until: startOf(number) });
      since = null;
    }
  }
  if (since !== null) found.push({ ...own, from: since, isBefore: false, until: null });
  return found;
}

interface Source {
  readonly row: RowId;
  readonly id: number;
  readonly channel: string;
}

/** A channel's value before a stretch, and whenever it changes within it. */
async function changesOf(
  exec: Executor,
  { row, id, channel }: Source,
  from: number,
  to: number,
): Promise<readonly (readonly [t: number, value: number])[]> {
  const value = numberOf(storedRow(row), channel);
  const asked = {
    ...{ key: { row, sourceId: id, element: 0 }, from, to },
    ...{ expressions: [value], where: someOf([value]) },
  };
  const earlier = { ...asked, from: Number.MIN_SAFE_INTEGER, to: from, isDescending: true };
  const changes: [t: number, value: number][] = [];
  for (const [t, of] of await firstRows(exec, earlier, 1)) changes.push([toNumber(t), toNumber(of)]);
  let isFirst = true;
  for await (const found of scanRows(exec, asked))
    for (const [t, of] of found) {
      if (isFirst || changes.at(-1)?.[1] !== of) changes.push([toNumber(t), toNumber(of)]);
      isFirst = false;
    }
  return changes;
}

function stretchesOf(
  changes: readonly (readonly [t: number, value: number])[],
  isSet: (value: number) => boolean,
  start: number,
): readonly Pick<MonthFault, 'from' | 'isBefore' | 'until'>[] {
  const found: Pick<MonthFault, 'from' | 'isBefore' | 'until'>[] = [];
  let since: number | null = null;
  for (const [t, value] of changes) {
    const isNow = isSet(value);
    if (isNow && since === null) since = t;
    if (!isNow && since !== null) {
      if (t >= start) found.push({ from: Math.max(since, start), isBefore: since < start, until: t });
      since = null;
    }
  }
  if (since !== null) found.push({ from: Math.max(since, start), isBefore: since < start, until: null });
  return found;
}

/** What an RTU and its sensors reported of faults in the month, and outages, by their begin. */
export async function readMonthFaults(
  exec: Executor,
  station: MonthStation,
  sensors: readonly { readonly id: number; readonly slot: number; readonly kind: number }[],
): Promise<readonly MonthFault[]> {
  const { rtuId, from, to } = station;
  const status = await changesOf(exec, { row: 'status', id: rtuId, channel: 'runStatus' }, from, to);
  const found: MonthFault[] = [...outagesAsFaults(station)];
  for (const [bit, flag] of statusFlags.entries())
    for (const stretch of stretchesOf(status, (value) => Math.floor(value / 2 ** bit) % 2 === 1, from))
      found.push({ slot: null, kind: null, flag, ...stretch });
  for (const { id, slot, kind } of sensors)
    for (const row of kindByCode(kind)?.rows ?? []) {
      if (rows[row]?.channels.some((channel) => channel.id === 'runState') !== true) continue;
      const changes = await changesOf(exec, { row, id, channel: 'runState' }, from, to);
      for (const stretch of stretchesOf(changes, (value) => value === 1, from))
        found.push({ slot, kind, flag: 'runState', ...stretch });
    }
  return found.toSorted((a, b) => a.from - b.from);
}
