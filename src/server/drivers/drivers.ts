import type { Driver, DriverOptions } from './driver.ts';
import { Sl651Driver } from './sl651/driver.ts';

/** Where drivers listen; null = off. */
export interface DriverSettings {
  readonly host: string;
  readonly sl651Port: number | null;
}

/** Starts the drivers that the settings name. @throws the socket's error where a port is taken; none is left open then */
export async function openDrivers(
  { host: address, sl651Port }: DriverSettings,
  options: DriverOptions,
): Promise<readonly Driver[]> {
  const drivers: readonly Driver[] =
    sl651Port === null ? [] : [new Sl651Driver({ ...options, port: sl651Port, address })];
  const open: Driver[] = [];
  try {
    for (const driver of drivers) {
      await driver.start();
      open.push(driver);
    }
  } catch (error) {
    for (const driver of open) await driver.stop();
    throw error;
  }
  return drivers;
}
