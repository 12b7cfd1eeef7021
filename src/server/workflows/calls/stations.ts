import { zoneOffset } from '../../../base/time.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import type { Condition, StationFilter } from '../../../script/calls.ts';
import type { Site } from '../../sites/structure.ts';
import type { CallContext } from './call.ts';
import { kindName } from './devices.ts';
import { ofGroup, readAllTold } from './told.ts';

const listOf = <T>(given: T | readonly T[] | undefined): readonly T[] | null =>
  given === undefined ? null : Array.isArray(given) ? given : [given as T];

/** A station as a script has it. */
const stationOf = (site: Site, summary: StationSummary, now: number) => ({
  id: summary.id,
  code: summary.code,
  name: summary.name,
  project: site.project.code,
  site: summary.site,
  sn: summary.sn,
  state: summary.state,
  link: summary.link,
  level: summary.level,
  fault: summary.fault,
  latitude: summary.latitude,
  longitude: summary.longitude,
  timeZone: summary.timeZone,
  utcOffset: zoneOffset(summary.timeZone, now) / 60_000,
  sendCycle: summary.sendCycle,
  lastContactAt: summary.lastContactAt,
  expectedContact:
    summary.nextContactAt === null ? null : { at: summary.nextContactAt, plusMinus: summary.jitter },
  batteryVoltage: summary.batteryVoltage,
  batteryCharge: summary.batteryCharge,
  sensors: site.sensors.map((sensor) => ({
    id: sensor.id,
    slot: sensor.slot,
    kind: kindName(sensor.kind),
    name: sensor.name,
  })),
});
export type ScriptStation = ReturnType<typeof stationOf>;

function fits(site: Site, station: ScriptStation, filter: StationFilter): boolean {
  const projects = listOf(filter.project);
  const kinds = listOf(filter.kind);
  const states = listOf(filter.state);
  const text = filter.text?.toLowerCase() ?? '';
  return (
    (projects === null ||
      projects.some((project) => project === site.project.code || project === site.project.name)) &&
    (kinds === null || station.sensors.some(({ kind }) => kinds.includes(kind))) &&
    (states === null || states.includes(station.state)) &&
    (filter.codes === undefined || filter.codes.includes(station.code)) &&
    [station.code, station.name, station.sn ?? ''].some((one) => one.toLowerCase().includes(text))
  );
}

/** A value that is not known fits no condition. */
function holds({ field, is, not, above, below }: Condition, values: Readonly<Record<string, unknown>>) {
  const value = values[field];
  if (value === undefined) return false;
  return (
    (is === undefined || value === is) &&
    (not === undefined || value !== not) &&
    (above === undefined || (typeof value === 'number' && value > above)) &&
    (below === undefined || (typeof value === 'number' && value < below))
  );
}

/** Stations that the user may see and the filter takes, by code. */
export async function stationsCall(
  { viewer, storage, board, now }: CallContext,
  filter: StationFilter,
): Promise<readonly ScriptStation[]> {
  const summaries = new Map(board.summaries(viewer).map((summary) => [summary.id, summary]));
  const found = board.sites(viewer).flatMap((site) => {
    const summary = summaries.get(site.station.id);
    if (summary === undefined) return [];
    const station = stationOf(site, summary, now);
    return fits(site, station, filter) ? [{ site, station }] : [];
  });
  const conditions = listOf(filter.where) ?? [];
  const sorted = found.sort((a, b) => (a.station.code < b.station.code ? -1 : 1));
  if (conditions.length === 0) return sorted.map(({ station }) => station);
  const told = await readAllTold(
    storage.db,
    sorted.flatMap(({ site }) => site.rtu?.id ?? []),
  );
  return sorted
    .filter(({ site: { rtu, sensors } }) =>
      conditions.every(
        (condition) =>
          rtu !== null &&
          [null, ...sensors.map(({ slot }) => slot)].some((slot) =>
            holds(condition, ofGroup(told(rtu.id, slot), condition.group, now).values),
          ),
      ),
    )
    .map(({ station }) => station);
}
