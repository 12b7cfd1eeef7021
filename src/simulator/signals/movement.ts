import { numeric, type Parameters, type SimulatedSensor } from '../sensor.ts';
import { day } from './calendar.ts';
import type { Ground } from './ground.ts';

/** How a place moves. Units are the sensor's own (° for tilt, mm for cracks, profiles and settlement). */
export interface Movement {
  /** Nothing moved before this moment. */
  readonly onset: number;
  /** Steady creep a day. */
  readonly creep: number;
  /** Movement that a millimetre of rain brings in the end. */
  readonly rainGain: number;
  /** A phase that accelerates from `start` over `length` ms to `peak` a day, then calms down. */
  readonly episode?: { readonly start: number; readonly length: number; readonly peak: number };
}

/** Part of the episode's length in which it calms down to 1/e. */
const calming = 0.4;

/** What has moved since the onset: steady creep, rain, and the accelerating episode (closed forms throughout). */
export function moved(movement: Movement, ground: Ground, t: number): number {
  if (t <= movement.onset) return 0;
  let sum = (movement.creep * (t - movement.onset)) / day;
  if (movement.rainGain !== 0) sum += movement.rainGain * (ground.worked(t) - ground.worked(movement.onset));
  const episode = movement.episode;
  if (episode && t > episode.start) {
    const days = episode.length / day;
    const s = Math.min(1, (t - episode.start) / episode.length);
    sum += (episode.peak * days * s ** 3) / 3;
    const over = (t - episode.start - episode.length) / (calming * episode.length);
    if (over > 0) sum += episode.peak * days * calming * (1 - Math.exp(-over));
  }
  return sum;
}

/** Movement a day, averaged over the hour before t. */
export function pace(movement: Movement, ground: Ground, t: number): number {
  const window = day / 24;
  return ((moved(movement, ground, t) - moved(movement, ground, t - window)) * day) / window;
}

/** Memory of a device: the moment of its initial profile or zero, not a parameter. */
export const datumName = '@datum';

/** What has moved since the device's zero, or since the onset where none was set. */
export function sinceDatum(sensor: SimulatedSensor, parameters: Parameters, t: number): number {
  const datum = numeric(parameters, datumName, 0);
  const now = moved(sensor.movement, sensor.ground, t);
  return datum > 0 ? now - moved(sensor.movement, sensor.ground, datum) : now;
}
