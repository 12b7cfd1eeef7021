import { enumValues } from '../../catalogue/index.ts';
import { cumulative, fixedEnd, segmentDisplacement } from '../../domain/readings/profile.ts';
import { gauss, round, seedOf, unit, wander } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, numeric, type SimulatedSensor } from '../sensor.ts';
import { day } from './calendar.ts';
import type { RowModel } from './model.ts';
import { pace, sinceDatum } from './movement.ts';

const degrees = 180 / Math.PI;

/** Node (from the top, 0-based) in the middle of the shear zone, and half its thickness in nodes. */
const shear = (sensor: SimulatedSensor) => ({
  middle: sensor.elements * (0.45 + 0.25 * unit(sensor.seed, 501)),
  half: 0.7 + 0.6 * unit(sensor.seed, 502),
});

/** Part of the movement that one node takes: nearly all in the shear zone, a little as toppling above it. */
function share(sensor: SimulatedSensor, node: number): number {
  const { middle, half } = shear(sensor);
  const zone = Math.exp(-(((node + 0.5 - middle) / half) ** 2)) / (half * Math.sqrt(Math.PI));
  return 0.92 * zone + (node + 0.5 < middle ? 0.08 / middle : 0);
}

/**
 * A profile: nodes from the top down, angles against the initial profile, increments d = L·sin θ and their sum from
 * the fixed end (below, unless the mount says zeroAbove).
 */
export const profile: RowModel = (sensor, parameters, t) => {
  const temperature =
    sensor.weather.climate.meanTemperature + 0.4 * wander(seedOf(sensor.seed, 'deep'), t, 20 * day);
  if (inFault(sensor, t)) {
    const values = { temperature: null, alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'profile', element: 0, t, values }];
  }
  const spacing = numeric(parameters, 'rt1010/spacing', 0.5);
  const first = numeric(parameters, 'rt1010/firstDepth', -spacing);
  const away = sinceDatum(sensor, parameters, t);
  const mode = enumValues.mountMode[numeric(parameters, 'mount/mountMode', 1)] ?? 'zeroBelow';
  const second = Math.floor(t / 1000);
  const cos = Math.cos(sensor.bearing / degrees);
  const sin = Math.sin(sensor.bearing / degrees);
  const nodes = Array.from({ length: sensor.elements }, (_, node) => {
    const noise = (name: string) => 0.0006 * gauss(seedOf(sensor.seed, name) + node, second);
    const angle = (part: number) =>
      Math.asin((away * share(sensor, node) * part) / (spacing * 1000)) * degrees;
    const angleA = round(angle(cos) + noise('a'), 4);
    const angleB = round(angle(sin) + noise('b'), 4);
    return { depth: round(first - node * spacing, 2), angleA, angleB };
  });
  const along = (angle: (node: (typeof nodes)[number]) => number) => {
    const increments = nodes.map((node) => segmentDisplacement(spacing, angle(node)));
    return { increments, sums: cumulative(increments, fixedEnd(mode)) };
  };
  const a = along((node) => node.angleA);
  const b = along((node) => node.angleB);
  const rounded = (value: number | null | undefined) => (value == null ? null : round(value, 2));
  const samples = nodes.map((node, index): Sample => {
    const values = {
      ...node,
      incrementalA: rounded(a.increments[index]),
      incrementalB: rounded(b.increments[index]),
      cumulativeA: rounded(a.sums[index]),
      cumulativeB: rounded(b.sums[index]),
    };
    return { row: 'profile', element: index + 1, t, values };
  });
  const far = Math.max(...a.sums.map((sum, index) => Math.hypot(sum ?? 0, b.sums[index] ?? 0)), 0);
  const rate = pace(sensor.movement, sensor.ground, t);
  const state =
    rate >= numeric(parameters, 'rt1010/rateAlarm', 5)
      ? 'rate'
      : far >= numeric(parameters, 'rt1010/cumulativeAlarm', 20)
        ? 'cumulative'
        : 'normal';
  const own = {
    temperature: round(temperature, 1),
    alarmState: code('profileAlarmState', state),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'profile', element: 0, t, values: own }, ...samples];
};
