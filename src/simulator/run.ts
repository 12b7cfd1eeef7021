import { Device } from './device/device.ts';
import type { DeviceOptions } from './device/options.ts';
import { integer, seedOf } from './random.ts';
import type { SimulatedRtu } from './rtu.ts';

export interface FleetOptions extends Omit<DeviceOptions, 'password' | 'saved' | 'save'> {
  readonly password: (sn: string) => string;
  readonly load?: (sn: string) => DeviceOptions['saved'];
  readonly store?: (sn: string, saved: NonNullable<DeviceOptions['saved']>) => void;
  /** ms over which the first visits are spread; null = each waits for its own time. */
  readonly within?: number | null;
}

export interface RunningFleet {
  readonly devices: readonly Device[];
  stop(): Promise<void>;
}

/** RTUs that report today: installed, and not silent. */
export const alive = (rtu: SimulatedRtu, now: number): boolean =>
  rtu.installState === 'installed' && (rtu.temper.silentSince === null || rtu.temper.silentSince > now);

/**
 * Brings a fleet to life: every RTU visits once soon, so that the host learns it, and then by its cycles. Late ones
 * wait for their own time. Silent, removed and not yet installed ones stay away.
 */
export function startFleet(rtus: Iterable<SimulatedRtu>, options: FleetOptions): RunningFleet {
  const { password, load, store, within = 40_000, ...common } = options;
  const devices: Device[] = [];
  for (const rtu of rtus) {
    if (!alive(rtu, (options.now ?? Date.now)())) continue;
    const device = new Device(rtu, {
      ...common,
      password: password(rtu.sn),
      saved: load?.(rtu.sn) ?? null,
      ...(store ? { save: (saved) => store(rtu.sn, saved) } : {}),
    });
    const punctual = rtu.temper.pace <= 1;
    device.start(within === null || !punctual ? null : integer(seedOf(rtu.seed, 'first'), 0, 0, within));
    devices.push(device);
  }
  return {
    devices,
    async stop() {
      await Promise.all(devices.map((device) => device.stop()));
    },
  };
}
