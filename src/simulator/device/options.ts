import type { Sample } from '../sample.ts';
import type { MemoryValue } from '../sensor.ts';
import type { Fault } from './fault.ts';
import type { Connect } from './link.ts';
import type { SavedMemory } from './memory.ts';

/** Answers what the device keeps in place of a value that was set. */
export type Takes = (name: string, value: MemoryValue) => MemoryValue;

/** Why the device refuses a set of these (`group/field`) in a slot; null = by its bounds and rules alone. */
export type Refuses = (slot: number, names: readonly string[]) => string | null;

/** What a simulated RTU needs besides its plan. */
export interface DeviceOptions {
  readonly url: string;
  readonly password: string;
  readonly hostId?: string;
  readonly now?: () => number;
  /** ms that a sleeping device stays for commands after it sent what it had. */
  readonly linger?: number;
  /** ms before an awake device connects again. */
  readonly retry?: number;
  /** Memory of an earlier run, and where it is written. */
  readonly saved?: SavedMemory | null;
  readonly save?: (memory: SavedMemory) => void;
  /** What it takes for a value that was set (`group/field`): a firmware may clamp without a word. */
  readonly takes?: Takes;
  /** What it refuses besides: a firmware may know less than the catalogue. */
  readonly refuses?: Refuses;
  /** What is wrong with it from the beginning; `Device.fault` declares another, or none. */
  readonly fault?: Fault | null;
  /** The way to the broker; MQTT where none is given. */
  readonly connect?: Connect;
  /** False = it measures nothing by itself: a rehearsal wants to know how it obeys, not what it sees. */
  readonly measures?: boolean;
  /** Called with everything that is collected: the oracle of tests. */
  readonly collected?: (slot: number, samples: readonly Sample[]) => void;
}
