import type { MetricInput } from '../../protocol/payload.ts';
import { rtuSlot } from '../parameters.ts';
import type { Sample } from '../sample.ts';
import { code } from '../sensor.ts';
import { capture } from '../signals/capture.ts';
import { wireLength } from '../signals/crack.ts';
import { playedAt, soundingUntil } from '../signals/horn.ts';
import { datumName } from '../signals/movement.ts';
import { angles } from '../signals/resting.ts';
import type { DeviceMemory } from './memory.ts';
import { parameterMetrics } from './readings.ts';

/** What an action wants of the device besides its answer. */
export interface ActionOutcome {
  /** Null = done; else why not. */
  readonly problem: string | null;
  readonly text: string;
  readonly changed: readonly MetricInput[];
  /** Measure and send these slots now. */
  readonly report: readonly number[];
  readonly samples: readonly Sample[];
  readonly afterwards: 'restart' | 'clearData' | null;
}

const done = (more: Partial<ActionOutcome> = {}): ActionOutcome => ({
  problem: null,
  text: '',
  changed: [],
  report: [],
  samples: [],
  afterwards: null,
  ...more,
});

function argument(args: string, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(args);
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as Readonly<Record<string, unknown>>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}

/** Memory of the RTU: until when it collects fast, not a parameter. */
export const fastUntil = '@fastUntil';

/** Zeroes a sensor at t: tilt and crack by their parameters, others by a datum. */
function zero(memory: DeviceMemory, slot: number, t: number): void {
  const sensor = memory.sensor(slot);
  const own = memory.of(slot);
  if (!sensor) return;
  const { groups } = sensor.kind;
  const tilt = groups.includes('rt3000') ? 'rt3000' : groups.includes('mems') ? 'mems' : null;
  if (tilt) {
    const now = angles(sensor, t);
    own.set(`${tilt}/zeroMode`, code('memsZeroMode', 'relative'));
    own.set(`${tilt}/initialX`, Math.round(now.x * 1e4) / 1e4);
    own.set(`${tilt}/initialY`, Math.round(now.y * 1e4) / 1e4);
    own.set(`${tilt}/initialZ`, Math.round(now.z * 1e4) / 1e4);
  }
  if (groups.includes('crack'))
    own.set('crack/installedLength', Math.round(wireLength(sensor, t) * 100) / 100);
  own.set(datumName, t);
}

function clearZero(memory: DeviceMemory, slot: number): void {
  const own = memory.of(slot);
  for (const group of ['mems', 'rt3000']) {
    if (!own.has(`${group}/zeroMode`)) continue;
    own.set(`${group}/zeroMode`, code('memsZeroMode', 'absolute'));
    for (const axis of ['X', 'Y', 'Z']) own.set(`${group}/initial${axis}`, null);
  }
  own.delete(datumName);
}

function sound(memory: DeviceMemory, slot: number, t: number, seconds: number): ActionOutcome {
  const own = memory.of(slot);
  own.set(soundingUntil, t + seconds * 1000).set(playedAt, t);
  return done({ report: [slot] });
}

const all = (memory: DeviceMemory, slot: number): ActionOutcome => {
  const owner = memory.owner(slot);
  return owner ? done({ changed: parameterMetrics(owner, memory.of(slot)) }) : done({ problem: 'no sensor' });
};

/** Does one action of the catalogue at t. `slot` is −1 for the RTU. */
export function act(
  memory: DeviceMemory,
  slot: number,
  name: string,
  args: string,
  t: number,
): ActionOutcome {
  const owner = memory.owner(slot);
  if (!owner?.actions.includes(name)) return done({ problem: `unknown command ${name}` });
  const rtu = memory.of(rtuSlot);
  const sensor = memory.sensor(slot);
  switch (name) {
    case 'restart':
      return done({ afterwards: 'restart' });
    case 'reportNow':
      return done({ report: [...memory.rtu.sensors.map((each) => each.slot), rtuSlot] });
    case 'readAll':
    case 'readParameters':
      return all(memory, slot);
    case 'clearData':
      return done({ afterwards: 'clearData' });
    case 'startFastCollect': {
      const asked = argument(args, 'duration');
      const minutes = typeof asked === 'number' ? asked : memory.number('rtu/fastCollectDuration', 120);
      rtu.set('rtu/fastCollect', true).set(fastUntil, t + minutes * 60_000);
      return done({ changed: all(memory, slot).changed, report: [rtuSlot] });
    }
    case 'stopFastCollect':
      rtu.set('rtu/fastCollect', false).delete(fastUntil);
      return done({ changed: all(memory, slot).changed, report: [rtuSlot] });
    case 'freeText':
      return done({ text: `echo: ${String(argument(args, 'content') ?? '').slice(0, 200)}` });
    case 'measureNow':
      return done({ report: [slot] });
    case 'setZero':
    case 'captureInitialProfile':
      zero(memory, slot, t);
      return done({ changed: all(memory, slot).changed, report: [slot] });
    case 'clearZero':
      clearZero(memory, slot);
      return done({ changed: all(memory, slot).changed, report: [slot] });
    case 'captureWaveform':
      return sensor
        ? done({ samples: [capture(sensor, memory.of(slot), t, 'command')] })
        : done({ problem: 'no sensor' });
    case 'testHorn':
      return sound(memory, slot, t, 3);
    case 'soundAlarm': {
      const longest = memory.of(slot).get('horn/maxSounding');
      return sound(memory, slot, t, typeof longest === 'number' ? longest : 60);
    }
    case 'stopHorn':
      memory.of(slot).set(soundingUntil, t);
      return done({ report: [slot] });
    default:
      // syncClock, and actions that a later catalogue adds: the simulated clock is always right.
      return done();
  }
}
