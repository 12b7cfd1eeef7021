/** What a report is of, found out before its readings are read: sites, limits, levels, alarms, remarks. */

import { Refusal } from '../../base/errors.ts';
import { reportBounds } from '../../base/report-words.ts';
import { kindByCode } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { FrozenFacts } from '../../contract/alarms/frozen-facts.ts';
import { kindChannels } from '../../derive/kind-channels.ts';
import type { RainLine } from '../../domain/lenses/rain-events.ts';
import { byEvent } from '../../domain/readings/event-rows.ts';
import type { ReportAlarm, ReportLimit, ReportModel, ReportRemark } from '../../domain/reports/model.ts';
import { limitsOf } from '../alarms/rules/limits.ts';
import type { Board } from '../sites/board.ts';
import { expectedSources } from '../sites/overview.ts';
import { lineOfOwn, readRainLines } from '../sites/rain-lines.ts';
import type { SensorRow, Site } from '../sites/structure.ts';
import { type CompanyScope, visibleStations } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

export interface PlannedSensor {
  readonly id: number;
  readonly slot: number;
  readonly kind: number;
  readonly row: RowId;
  readonly channel: string;
  readonly element: number;
  readonly unit: string | null;
  readonly digits: number;
  readonly isSum: boolean;
  /** It goes round at 360: no change and no rate is taken of it. */
  readonly isCircular: boolean;
  /** Seconds between collections; null = readings are not due by time. */
  readonly cycle: number | null;
  readonly limits: readonly ReportLimit[];
  readonly present: number;
  readonly peak: number;
}
export interface ReportedStation {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly timeZone: string;
  readonly isRetired: boolean;
  /** Until when readings are due of it. */
  readonly until: number;
  readonly rtu: { readonly id: number; readonly sn: string; readonly sendCycle: number } | null;
  readonly sensors: readonly PlannedSensor[];
  /** The line that its rain is held against; null = that of Caine 1980. */
  readonly rainLine: RainLine | null;
}
/** All of it can be sent to a thread. */
export interface ReportPlan {
  readonly head: Omit<ReportModel<FrozenFacts>, 'stations' | 'alarms' | 'raised' | 'remarks' | 'remarkCount'>;
  /** Of the project, minutes after midnight. */
  readonly dayBoundary: number;
  readonly stations: readonly ReportedStation[];
  readonly alarms: readonly ReportAlarm<FrozenFacts>[];
  readonly raised: readonly [number, number, number, number];
  readonly remarks: readonly ReportRemark[];
  readonly remarkCount: number;
}

export interface AskedReport {
  readonly companyId: number;
  readonly projectId: number;
  readonly stationIds: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly madeAt: number;
  readonly madeBy: string;
}
export interface ReportPlace {
  readonly storage: Storage;
  readonly board: Board;
  readonly edition: 'cn' | 'jp';
}

/** The own line of a station, or else of its project; of what was retired none is known any more. */
async function rainLineOf(
  db: Db,
  scope: CompanyScope,
  stationId: number,
  retiredAt: number | null,
): Promise<RainLine | null> {
  if (retiredAt !== null) return null;
  const { station, project } = await readRainLines(db, scope, stationId);
  const own = station ?? project;
  return own === null ? null : lineOfOwn(own.line);
}

/** Stations of a project that were in use in the period, with what stood on them; those taken out of use since, too. */
async function readSites(db: Db, scope: CompanyScope, asked: AskedReport): Promise<readonly Site[]> {
  const { projectId, stationIds, from } = asked;
  let all = visibleStations(db, scope)
    .where('projects.id', '=', projectId)
    .where((eb) => eb.or([eb('stations.retired_at', 'is', null), eb('stations.retired_at', '>', from)]));
  if (stationIds.length > 0) all = all.where('stations.id', 'in', [...stationIds]);
  const stations = await all.selectAll('stations').orderBy('stations.code').orderBy('stations.id').execute();
  const ids = stations.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rtus = await db.selectFrom('rtus').selectAll().where('station_id', 'in', ids).execute();
  const sensors =
    rtus.length === 0
      ? []
      : await db
          .selectFrom('sensors')
          .selectAll()
          .where(
            'rtu_id',
            'in',
            rtus.map(({ id }) => id),
          )
          .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', from)]))
          .orderBy('slot')
          .orderBy('id')
          .execute();
  return stations.map((station) => {
    const rtu = rtus.find((one) => one.station_id === station.id) ?? null;
    const own: readonly SensorRow[] = rtu === null ? [] : sensors.filter((one) => one.rtu_id === rtu.id);
    return { station, project: { id: projectId } as Site['project'], rtu, sensors: own };
  });
}

