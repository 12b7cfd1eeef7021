import { rtu as rtuDefinition } from '../../catalogue/index.ts';
import { metricValue } from '../../derive/metric-values.ts';
import { type KindMetrics, kindMetric, metrics, type ParameterMetric } from '../../derive/metrics.ts';
import { DataType } from '../../protocol/datatype.ts';
import type { DataSet, MetricInput } from '../../protocol/payload.ts';
import { encodeWaveform } from '../../protocol/waveform.ts';
import type { Sample } from '../sample.ts';
import type { MemoryValue, SimulatedSensor } from '../sensor.ts';

type Owner = Parameters<typeof metrics>[0];
const known = new Map<Owner, KindMetrics>();

/** Metrics of a kind or of the RTU, derived once. */
export function metricsOf(owner: Owner): KindMetrics {
  let found = known.get(owner);
  if (!found) {
    found = metrics(owner);
    known.set(owner, found);
  }
  return found;
}

/** float32 samples out of their little-endian bytes, whatever the bytes' alignment. */
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);

/** Metrics of samples collected at one moment, with their own times; element rows become one DataSet a row. */
export function readingMetrics(
  owner: Owner,
  samples: readonly Sample[],
  isHistorical: boolean,
): MetricInput[] {
  const { readings, elements, waveform } = metricsOf(owner);
  const out: MetricInput[] = [];
  for (const { row, element, t, values } of samples) {
    if (element !== 0) continue;
    if (row === 'waveform' && waveform) {
      const { x, y, z } = values;
      if (!(x instanceof Uint8Array && y instanceof Uint8Array && z instanceof Uint8Array)) continue;
      const value = encodeWaveform({
        cause: Number(values['triggerCause']),
        samplingRate: Number(values['samplingRate']),
        x: floats(x),
        y: floats(y),
        z: floats(z),
      });
      out.push({ name: waveform.name, datatype: DataType.Bytes, timestamp: t, isHistorical, value });
      continue;
    }
    for (const { name, type, row: owning, channel } of readings) {
      const stored = owning === row ? values[channel.id] : undefined;
      if (stored === undefined || stored instanceof Uint8Array) continue;
      const value = metricValue(channel, stored);
      out.push({ name, datatype: DataType[type], timestamp: t, isHistorical, value });
    }
  }
  const [first] = samples.filter(({ element }) => element !== 0);
  if (first && elements) {
    const columns = elements.columns.filter(({ channel }) => channel.id in first.values);
    const value: DataSet = {
      columns: columns.map(({ name }) => name),
      types: columns.map(({ type }) => DataType[type]),
      rows: samples
        .filter(({ element, row }) => element !== 0 && row === elements.row)
        .map(({ values }) =>
          columns.map(({ channel }) => {
            const stored = values[channel.id] ?? null;
            return stored instanceof Uint8Array ? null : metricValue(channel, stored);
          }),
        ),
    };
    out.push({ name: elements.name, datatype: DataType.DataSet, timestamp: first.t, isHistorical, value });
  }
  return out;
}

/** A parameter as its metric reports it; a secret is never reported. */
export function parameterMetric({ name, type, field }: ParameterMetric, value: MemoryValue): MetricInput {
  return { name, datatype: DataType[type], value: field.type === 'secret' ? null : value };
}

/** All parameters of an owner out of its memory. */
export const parameterMetrics = (owner: Owner, memory: ReadonlyMap<string, MemoryValue>): MetricInput[] =>
  metricsOf(owner).parameters.map((metric) =>
    parameterMetric(metric, memory.get(`${metric.group}/${metric.field.id}`) ?? null),
  );

/** What a birth declares of an owner: readings without a value, parameters as they are, actions. */
export function birthMetrics(owner: Owner, memory: ReadonlyMap<string, MemoryValue>): MetricInput[] {
  const { readings, elements, waveform, actions } = metricsOf(owner);
  const out: MetricInput[] = readings.map(({ name, type }) => ({
    name,
    datatype: DataType[type],
    value: null,
  }));
  if (elements) out.push({ name: elements.name, datatype: DataType.DataSet, value: null });
  if (waveform) out.push({ name: waveform.name, datatype: DataType.Bytes, value: null });
  out.push(...parameterMetrics(owner, memory));
  for (const { name, type } of actions)
    out.push({ name, datatype: DataType[type], value: type === 'Boolean' ? false : '' });
  return out;
}

/** The birth of a sensor: its sensor type code besides. */
export const sensorBirth = (
  sensor: SimulatedSensor,
  memory: ReadonlyMap<string, MemoryValue>,
): MetricInput[] => [
  { name: kindMetric, datatype: DataType.Int32, value: sensor.kind.code },
  ...birthMetrics(sensor.kind, memory),
];

export const rtuBirth = (memory: ReadonlyMap<string, MemoryValue>): MetricInput[] =>
  birthMetrics(rtuDefinition, memory);
