import { zoneOffset } from '../../../base/time.ts';
import type { Condition, StationFilter } from '../../../script/calls.ts';
import { limits } from '../../../script/limits.ts';
import { type CallContext, type Pieces, rowWork } from './call.ts';
import { kindName } from './devices.ts';
import { stationsInFolders } from './folders.ts';
import { CallProblem } from './problem.ts';
import { ofGroup, readAllReported } from './reported-values.ts';
import type { ScriptStation } from './station-facts.ts';

const listOf = <T>(given: T | readonly T[] | undefined): readonly T[] | null =>
  given === undefined ? null : Array.isArray(given) ? given : [given as T];
const setOf = <T>(given: T | readonly T[] | undefined): ReadonlySet<T> | null => {
  const list = listOf(given);
  return list === null ? null : new Set(list);
};

/** Stations whose parameters are looked at together. */
const together = 50;

/** A station as a script has it. */
const stationOf = ({ id, code, name, project, sensors, summary }: ScriptStation, now: number) => ({
  id,
  code,
  name,
  project: project.code,
  site: summary.site,
  sn: summary.sn,
  state: summary.state,
  link: summary.link,
  deviceAlarm: summary.deviceAlarm,
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
  sensors: sensors.map((sensor) => ({
    id: sensor.id,
    slot: sensor.slot,
    kind: kindName(sensor.kind),
    name: sensor.name,
  })),
});

/** What of a filter does not look at parameters. */
function plainFilter(filter: StationFilter): (station: ScriptStation) => boolean {
  const projects = setOf(filter.project);
  const kinds = setOf(filter.kind);
  const states = setOf(filter.state);
  const codes = setOf(filter.codes);
  const text = filter.text?.toLowerCase() ?? '';
  return ({ code, name, project, sensors, summary }) =>
    (projects === null || projects.has(project.code) || projects.has(project.name)) &&
    (kinds === null || sensors.some(({ kind }) => kinds.has(kindName(kind) as never))) &&
    (states === null || states.has(summary.state)) &&
    (codes === null || codes.has(code)) &&
    [code, name, summary.sn ?? ''].some((one) => one.toLowerCase().includes(text));
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

/** The same condition twice is one. */
function distinct(conditions: readonly Condition[]): readonly Condition[] {
  const byText = new Map(
    conditions.map((one) => [
      JSON.stringify(
        [one.group, one.field, one.is, one.not, one.above, one.below].map((part) =>
          part === undefined ? '' : [part],
        ),
      ),
      one,
    ]),
  );
  return [...byText.values()];
}

/** Stations that the user may see and the filter takes, by code. */
export async function* stationsCall(context: CallContext, filter: StationFilter): Pieces {
  const { stations, db, now, work, answers } = context;
  const fits = plainFilter(filter);
  const folders = listOf(filter.folder);
  const inside = folders === null ? null : await stationsInFolders(context, folders);
  const unknown = new Set(listOf(filter.project) ?? []);
  const found: ScriptStation[] = [];
  for (const station of stations.values()) {
    work.add(rowWork);
    unknown.delete(station.project.code);
    unknown.delete(station.project.name);
    if (fits(station) && inside?.has(station.id) !== false) found.push(station);
    yield;
  }
  const [missing] = unknown;
  if (missing !== undefined)
    throw new CallProblem(
      'project',
      { name: missing },
      `there is no project ${missing} with stations that you may see`,
    );
  found.sort((a, b) => (a.code < b.code ? -1 : 1));
  const conditions = distinct(listOf(filter.where) ?? []);
  if (conditions.length === 0) {
    for (const station of found) {
      answers.add(stationOf(station, now));
      yield;
    }
    return;
  }
  const devices = found.reduce((sum, { sensors }) => sum + 1 + sensors.length, 0);
  if (devices * conditions.length > limits.comparisons)
    throw new CallProblem(
      'comparisons',
      { limit: limits.comparisons },
      `${conditions.length} conditions × ${devices} devices are more than ${limits.comparisons} comparisons`,
    );
  for (let from = 0; from < found.length; from += together) {
    const part = found.slice(from, from + together);
    const reported = await readAllReported(
      db,
      part.flatMap(({ rtu }) => rtu?.id ?? []),
    );
    for (const station of part) {
      const { rtu, sensors } = station;
      work.add(rowWork + conditions.length * (1 + sensors.length));
      if (rtu === null) continue;
      const slots = [null, ...sensors.map(({ slot }) => slot)];
      const groups = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
      const valuesOf = (group: string) => {
        const known = groups.get(group);
        if (known !== undefined) return known;
        const values = slots.map((slot) => ofGroup(reported(rtu.id, slot), group, now).values);
        groups.set(group, values);
        return values;
      };
      const all = conditions.every((condition) =>
        valuesOf(condition.group).some((values) => holds(condition, values)),
      );
      if (all) answers.add(stationOf(station, now));
      yield;
    }
  }
}