interface Levels {
  readonly present: number;
  readonly peak: number;
}

/** Levels of sensors at the end of the period, and the highest in it, by the timelines of their alarms. */
export async function readLevels(
  db: Db,
  stationIds: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, Levels>> {
  const found = new Map<number, Levels>();
  if (stationIds.length === 0) return found;
  const rows = await db
    .selectFrom('alarms')
    .innerJoin('alarm_entries', 'alarm_entries.alarm_id', 'alarms.id')
    .select(['alarms.id', 'sensor_id', 'closed_at', 'type', 't', 'to_rank'])
    .where('station_id', 'in', [...stationIds])
    .where('sensor_id', 'is not', null)
    .where('is_blind', '=', 0)
    .where('raised_at', '<', to)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>=', from)]))
    .where('type', 'in', ['raise', 'rise', 'fall', 'return'])
    .where('t', '<', to)
    .orderBy('alarms.id')
    .orderBy('t')
    .orderBy('alarm_entries.id')
    .execute();
  const alarms = new Map<number, { sensorId: number; closedAt: number | null; rank: number; peak: number }>();
  for (const { id, sensor_id: sensorId, closed_at: closedAt, t, to_rank: rank } of rows) {
    const known = alarms.get(id) ?? { sensorId: sensorId ?? 0, closedAt, rank: 0, peak: 0 };
    // What it stood at as the period began counts with it.
    const peak = t < from ? rank : Math.max(known.peak, rank);
    alarms.set(id, { ...known, rank, peak });
  }
  for (const { sensorId, closedAt, rank, peak } of alarms.values()) {
    const own = found.get(sensorId) ?? { present: 0, peak: 0 };
    const isOver = closedAt !== null && closedAt < to;
    found.set(sensorId, {
      present: Math.max(own.present, isOver ? 0 : rank),
      peak: Math.max(own.peak, peak),
    });
  }
  return found;
}

async function readAlarms(db: Db, sites: readonly Site[], { from, to }: AskedReport) {
  const names = new Map(sites.map(({ station }) => [station.id, station]));
  const ids = [...names.keys()];
  const raised: [number, number, number, number] = [0, 0, 0, 0];
  if (ids.length === 0) return { alarms: [], raised };
  const rows = await db
    .selectFrom('alarms')
    .selectAll()
    .where('station_id', 'in', ids)
    .where('raised_at', '<', to)
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>=', from)]))
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const row of rows)
    if (row.raised_at >= from && row.peak >= 1 && row.peak <= 4)
      raised[row.peak - 1] = (raised[row.peak - 1] ?? 0) + 1;
  const alarms = rows.slice(0, reportBounds.listed).map((row): ReportAlarm<FrozenFacts> => {
    const station = names.get(row.station_id);
    // What came after the period is not known in it.
    const known = <T>(at: number | null, value: T): T | null => (at !== null && at < to ? value : null);
    return {
      id: row.id,
      stationCode: station?.code ?? '',
      stationName: station?.name ?? '',
      raisedAt: row.raised_at,
      peak: row.peak,
      present: row.present,
      isBlind: row.is_blind === 1,
      facts: fromJson(row.facts),
      answeredAt: known(row.answered_at, row.answered_at),
      answeredBy: known(row.answered_at, row.answered_name),
      closedAt: known(row.closed_at, row.closed_at),
      finding: known(row.closed_at, row.finding),
      note: known(row.closed_at, row.closed_note) ?? '',
    };
  });
  return { alarms, raised };
}

