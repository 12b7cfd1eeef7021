import { enumValues } from '../catalogue/index.ts';
import type { EnumId, KindDefinition } from '../catalogue/model.ts';
import type { Zone } from './signals/calendar.ts';
import type { Ground } from './signals/ground.ts';
import type { Movement } from './signals/movement.ts';
import type { Weather } from './signals/weather.ts';

/** A parameter as the device keeps it: enumerations as code, sets as bits, dates as ms; null = no value. */
export type MemoryValue = number | boolean | string | null;
/** Parameters of one RTU or sensor by `<group>/<field>`. */
export type Parameters = ReadonlyMap<string, MemoryValue>;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a simulated sensor is and where it stands: everything its signals depend on besides the time. */
export interface SimulatedSensor {
  readonly slot: number;
  readonly kind: KindDefinition;
  readonly seed: number;
  readonly zone: Zone;
  /** Minutes after local midnight. */
  readonly dayBoundary: number;
  readonly weather: Weather;
  readonly ground: Ground;
  readonly movement: Movement;
  /** Direction of the movement in the sensor's own axes, degrees from x towards y. */
  readonly bearing: number;
  /** Nodes of a profile or layers of a settlement; 0 for other kinds. */
  readonly elements: number;
  /** The shaken and the loud: how much happens here, 0–2, 1 is usual. */
  readonly liveliness: number;
  readonly faults: readonly Span[];
}

/** Code of an enumeration's value. */
export function code<Id extends EnumId>(id: Id, value: (typeof enumValues)[Id][number]): number {
  return (enumValues[id] as readonly string[]).indexOf(value);
}

/** A numeric parameter, or `fallback` where the device has none. */
export function numeric(parameters: Parameters, name: string, fallback: number): number {
  const value = parameters.get(name);
  return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : fallback;
}

/** A numeric parameter as a reading reports it: null where the device has none. */
export function reported(parameters: Parameters, name: string): number | null {
  const value = parameters.get(name);
  return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null;
}

/** True while the sensor is broken. */
export const inFault = (sensor: SimulatedSensor, t: number): boolean =>
  sensor.faults.some((span) => t >= span.from && t < span.to);
