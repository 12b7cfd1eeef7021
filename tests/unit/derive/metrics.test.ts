import { describe, expect, it } from 'vitest';
import { groups, kindById, rows, rtu } from '../../../src/catalogue/index.ts';
import {
  parameterFromMetric,
  parameterMetricValue,
  storedValue,
  unknownBits,
} from '../../../src/derive/metric-values.ts';
import { metrics } from '../../../src/derive/metrics.ts';
import { rowColumns } from '../../../src/derive/row-columns.ts';

const of = (id: string) => {
  const kind = kindById(id);
  if (!kind) throw new Error(`no kind ${id}`);
  return metrics(kind);
};
const channel = (row: keyof typeof rows, id: string) => {
  const found = rows[row].channels.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no channel ${row}/${id}`);
  return found;
};

describe('metrics', () => {
  it('of a profile are one data set', () => {
    const { elements, readings } = of('rt1010');
    expect(elements?.name).toBe('nodes');
    expect(elements?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'depth Double',
      'angleA Double',
      'angleB Double',
      'incrementalA Double',
      'incrementalB Double',
      'cumulativeA Double',
      'cumulativeB Double',
    ]);
    expect(readings.map(({ name }) => name)).toEqual(['temperature', 'alarmState', 'runState']);
    expect(of('settlement').elements?.name).toBe('layers');
  });
  it('of a waveform are bytes beside its rate and cause', () => {
    const { waveform, readings } = of('blasting');
    expect(waveform?.type).toBe('Bytes');
    expect(waveform?.channels.map((samples) => 'unit' in samples && samples.unit)).toEqual([
      'mm/s',
      'mm/s',
      'mm/s',
    ]);
    expect(readings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['samplingRate', 'triggerCause']),
    );
    expect(of('rt1030').waveform).toBeNull();
  });
  it('of the RTU have the types of their channels', () => {
    const type = new Map(metrics(rtu).readings.map((metric) => [metric.name, metric.type]));
    expect(
      ['batteryVoltage', 'operator', 'resend', 'runStatus', 'imei'].map((name) => type.get(name)),
    ).toEqual(['Double', 'Int32', 'Boolean', 'UInt32', 'String']);
  });
  it('of parameters and actions are named by path', () => {
    const { parameters, actions } = of('horn');
    expect(parameters.find(({ name }) => name === 'param/horn/volume')?.type).toBe('Double');
    expect(actions).toContainEqual({ name: 'cmd/stopHorn', type: 'Boolean', action: 'stopHorn' });
    expect(actions).toContainEqual({ name: 'cmd/soundAlarm', type: 'String', action: 'soundAlarm' });
  });
});

describe('values', () => {
  it('that do not fit a channel are refused', () => {
    expect(storedValue(channel('tilt', 'x'), Number.NaN)).toBeUndefined();
    expect(storedValue(channel('tilt', 'x'), '1')).toBeUndefined();
    expect(storedValue(channel('tilt', 'alarmState'), 4)).toBeUndefined();
    expect(storedValue(channel('tilt', 'alarmState'), -1)).toBeUndefined();
    expect(storedValue(channel('tilt', 'temperatureAdaptive'), 1)).toBeUndefined();
    expect(storedValue(channel('status', 'imei'), '1234567890123456')).toBeUndefined();
    expect(storedValue(channel('waveform', 'x'), 1)).toBeUndefined();
  });
  it('R7: an unknown bit of a set is kept with the known ones; what is no set of 32 bits is refused', () => {
    const runStatus = channel('status', 'runStatus');
    expect(storedValue(runStatus, 2 ** 28 + 1)).toBe(2 ** 28 + 1);
    expect(storedValue(runStatus, 2 ** 32 - 1)).toBe(2 ** 32 - 1);
    for (const wrong of [2 ** 32, -1, 0.5]) expect(storedValue(runStatus, wrong)).toBeUndefined();
  });
  it('null is null, a 64-bit integer a number', () => {
    expect(storedValue(channel('tilt', 'x'), null)).toBeNull();
    expect(storedValue(channel('status', 'sequence'), 12n)).toBe(12);
  });
  it('of a set are bits in the order of its enumeration', () => {
    const axes = groups.rt3000.fields.find(({ id }) => id === 'axes');
    expect(axes && parameterMetricValue(axes, ['z', 'x'])).toBe(5);
    expect(axes && parameterFromMetric(axes, 6)).toEqual(['y', 'z']);
  });
  it('R7: an unknown bit of a parameter’s set leaves the known ones, and is reported', () => {
    const axes = groups.rt3000.fields.find(({ id }) => id === 'axes');
    expect(axes && parameterFromMetric(axes, 8 + 6)).toEqual(['y', 'z']);
    expect(axes && parameterFromMetric(axes, 2 ** 31 + 1)).toEqual(['x']);
    for (const wrong of [2 ** 32, -1, 0.5]) expect(axes && parameterFromMetric(axes, wrong)).toBeUndefined();
    expect([8 + 6, 7, 2 ** 31 + 1, 0.5, null].map((bits) => unknownBits(3, bits))).toEqual([
      8,
      0,
      2 ** 31,
      0,
      0,
    ]);
  });
});

describe('table columns', () => {
  it('carry unit, digits and heading', () => {
    const kind = kindById('rt3000Crack');
    const opening = kind && rowColumns(kind, 'crack')[0];
    expect(opening).toMatchObject({ id: 'opening', unit: 'mm', digits: 2, heading: 'channel.crack.opening' });
    const enabled = kind && rowColumns(kind, 'crack').find(({ id }) => id === 'cycleEnabled');
    expect(enabled?.values).toBe('crackCycle');
    expect(rowColumns(rtu, 'status').find(({ id }) => id === 'runStatus')?.flags).toHaveLength(28);
  });
});
