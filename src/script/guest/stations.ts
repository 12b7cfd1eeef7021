/** Stations and sensors as a script holds them, and which device a script means. */
import type { GroupParameters, KindValues } from './catalogue.ts';
import type { Device, Failed, GroupId, Latest, Reported, Sensor, SensorKind, Station } from './devices.ts';
import { ScriptError } from './error.ts';
import { fleet } from './fleet.ts';
import { defineProperty, isArray } from './host.ts';

type SensorFacts = Pick<Sensor, 'id' | 'slot' | 'kind' | 'name'>;
/** A station as the host describes it. */
export interface StationFacts extends Omit<Station, 'sensors' | 'sensor' | 'latest' | 'read' | 'reported'> {
  readonly sensors: readonly SensorFacts[];
}

export class FleetSensor implements Sensor {
  declare readonly station: Station;
  declare readonly id: number;
  declare readonly slot: number;
  declare readonly kind: SensorKind;
  declare readonly name: string | null;

  constructor(station: Station, facts: SensorFacts) {
    Object.assign(this, facts);
    // Not among what is written as JSON: a station has its sensors already.
    defineProperty(this, 'station', { value: station });
  }
  read<G extends GroupId>(group: G): Promise<GroupParameters[G]> {
    return readOne(this, group);
  }
  reported<G extends GroupId>(group: G): Promise<Reported<G> | Failed> {
    return fleet.reported([this], group).then(([one]) => one as Reported<G> | Failed);
  }
}

export class FleetStation implements Station {
  declare readonly id: Station['id'];
  declare readonly code: Station['code'];
  declare readonly name: Station['name'];
  declare readonly project: Station['project'];
  declare readonly site: Station['site'];
  declare readonly sn: Station['sn'];
  declare readonly state: Station['state'];
  declare readonly link: Station['link'];
  declare readonly deviceAlarm: Station['deviceAlarm'];
  declare readonly fault: Station['fault'];
  declare readonly latitude: Station['latitude'];
  declare readonly longitude: Station['longitude'];
  declare readonly timeZone: Station['timeZone'];
  declare readonly utcOffset: Station['utcOffset'];
  declare readonly sendCycle: Station['sendCycle'];
  declare readonly lastContactAt: Station['lastContactAt'];
  declare readonly expectedContact: Station['expectedContact'];
  declare readonly batteryVoltage: Station['batteryVoltage'];
  declare readonly batteryCharge: Station['batteryCharge'];
  declare readonly sensors: readonly Sensor[];

  constructor({ sensors, ...facts }: StationFacts) {
    Object.assign(this, facts);
    this.sensors = sensors.map((sensor) => new FleetSensor(this, sensor));
  }
  sensor(which: SensorKind | number): Sensor | undefined {
    return this.sensors.find(({ slot, kind }) => slot === which || kind === which);
  }
  latest(): Promise<readonly Latest[]>;
  latest<K extends keyof KindValues & string>(kind: K): Promise<readonly Latest<K>[]>;
  latest(kind?: string): Promise<readonly Latest[]> {
    return fleet
      .latest([this], kind as string)
      .then(([one]) => (one as { readings: readonly Latest[] }).readings);
  }
  read<G extends GroupId>(group: G): Promise<GroupParameters[G]> {
    return readOne(this, group);
  }
  reported<G extends GroupId>(group: G): Promise<Reported<G> | Failed> {
    return fleet.reported([this], group).then(([one]) => one as Reported<G> | Failed);
  }
}

export const isStation = (given: unknown): given is Station => given instanceof FleetStation;

async function readOne<G extends GroupId>(device: Device, group: G): Promise<GroupParameters[G]> {
  const [one] = (await fleet.read([device], group)) as readonly [Reported<G> | Failed];
  if (one.ok) return one.values;
  throw new ScriptError({ id: 'read', params: { reason: one.reason.text }, text: one.reason.text });
}

export const list = <T>(one: T | readonly T[]): readonly T[] =>
  isArray(one) ? (one as readonly T[]) : [one as T];

export const wrong = (call: string, problem: string): ScriptError =>
  new ScriptError({ id: 'shape', params: { call, problem }, text: `${call}: ${problem}` });

/** A device as it is named to the host; slot null: the RTU, or the one that fits. */
export interface NamedDevice {
  readonly station: number;
  readonly slot: number | null;
}

/** What a script may name where nothing checks its types. */
type Unchecked = { readonly station?: Station | number; readonly slot?: number | null } | null | undefined;

/** The device that is meant. @throws ScriptError where it is none */
export function deviceOf(given: Device, call: string): NamedDevice {
  if (isStation(given)) return { station: given.id, slot: null };
  if (given instanceof FleetSensor) return { station: given.station.id, slot: given.slot };
  const named: Unchecked = given;
  const station = isStation(named?.station) ? named.station.id : named?.station;
  if (typeof station !== 'number') throw wrong(call, 'a station, a sensor or { station, slot } is expected');
  return { station, slot: named?.slot ?? null };
}

/**
 * The slot that a step is meant for: of a station, its only sensor that has the group or the action.
 * @param owners who has it; undefined = nobody is known to
 */
export function aimed(
  given: Device,
  owners: readonly string[] | undefined,
  name: string,
  call: string,
): NamedDevice {
  const device = deviceOf(given, call);
  const station = isStation(given) ? given : given.station;
  if (device.slot !== null || !isStation(station) || owners === undefined || owners.includes('rtu'))
    return device;
  const [own, ...others] = station.sensors.filter(({ kind }) => owners.includes(kind));
  if (own === undefined)
    throw new ScriptError({
      id: 'unknown',
      params: { name },
      text: `${station.code} has nothing with ${name}`,
    });
  if (others.length > 0) throw wrong(call, `${station.code} has several sensors with ${name}: name the slot`);
  return { station: device.station, slot: own.slot };
}
