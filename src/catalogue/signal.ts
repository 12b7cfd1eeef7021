import type { SignalDefinition } from './model.ts';

/**
 * A simulated channel: its value at the start, standard deviation of its noise, half the span of its daily swing
 * and its drift a day, all in the channel's unit. Practical values, assumed.
 */
export const signal = (start: number, noise: number, dailySwing = 0, driftPerDay = 0): SignalDefinition => ({
  start,
  noise,
  dailySwing,
  driftPerDay,
});

/** Acceleration and angles of a sensor that hangs almost level, shared by the tilt kinds. */
export const tiltSignals: Readonly<Record<string, SignalDefinition>> = {
  x: signal(0.82, 0.002, 0.008, 0.0004),
  y: signal(-0.36, 0.002, 0.006, 0.0002),
  z: signal(89.1, 0.002, 0.004),
  ax: signal(14.3, 0.6, 0.1),
  ay: signal(-6.3, 0.6, 0.1),
  az: signal(999.8, 0.6, 0.2),
  axMax: signal(18, 1.5),
  ayMax: signal(9, 1.5),
  azMax: signal(1004, 1.5),
  temperature: signal(17, 0.1, 6),
};

/** Length of a pull wire that opens slowly. */
export const crackSignals: Readonly<Record<string, SignalDefinition>> = {
  length: signal(132.4, 0.03, 0.25, 0.02),
  temperature: signal(17, 0.1, 7),
};

/** One node of an inclinometer string; a shear zone is the simulator's own. */
export const profileSignals: Readonly<Record<string, SignalDefinition>> = {
  temperature: signal(14, 0.05, 0.3),
  angleA: signal(0.4, 0.002, 0, 0.0003),
  angleB: signal(-0.2, 0.002, 0, 0.0001),
  incrementalA: signal(0, 0.02, 0, 0.003),
  incrementalB: signal(0, 0.02, 0, 0.001),
  cumulativeA: signal(0, 0.05, 0, 0.02),
  cumulativeB: signal(0, 0.05, 0, 0.005),
};
