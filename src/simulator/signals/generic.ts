import type { SignalDefinition } from '../../catalogue/model.ts';
import { gauss, seedOf, wander } from '../random.ts';
import type { SimulatedSensor } from '../sensor.ts';
import { day, hour, localHour } from './calendar.ts';

/** A fixed moment that drifts are counted from, so that they stay small: 2026-01-01 UTC. */
const driftStart = 1_767_225_600_000;

/**
 * A channel from its catalogue signal alone: start, drift, a daily swing with the sun, slow wander and noise.
 * Every channel without a model of its own lives by it, so a new kind is simulated by its entry alone.
 */
export function generic(sensor: SimulatedSensor, name: string, signal: SignalDefinition, t: number): number {
  const seed = seedOf(sensor.seed, name);
  const sun = Math.cos((2 * Math.PI * (localHour(t, sensor.zone) - 15)) / 24);
  return (
    signal.start +
    (signal.driftPerDay * (t - driftStart)) / day +
    signal.dailySwing * (0.8 * sun + 0.4 * wander(seed, t, 7 * hour)) +
    signal.noise * gauss(seed, Math.floor(t / 1000))
  );
}
