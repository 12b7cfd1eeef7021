import { rtu as rtuDefinition } from '../../catalogue/index.ts';
import { keptAcks, type TrackedAck, type TryReport } from '../../protocol/tracked.ts';
import { rtuMemory, rtuSlot, sensorMemory } from '../parameters.ts';
import type { SimulatedRtu } from '../rtu.ts';
import type { MemoryValue, SimulatedSensor } from '../sensor.ts';
import type { Fault } from './fault.ts';
import type { Refuses, Takes } from './options.ts';

/** A set that cut off its own device would be: what it was before, until the host commits (src/server/delivery/README.md). */
export interface Trial {
  readonly id: string;
  readonly slot: number;
  triesLeft: number;
  readonly before: readonly (readonly [name: string, value: MemoryValue])[];
}

/** The part of a device's memory that outlives power: as JSON. */
export interface SavedMemory {
  readonly bdSeq: number;
  readonly highWater: string;
  readonly acks: readonly (Omit<TrackedAck, 'seq'> & { readonly seq: string })[];
  /** Parameters that differ from how the device was made, by slot. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, MemoryValue>>>>;
  /** A set on trial, and how the last one ended: power that is lost must not make it stay untried. */
  readonly trial?: Trial | null;
  readonly lastTry?: TryReport | null;
}

/** Memory of one RTU and its sensors: parameters, tracked commands, Sparkplug's birth counter. */
export class DeviceMemory {
  /** See DeviceOptions.takes. */
  takes: Takes = (_name, value) => value;
  /** See DeviceOptions.refuses. */
  refuses: Refuses = () => null;
  /** What is wrong with it; a repair takes it away. */
  fault: Fault | null = null;
  readonly rtu: SimulatedRtu;
  readonly #parameters = new Map<number, Map<string, MemoryValue>>();
  bdSeq = 0;
  highWater = 0n;
  acks: TrackedAck[] = [];
  trial: Trial | null = null;
  /** How the last trial ended: told again to a host that asks again. */
  lastTry: TryReport | null = null;

  constructor(rtu: SimulatedRtu, saved: SavedMemory | null = null) {
    this.rtu = rtu;
    this.#parameters.set(rtuSlot, rtuMemory(rtu));
    for (const sensor of rtu.sensors) this.#parameters.set(sensor.slot, sensorMemory(rtu, sensor));
    if (!saved) return;
    this.bdSeq = saved.bdSeq;
    this.trial = saved.trial ? { ...saved.trial } : null;
    this.lastTry = saved.lastTry ?? null;
    this.highWater = BigInt(saved.highWater);
    this.acks = saved.acks.map((ack) => ({ ...ack, seq: BigInt(ack.seq) }));
    for (const [slot, values] of Object.entries(saved.parameters)) {
      const own = this.#parameters.get(Number(slot));
      for (const [name, value] of Object.entries(values)) own?.set(name, value);
    }
  }

  /** Parameters of a sensor by slot, or of the RTU for −1. */
  of(slot: number): Map<string, MemoryValue> {
    const own = this.#parameters.get(slot);
    if (!own) throw new RangeError(`no sensor in slot ${slot}`);
    return own;
  }

  sensor(slot: number): SimulatedSensor | undefined {
    return this.rtu.sensors.find((sensor) => sensor.slot === slot);
  }

  /** Definition of an owner: the RTU's or its sensor's kind. */
  owner(slot: number) {
    return slot === rtuSlot ? rtuDefinition : this.sensor(slot)?.kind;
  }

  /** False where the only centre was set elsewhere: such a device reaches nobody. */
  get reachable(): boolean {
    const own = this.of(rtuSlot);
    const made = this.rtu.settings.get(rtuSlot)?.['rtu/center1Host'] ?? '';
    return own.get('rtu/center1Enabled') !== false && own.get('rtu/center1Host') === made;
  }

  number(name: string, fallback: number): number {
    const value = this.of(rtuSlot).get(name);
    return typeof value === 'number' ? value : fallback;
  }

  storedAck(id: string): TrackedAck | undefined {
    return this.acks.find((ack) => ack.id === id);
  }

  /** Stores an ack in place of an earlier one of the same command. */
  store(ack: TrackedAck): void {
    this.acks = [...this.acks.filter(({ id }) => id !== ack.id), ack].slice(-keptAcks);
  }

  save(): SavedMemory {
    const parameters: Record<string, Record<string, MemoryValue>> = {};
    for (const [slot, values] of this.#parameters) {
      const sensor = this.sensor(slot);
      const made = sensor ? sensorMemory(this.rtu, sensor) : rtuMemory(this.rtu);
      const own = [...values].filter(([name, value]) => made.get(name) !== value);
      if (own.length > 0) parameters[String(slot)] = Object.fromEntries(own);
    }
    return {
      bdSeq: this.bdSeq,
      highWater: String(this.highWater),
      acks: this.acks.map((ack) => ({ ...ack, seq: String(ack.seq) })),
      parameters,
      trial: this.trial ? { ...this.trial } : null,
      lastTry: this.lastTry,
    };
  }
}
