import { kindByCode } from '../../catalogue/index.ts';
import { between, integer, mix, seedOf, unit } from '../random.ts';
import { code, type SimulatedSensor, type Span } from '../sensor.ts';
import { day } from '../signals/calendar.ts';
import { builtLength } from '../signals/crack.ts';
import type { Ground } from '../signals/ground.ts';
import { dryFrequency, waterFrequency } from '../signals/moisture.ts';
import type { Movement } from '../signals/movement.ts';
import type { Weather } from '../signals/weather.ts';
import { dayBoundary } from './areas.ts';
import type { Fate } from './fates.ts';

/** Steady creep a day and movement a mm of rain: [quiet low, quiet high, creeping low, creeping high]. */
interface Range {
  readonly creep: readonly [number, number, number, number];
  readonly rain: readonly [number, number, number, number];
}
const tiltRange: Range = { creep: [0.00003, 0.0003, 0.012, 0.03], rain: [0.00001, 0.00008, 0.0004, 0.0012] };
const ranges: Readonly<Record<string, Range>> = {
  crack: { creep: [0.0005, 0.004, 0.03, 0.07], rain: [0.0001, 0.0008, 0.002, 0.005] },
  profile: { creep: [0.002, 0.015, 0.06, 0.15], rain: [0.0002, 0.001, 0.004, 0.01] },
  gnss: { creep: [0.004, 0.02, 0.15, 0.5], rain: [0.0005, 0.002, 0.01, 0.03] },
  settlement: { creep: [0.008, 0.04, 0.08, 0.2], rain: [0.0002, 0.001, 0.002, 0.006] },
};

function movementOf(seed: number, lead: string, installedAt: number, anchor: number, fate: Fate): Movement {
  const range = ranges[lead] ?? tiltRange;
  const [from, to] = fate.creeps ? [2, 3] : [0, 1];
  const low = (values: Range['creep']) => values[from] ?? 0;
  const high = (values: Range['creep']) => values[to] ?? 0;
  const episode = fate.episode;
  // A whole year of creep must stay below the alarm values.
  const scale = fate.everyMinute ? 0.2 : 1;
  return {
    onset: fate.creeps && !fate.everyMinute ? anchor - 60 * day : installedAt,
    creep: scale * between(seed, 71, low(range.creep), high(range.creep)),
    rainGain: scale * between(seed, 72, low(range.rain), high(range.rain)),
    ...(episode ? { episode: { ...episode, start: anchor + episode.start } } : {}),
  };
}

export interface SensorPlace {
  readonly weather: Weather;
  readonly ground: Ground;
  readonly installedAt: number;
  readonly anchor: number;
  /** Days of stored past. */
  readonly days: number;
}

/** One sensor of the plan. The story of the station is its lead sensor's. */
export function planSensor(
  slot: number,
  kindCode: number,
  rtuSeed: number,
  place: SensorPlace,
  fate: Fate,
): SimulatedSensor {
  const kind = kindByCode(kindCode);
  if (!kind) throw new RangeError(`no kind ${kindCode} in the catalogue`);
  const seed = mix(seedOf(rtuSeed, 'sensor'), slot);
  const lead = kind.rows[0] ?? 'tilt';
  const own = slot === 0 || fate.everyMinute ? fate : {};
  const faults: Span[] = [];
  if (unit(seed, 73) < 0.08) {
    const from = place.anchor - between(seed, 74, 15, Math.max(20, place.days)) * day;
    faults.push({ from, to: from + between(seed, 75, 0.5, 5) * day });
  }
  if (fate.broken?.slot === slot)
    faults.push({ from: place.anchor + fate.broken.since, to: Number.POSITIVE_INFINITY });
  const { zone } = place.weather.climate;
  return {
    slot,
    kind,
    seed,
    zone,
    dayBoundary: dayBoundary(zone),
    weather: place.weather,
    ground: place.ground,
    movement: movementOf(seed, lead, place.installedAt, place.anchor, own),
    bearing: between(seed, 76, 0, 360),
    elements:
      {
        2: integer(seed, 77, 8, 12),
        3: integer(seed, 77, 3, 5),
        16: integer(seed, 77, 2, 4),
        26: integer(seed, 77, 5, 9),
      }[kindCode] ?? 0,
    liveliness: between(seed, 78, 0.5, 1.5),
    faults,
  };
}

/** What a sensor's parameters are set to beyond the defaults. */
export function sensorSettings(
  sensor: SimulatedSensor,
  collectionCycle: number,
  fate: Fate,
): Record<string, number | boolean | string | null> {
  const { seed, kind } = sensor;
  const deep = kind.groups.includes('rt1010');
  const spacing = kind.code === 2 ? 0.5 : 2;
  const settings = {
    'mount/azimuth': Math.round(between(seed, 81, 0, 3599)) / 10,
    'mount/mountMode': code('mountMode', deep ? 'zeroBelow' : 'autoCoordinate'),
    'rt1010/nodeCount': sensor.elements,
    'rt1010/spacing': spacing,
    'rt1010/firstDepth': -spacing,
    'crack/installedLength': builtLength(sensor),
    'moisture/depth': integer(seed, 82, 1, 8) * 10,
    'moisture/soilFrequency': dryFrequency,
    'moisture/waterFrequency': waterFrequency,
    'rain/resolution': unit(seed, 83) < 0.5 ? 0.2 : 0.5,
    'rain/dayStart': sensor.dayBoundary / 60,
    // Accelerometers that can record a shock are watching for one.
    ...(kind.rows.includes('waveform')
      ? {
          'mems/triggerSwitch': code('triggerSwitch', 'standard'),
          'rt3000/triggerSwitch': code('triggerSwitch', 'standard'),
        }
      : {}),
    ...fate.settings?.[sensor.slot],
  };
  for (const group of kind.groups) {
    if (group !== 'rt3000' && group !== 'mems' && group !== 'mount' && group !== 'rain' && group !== 'horn')
      Object.assign(settings, { [`${group}/collectionCycle`]: collectionCycle });
  }
  return settings;
}
