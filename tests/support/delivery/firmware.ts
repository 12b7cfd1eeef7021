/** Devices as models: our firmware (the simulator's own rules), and a third-party node that only has metrics. */
import { rtu as rtuDefinition } from '../../../src/catalogue/index.ts';
import { DataType } from '../../../src/protocol/datatype.ts';
import type { Metric, MetricInput, MetricValue } from '../../../src/protocol/payload.ts';
import { decodeAck, decodeCommand } from '../../../src/protocol/tracked.ts';
import { deviceBirth, nodeBirth } from '../../../src/simulator/device/births.ts';
import { DeviceMemory, type SavedMemory } from '../../../src/simulator/device/memory.ts';
import { parameterMetrics, rtuBirth, sensorBirth } from '../../../src/simulator/device/readings.ts';
import { commit, handle, tryFailed } from '../../../src/simulator/device/tracked.ts';
import { rtuSlot } from '../../../src/simulator/parameters.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';

/** Power goes: before the device acts, or after it acted and before it stored the result. */
export type PowerLoss = 'before' | 'after';
export class PowerLost extends Error {}

/** Something that really happened on a device. */
export interface Effect {
  readonly id: string | null;
  readonly seq: number | null;
  readonly name: string;
  /** Parameters by `group/field`; null for an act. */
  readonly values: Readonly<Record<string, MetricValue>> | null;
}

export interface Firmware {
  readonly tracked: boolean;
  effects: Effect[];
  bdSeq: number;
  births(): { readonly device: string | null; readonly metrics: readonly MetricInput[] }[];
  /** Answers of a message, each one message. Throws PowerLost where its power goes. */
  receive(
    device: string | null,
    metrics: readonly MetricInput[],
    now: number,
    loss: PowerLoss | null,
  ): MetricInput[][];
  /** Back from a power loss, with what outlived it. */
  recover(): void;
  value(slot: number, name: string): unknown;
  /** A session with a set on trial went by without the host. */
  tryOver(): void;
}

export const asMetric = (input: MetricInput, more: Partial<Metric> = {}): Metric => ({
  name: input.name ?? null,
  alias: null,
  timestamp: input.timestamp ?? null,
  datatype: input.datatype,
  isHistorical: input.isHistorical ?? false,
  isTransient: false,
  value: input.value,
  ...more,
});

const valuesOf = (metrics: readonly MetricInput[]) =>
  Object.fromEntries(
    metrics.flatMap(({ name, value }) =>
      name?.startsWith('param/') === true ? [[name.slice('param/'.length), value] as const] : [],
    ),
  );

export class TrackedFirmware implements Firmware {
  readonly tracked = true;
  effects: Effect[] = [];
  bdSeq = 0;
  #memory: DeviceMemory;
  #saved: SavedMemory;

  constructor(readonly rtu: SimulatedRtu) {
    this.#memory = new DeviceMemory(rtu);
    this.#saved = this.#memory.save();
  }

  get memory(): DeviceMemory {
    return this.#memory;
  }

  births() {
    this.#memory.bdSeq = this.bdSeq;
    return [
      { device: null, metrics: nodeBirth(this.#memory) },
      ...this.rtu.sensors.map((sensor) => ({
        device: String(sensor.slot),
        metrics: deviceBirth(this.#memory, sensor),
      })),
    ];
  }

  receive(device: string | null, metrics: readonly MetricInput[], now: number, loss: PowerLoss | null) {
    const command = decodeCommand(metrics.map((metric) => asMetric(metric)));
    if (command === null) return [];
    if ('commit' in command) {
      const report = commit(this.#memory, command.commit);
      this.#saved = structuredClone(this.#memory.save());
      return report === null ? [] : [report];
    }
    const before = this.#memory.highWater;
    let persists = 0;
    const act = (): void =>
      void this.effects.push({
        id: command.id,
        seq: Number(command.seq),
        name: command.command?.name ?? 'set',
        values: command.command === null ? valuesOf(command.parameters) : null,
      });
    const slot = device === null ? rtuSlot : Number(device);
    const { answer } = handle(this.#memory, slot, command, now, () => {
      persists += 1;
      if (persists === 2 && loss === 'after') {
        // What it did to the world stays done; what it only had in memory is gone.
        if (command.command !== null && now <= command.notAfter) act();
        throw new PowerLost();
      }
      this.#saved = structuredClone(this.#memory.save());
      if (persists === 1 && loss === 'before') throw new PowerLost();
    });
    const ack = decodeAck(answer.map((metric) => asMetric(metric)));
    if (command.seq > before && ack?.status === 'ok') act();
    return [[...answer]];
  }

  recover(): void {
    this.#memory = new DeviceMemory(this.rtu, this.#saved);
  }

  tryOver(): void {
    tryFailed(this.#memory);
    this.#saved = structuredClone(this.#memory.save());
  }

  value(slot: number, name: string): unknown {
    return this.#memory.of(slot).get(name);
  }
}

export class PlainFirmware implements Firmware {
  readonly tracked = false;
  effects: Effect[] = [];
  bdSeq = 0;
  readonly #values = new Map<string, MetricValue>();
  /** Set by the world: the command that a message belongs to; the node itself cannot know it. */
  of: string | null = null;

  constructor(
    readonly rtu: SimulatedRtu,
    /** Repeats what is written to an action's metric. */
    readonly echoes = true,
    /** A metric that its births do not declare. */
    readonly lacks: string | null = null,
  ) {}

  #key = (slot: number, name: string) => `${slot}/${name}`;

  births() {
    const memory = new DeviceMemory(this.rtu);
    const own = (slot: number, metrics: readonly MetricInput[]) =>
      metrics.flatMap((metric) => {
        if (metric.name === this.lacks) return [];
        const known = this.#values.get(this.#key(slot, metric.name ?? ''));
        return known === undefined ? metric : { ...metric, value: known };
      });
    return [
      {
        device: null,
        metrics: [
          { name: 'bdSeq', datatype: DataType.UInt64, value: BigInt(this.bdSeq) },
          ...own(rtuSlot, rtuBirth(memory.of(rtuSlot))),
        ],
      },
      ...this.rtu.sensors.map((sensor) => ({
        device: String(sensor.slot),
        metrics: own(sensor.slot, sensorBirth(sensor, memory.of(sensor.slot))),
      })),
    ];
  }

  receive(device: string | null, metrics: readonly MetricInput[], _now: number, loss: PowerLoss | null) {
    if (loss === 'before') throw new PowerLost();
    const slot = device === null ? rtuSlot : Number(device);
    const isSet = metrics.some(({ name }) => name?.startsWith('param/'));
    for (const { name, value } of metrics) if (isSet) this.#values.set(this.#key(slot, name ?? ''), value);
    this.effects.push({
      id: this.of,
      seq: null,
      name: isSet ? 'set' : (metrics[0]?.name ?? ''),
      values: isSet ? valuesOf(metrics) : null,
    });
    if (loss === 'after') throw new PowerLost();
    return isSet || this.echoes ? [[...metrics]] : [];
  }

  recover(): void {}
  tryOver(): void {}

  value(slot: number, name: string): unknown {
    const known = this.#values.get(this.#key(slot, `param/${name}`));
    return known !== undefined ? known : new DeviceMemory(this.rtu).of(slot).get(name);
  }
}

/** Every parameter of the RTU as a device reports it. */
export const reportedParameters = (memory: DeviceMemory): MetricInput[] =>
  parameterMetrics(rtuDefinition, memory.of(rtuSlot));
