/** A connected simulated fleet that wakes only on request, and in which each device can have faults. */
import { Device } from '../../../src/simulator/device/device.ts';
import type { Fault } from '../../../src/simulator/device/fault.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { alive, type FleetOptions, type RunningFleet } from '../../../src/simulator/run.ts';

/** Visits at once, so that the first ones are over soon and the host is not flooded. */
const together = 12;

export interface SleepingFleet {
  /** Every device visits once, so that the host knows it; those that stay awake stay. Resolves when all have. */
  readonly start: (rtus: readonly SimulatedRtu[], options: FleetOptions) => Promise<RunningFleet>;
  /** A sleeper wakes, takes what waits for it, and sleeps again. @throws Error for one that is not of the fleet */
  wake(sn: string): Promise<void>;
  /** Declares what is wrong with a device; null = it is repaired. @throws Error for one that is not of the fleet */
  fault(sn: string, fault: Fault | null): void;
  /** Its radio link breaks; one that stays awake connects again. */
  breakOff(sn: string): void;
}

/** @param stays whether a device stays connected after its first visit */
export function sleepingFleet(stays: (rtu: SimulatedRtu) => boolean): SleepingFleet {
  const devices = new Map<string, Device>();
  const of = (sn: string) => {
    const device = devices.get(sn);
    if (device === undefined) throw new Error(`no device ${sn}`);
    return device;
  };
  return {
    async start(rtus, { password, within: _, load: __, store: ___, ...options }) {
      const living = rtus.filter((rtu) => alive(rtu, Date.now()));
      for (const rtu of living) {
        const temper = { ...rtu.temper, awake: stays(rtu), breaks: 0 };
        devices.set(
          rtu.sn,
          new Device(
            { ...rtu, temper },
            { linger: 400, retry: 300, ...options, password: password(rtu.sn), measures: false },
          ),
        );
      }
      const waiting = [...devices.values()];
      const next = async (): Promise<void> => {
        const device = waiting.shift();
        if (device === undefined) return;
        await device.visit('restart');
        return next();
      };
      await Promise.all(Array.from({ length: together }, next));
      return {
        devices: [...devices.values()],
        async stop() {
          await Promise.all([...devices.values()].map((device) => device.stop()));
        },
      };
    },
    wake: (sn) => of(sn).visit(),
    fault(sn, fault) {
      of(sn).fault = fault;
    },
    breakOff: (sn) => of(sn).breakOff(),
  };
}
