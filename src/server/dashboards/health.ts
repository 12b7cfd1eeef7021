/** How stations did in a week and in the week before it, as six shares. */
import { sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { runStatusFlags } from '../../catalogue/rows/status.ts';
import type { DataOf } from '../../contract/call.ts';
import type { FleetHealth, fleetHealth } from '../../contract/dashboards.ts';
import type { Board } from '../sites/board.ts';
import type { Site } from '../sites/structure.ts';
import type { CompanyScope } from '../sites/visible.ts';
import { OpenChunk } from '../storage/sealed/chunk.ts';
import type { Storage } from '../storage/storage.ts';

const day = 86_400_000;
const week = 7 * day;
/**
 * RTUs whose reports are counted: about 40,000 reports in two weeks at an hourly cycle, 50 ms of the database. Of a
 * larger fleet every n-th is taken. Assumed.
 */
const mostCounted = 120;

const maskOf = (...flags: readonly string[]) =>
  flags.reduce((mask, flag) => mask + 2 ** runStatusFlags.indexOf(flag), 0);
const masks = {
  battery: maskOf('batteryVoltage'),
  signal: maskOf('signalQuality', 'networkRegistration'),
  clock: maskOf('clock'),
  sensors: maskOf('sensor1', 'sensor2', 'sensor3', 'sensor4'),
} as const;

interface Asked {
  readonly projectId?: number;
  readonly stationId?: number;
}

/** Every n-th, so that at most `most` are taken, from all over the list. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** @throws Refusal 404 for a project or a station that is foreign or unknown */
export async function readFleetHealth(
  { storage, board, now }: { readonly storage: Storage; readonly board: Board; readonly now: () => number },
  viewer: CompanyScope,
  { projectId, stationId }: Asked,
): Promise<DataOf<typeof fleetHealth>> {
  const all = board.sites(viewer);
  const sites = all.filter(
    ({ project, station }) =>
      (projectId === undefined || project.id === projectId) &&
      (stationId === undefined || station.id === stationId),
  );
  if (sites.length === 0 && stationId !== undefined)
    throw new Refusal(404, 'api.notFound', { what: `station ${stationId}` });
  if (sites.length === 0 && projectId !== undefined && !all.some(({ project }) => project.id === projectId))
    throw new Refusal(404, 'api.notFound', { what: `project ${projectId}` });
  const own = sites.filter(({ rtu }) => rtu !== null);
  const counted = evenly(own, mostCounted);
  const end = now();
  const [thisWeek, before] = await Promise.all([
    axesOf(storage, counted, end - week, end),
    axesOf(storage, counted, end - 2 * week, end - week),
  ]);
  return { week: thisWeek, before, stations: own.length, counted: counted.length };
}

const share = (part: number, of: number) => (of === 0 ? null : part / of);

const statusKeys = ['reports', 'battery', 'signal', 'clock', 'sensors'] as const;
type StatusSums = Readonly<Record<(typeof statusKeys)[number], number | string | null>>;

/** What the sealed status reports of an RTU within a span add to the sums. */
function sealedSums(data: Uint8Array, from: number, to: number): StatusSums {
  const chunk = new OpenChunk(data);
  const status = chunk.cellsOf('runStatus');
  const sums = { reports: 0, battery: 0, signal: 0, clock: 0, sensors: 0 };
  const end = chunk.placeOf(to);
  for (let nth = chunk.placeOf(from); nth < end; nth += 1) {
    const flags = status(nth);
    if (typeof flags !== 'number') continue;
    sums.reports += 1;
    for (const key of ['battery', 'signal', 'clock', 'sensors'] as const)
      if ((flags & masks[key]) === 0) sums[key] += 1;
  }
  return sums;
}

/** @param from inclusive @param to exclusive, UTC ms */
async function axesOf(
  storage: Storage,
  sites: readonly Site[],
  from: number,
  to: number,
): Promise<FleetHealth> {
  const none = { arrival: null, battery: null, signal: null, clock: null, sensors: null, orders: null };
  const rtuIds = sites.flatMap(({ rtu }) => (rtu === null ? [] : [rtu.id]));
  if (rtuIds.length === 0) return none;
  const sensorIds = sites.flatMap(({ sensors }) => sensors.map(({ id }) => id));
  const without = (mask: number) =>
    sql<number>`sum(CASE WHEN ("runStatus" & ${sql.lit(mask)}) = 0 THEN 1 ELSE 0 END)`;
  const within = sql`source_id IN (${sql.join(rtuIds)}) AND element = 0`;
  // One statement: what is sealed meanwhile is seen once.
  const { rows } = await sql<StatusSums & { readonly data: Uint8Array | null }>`
    SELECT count("runStatus") AS "reports", ${without(masks.battery)} AS "battery",
      ${without(masks.signal)} AS "signal", ${without(masks.clock)} AS "clock", ${without(masks.sensors)} AS "sensors",
      NULL AS "data"
    FROM reading_status WHERE ${within} AND t >= ${from} AND t < ${to} AND "runStatus" IS NOT NULL
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, data FROM reading_chunks
    WHERE row_id = 'status' AND ${within} AND first_t < ${to} AND last_t >= ${from}`.execute(storage.db);
  const sums = { reports: 0, battery: 0, signal: 0, clock: 0, sensors: 0 };
  for (const { data, ...row } of rows) {
    const part = data === null ? row : sealedSums(data, from, to);
    for (const key of statusKeys) sums[key] += Number(part[key] ?? 0);
  }
  const { reports } = sums;
  // Days that began in the span and are over: what is expected of a day is known at its end.
  const arrived =
    sensorIds.length === 0
      ? undefined
      : await storage.db
          .selectFrom('arrival_days')
          .select((on) => [on.fn.sum('expected').as('expected'), on.fn.sum('received').as('received')])
          .where('source_id', 'in', sensorIds)
          .where('day', '>=', from - day)
          .where('day', '<', to - day)
          .executeTakeFirst();
  const ended = await storage.db
    .selectFrom('orders')
    .select((on) => ['state', on.fn.countAll().as('count')])
    .where('rtu_id', 'in', rtuIds)
    .where('ended_at', '>=', from)
    .where('ended_at', '<', to)
    .where('state', 'in', ['succeeded', 'failed', 'expired', 'indeterminate'])
    .groupBy('state')
    .execute();
  const orders = ended.reduce((sum, { count }) => sum + Number(count), 0);
  const done = ended.find(({ state }) => state === 'succeeded');
  return {
    arrival: share(Number(arrived?.received ?? 0), Number(arrived?.expected ?? 0)),
    battery: share(sums.battery, reports),
    signal: share(sums.signal, reports),
    clock: share(sums.clock, reports),
    sensors: share(sums.sensors, reports),
    orders: share(Number(done?.count ?? 0), orders),
  };
}
