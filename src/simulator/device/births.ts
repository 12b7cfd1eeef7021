import { DataType } from '../../protocol/datatype.ts';
import { bdSeq as bdSeqMetric, rebirth } from '../../protocol/node-control.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import { encodeTrackedBirth, trackedNames } from '../../protocol/tracked.ts';
import { rtuSlot } from '../parameters.ts';
import type { SimulatedSensor } from '../sensor.ts';
import type { DeviceMemory } from './memory.ts';
import { rtuBirth, sensorBirth } from './readings.ts';

/** Metrics of the node's birth. */
export const nodeBirth = (memory: DeviceMemory): MetricInput[] => [
  { name: bdSeqMetric, datatype: DataType.UInt64, value: BigInt(memory.bdSeq) },
  { name: rebirth, datatype: DataType.Boolean, value: false },
  ...encodeTrackedBirth(memory.highWater, memory.acks),
  ...rtuBirth(memory.of(rtuSlot)),
];

/** High-water and acks are the node's alone; a sensor declares only the metrics of an answer. */
const ofNodeAlone = new Set<string | null | undefined>([trackedNames.highWater, trackedNames.lastAcks]);

/** Metrics of a sensor's birth. */
export const deviceBirth = (memory: DeviceMemory, sensor: SimulatedSensor): MetricInput[] => [
  ...encodeTrackedBirth(memory.highWater, []).filter(({ name }) => !ofNodeAlone.has(name)),
  ...sensorBirth(sensor, memory.of(sensor.slot)),
];