async function readRemarks(db: Db, sites: readonly Site[], { from, to }: AskedReport) {
  const codes = new Map(sites.map(({ station }) => [station.id, station.code]));
  if (codes.size === 0) return { remarks: [], remarkCount: 0 };
  const rows = await db
    .selectFrom('remarks')
    .select(['station_id', 'at', 'text', 'account_name'])
    .where('station_id', 'in', [...codes.keys()])
    .where('deleted_at', 'is', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return {
    remarkCount: rows.length,
    remarks: rows.slice(0, reportBounds.listed).map(
      ({ station_id: id, at, text, account_name: by }): ReportRemark => ({
        ...{ at, text, stationCode: codes.get(id) ?? '', by: by ?? '' },
      }),
    ),
  };
}

/** Axes of which one stands for a sensor in lists: a report shows the other, too. */
const otherAxis: Readonly<Record<string, string>> = { x: 'y', cumulativeA: 'cumulativeB' };

/** What stands for a sensor in a report: the channel that a list shows of it, with its other axis; of rain what fell. */
function mainChannels({ kind: code }: SensorRow) {
  const kind = kindByCode(code);
  const primary = kind?.primary;
  if (kind === undefined || primary === undefined) return [];
  const isElement = (primary.element ?? 0) > 0;
  const own = kindChannels(kind).filter((one) => one.row === primary.row && one.element === isElement);
  const amount = own.find(({ channel }) => channel.type === 'number' && channel.sum !== undefined);
  const wanted =
    amount !== undefined ? [amount.channel.id] : [primary.channel, otherAxis[primary.channel] ?? ''];
  return wanted.flatMap((id) => {
    const channel = own.find((one) => one.channel.id === id)?.channel;
    if (channel?.type !== 'number') return [];
    const { unit, digits, circular, sum } = channel;
    return [
      {
        ...{ row: primary.row, channel: id, element: primary.element ?? 0, unit, digits },
        ...{ isSum: sum !== undefined, isCircular: circular === true },
      },
    ];
  });
}

/** @throws Refusal 404 for a project or a station that is foreign, unknown, or was not in use then */
export async function planReport(
  { storage, board, edition }: ReportPlace,
  asked: AskedReport,
): Promise<ReportPlan> {
  const { db } = storage;
  const scope = { companyId: asked.companyId };
  const project = board.projects(scope).find(({ id }) => id === asked.projectId);
  if (project === undefined) throw new Refusal(404, 'api.notFound', { what: `project ${asked.projectId}` });
  const sites = await readSites(db, scope, asked);
  const lost = asked.stationIds.find((id) => !sites.some(({ station }) => station.id === id));
  if (lost !== undefined) throw new Refusal(404, 'api.notFound', { what: `station ${lost}` });
  if (sites.length === 0) throw new Refusal(422, 'reports.noStations', {}, 'projectId');
  if (sites.length > reportBounds.stations)
    throw new Refusal(
      422,
      'reports.tooManyStations',
      { limit: reportBounds.stations, count: sites.length },
      'stationIds',
    );
  const levels = await readLevels(
    db,
    sites.map(({ station }) => station.id),
    asked,
  );
  const inUse = new Set(board.sites(scope).map(({ station }) => station.id));
  const stations: ReportedStation[] = [];
  for (const site of sites) {
    const { station, rtu, sensors } = site;
    // Rules judge what is in use: of what was retired no limits are known any more.
    const { limits } = inUse.has(station.id)
      ? await limitsOf({ storage, board }, scope, station.id)
      : { limits: [] };
    const due = await expectedSources(storage, site);
    stations.push({
      ...{ id: station.id, code: station.code, name: station.name, timeZone: station.time_zone },
      isRetired: station.retired_at !== null,
      until: Math.min(asked.to, asked.madeAt, station.retired_at ?? asked.to),
      rainLine: await rainLineOf(db, scope, station.id, station.retired_at),
      rtu: rtu === null ? null : { id: rtu.id, sn: rtu.sn, sendCycle: rtu.send_cycle },
      sensors: sensors.flatMap((sensor): PlannedSensor[] => {
        const cycle = due.find(
          ({ id, row }) => id === sensor.id && row === mainChannels(sensor)[0]?.row,
        )?.cycle;
        return mainChannels(sensor).map((main, index) => ({
          ...{ id: sensor.id, slot: sensor.slot, kind: sensor.kind },
          ...main,
          // Of two axes of one reading the arrival counts once.
          cycle: byEvent.has(main.row) || index > 0 ? null : (cycle ?? null),
          limits: limits
            .filter(
              (one) =>
                one.sensorId === sensor.id &&
                one.row === main.row &&
                one.channel === main.channel &&
                one.element === main.element &&
                one.from < asked.to &&
                (one.until === null || one.until > asked.from),
            )
            .map(({ rank, quantity, limit, side, either, ruleName, version }) => ({
              ...{ rank, quantity, limit, side, either, ruleName, version },
            })),
          ...(levels.get(sensor.id) ?? { present: 0, peak: 0 }),
        }));
      }),
    });
  }
  return {
    head: {
      form: 1,
      project: { code: project.code, name: project.name, company: project.companyName },
      timeZone: project.timeZone,
      from: asked.from,
      to: asked.to,
      madeAt: asked.madeAt,
      madeBy: asked.madeBy,
      edition,
      levelWords: project.levelWords,
      ofStations: [...inUse].filter((id) => board.one(scope, id).site.project.id === project.id).length,
    },
    dayBoundary: project.dayBoundary,
    stations,
    ...(await readAlarms(db, sites, asked)),
    ...(await readRemarks(db, sites, asked)),
  };
}
