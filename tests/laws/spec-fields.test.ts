/** Fields and states that the product promises, written down by hand and held against the catalogue. */
import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { enums, groups, kindByCode, rows } from '../../src/catalogue/index.ts';
import type { EnumId, RowId } from '../../src/catalogue/model.ts';
import { readingRows } from '../../src/contract/sites/stations.ts';

/** Words of the specification → [row, channel ids, type, unit]. A unit is given where the specification has one. */
type Entry = readonly [
  words: string,
  row: RowId,
  channels: readonly string[],
  type: string,
  unit: string | null,
];

const one = (
  row: RowId,
  words: string,
  channels: string | readonly string[],
  type = 'number',
  unit?: string,
): Entry => [words, row, typeof channels === 'string' ? [channels] : channels, type, unit ?? null];

const fields: readonly Entry[] = [
  one('status', 'sequence', 'sequence'),
  one('status', 'install state', 'installState', 'enum'),
  one('status', 'report type', 'reportType', 'enum'),
  one('status', 'fast-collect/encryption on-off', 'fastCollect', 'flag'),
  one('status', 'resend on-off', 'resend', 'flag'),
  one('status', 'run status flags', 'runStatus', 'flagSet'),
  one('status', 'send cycle (s)', 'sendCycle', 'number', 's'),
  one('status', 'encrypt/fast-collect cycle (s)', 'fastCollectCycle', 'number', 's'),
  one('status', 'battery voltage', 'batteryVoltage', 'number', 'V'),
  one('status', 'remaining charge %', 'batteryCharge', 'number', '%'),
  one('status', 'ambient temperature', 'ambientTemperature', 'number', '°C'),
  one('status', 'communication standard', 'communicationStandard', 'enum'),
  one('status', 'signal strength', 'signalStrength'),
  one(
    'status',
    'per-sensor elapsed times zx0-zx6',
    [0, 1, 2, 3, 4, 5, 6].map((n) => `elapsed${n}`),
  ),
  one('status', 'LBS and GPS longitude/latitude', [
    'lbsLongitude',
    'lbsLatitude',
    'gpsLongitude',
    'gpsLatitude',
  ]),
  one('status', 'push data', 'pushData', 'flag'),
  one('status', 'collection cycle', 'collectionCycle'),
  one('status', 'charge/output/GSM voltage', ['chargeVoltage', 'outputVoltage', 'gsmVoltage'], 'number', 'V'),
  one('status', 'Lora signal strength', 'loraSignalStrength'),
  one(
    'status',
    'hardware/software/boot/GSM versions',
    ['hardwareVersion', 'softwareVersion', 'bootVersion', 'gsmVersion'],
    'text',
  ),
  one('status', 'IMEI', 'imei', 'text'),
  one('status', 'ICCID', 'iccid', 'text'),
  one('status', 'operator', 'operator', 'enum'),
  one('status', 'charge state', 'chargeState', 'enum'),
  one('tilt', 'X/Y/Z angles', ['x', 'y', 'z']),
  one('tilt', '1h and 5h change', ['x1h', 'y1h', 'z1h', 'x5h', 'y5h', 'z5h']),
  one('tilt', 'total tilt', 'tilt'),
  one('tilt', 'direction angle', 'direction'),
  one('tilt', 'azimuth', 'azimuth'),
  one('tilt', 'X/Y/Z acceleration', ['ax', 'ay', 'az']),
  one('tilt', 'and maxima', ['axMax', 'ayMax', 'azMax']),
  one('tilt', 'temperature', 'temperature'),
  one('tilt', 'temperature adaptive', 'temperatureAdaptive', 'flag'),
  one('tilt', 'zero mode', 'zeroMode', 'enum'),
  one('tilt', 'azi/trend', 'trendMode', 'enum'),
  one('tilt', 'angle offset', ['offsetX', 'offsetY', 'offsetZ']),
  one('tilt', 'angle threshold', 'threshold'),
  one('tilt', 'trigger switch', 'triggerSwitch', 'enum'),
  one('tilt', 'trigger threshold (mg)', 'triggerThreshold', 'number', 'mg'),
  one('tilt', 'trigger time (ms)', 'triggerTime', 'number', 'ms'),
  one('tilt', 'alarm state', 'alarmState', 'enum'),
  one('tilt', 'run state', 'runState', 'enum'),
  one('tilt', 'firmware version', 'firmware', 'text'),
  one('crack', 'opening (mm)', 'opening', 'number', 'mm'),
  one('crack', 'current length', 'length'),
  one('crack', 'installed length', 'installedLength'),
  one('crack', 'temperature', 'temperature'),
  one('crack', 'sensor range', 'range'),
  one('crack', 'zero mode', 'zeroMode', 'enum'),
  one('crack', 'alarm value', 'alarmValue'),
  one('crack', 'collection cycle', 'collectionCycle'),
  one('crack', 'cycle enable', 'cycleEnabled', 'flag'),
  one('crack', 'alarm and run states', ['alarmState', 'runState'], 'enum'),
  one('crack', 'firmware', 'firmware', 'text'),
  one('moisture', 'moisture %', 'moisture', 'number', '%'),
  one('moisture', 'soil frequency, water', ['soilFrequency', 'waterFrequency']),
  one('moisture', 'temperature', 'temperature'),
  one('moisture', 'frequency (Hz)', 'frequency', 'number', 'Hz'),
  one('moisture', 'depth (mm)', 'depth', 'number', 'mm'),
  one('moisture', 'statuses', ['alarmState', 'runState'], 'enum'),
  one('rain', 'daily cumulative', 'daily'),
  one('rain', '5-minute rain', ['amount', 'interval']),
  one('rain', 'resolution', 'resolution'),
  one('rain', 'alarm value', 'alarmValue'),
  one('rain', 'alarm state', 'alarmState', 'enum'),
  one('rain', 'run state', 'runState', 'enum'),
  one('rain', 'data type', 'dataType', 'enum'),
];

describe('fields of rows', () => {
  it.each(fields)('%s of %s', (_, row, ids, type, unit) => {
    for (const id of ids) {
      const channel = rows[row].channels.find((candidate) => candidate.id === id);
      expect(channel?.type).toBe(type);
      if (unit !== null) expect(channel && 'unit' in channel ? channel.unit : null).toBe(unit);
    }
  });
  it('every row has receive time and collection time', () => {
    const row = { element: 0, values: {}, t: 1, receivedAt: 2 };
    const page = (rows: unknown) => Value.Check(readingRows.data, { total: 1, rows });
    expect(page([row])).toBe(true);
    expect(page([{ ...row, t: undefined }])).toBe(false);
    expect(page([{ ...row, receivedAt: undefined }])).toBe(false);
  });
  it.each([
    'status',
    'tilt',
    'crack',
  ] as const)('%s has no field that the specification does not name', (row) => {
    const named = fields.filter(([, of]) => of === row).flatMap(([, , ids]) => ids);
    expect(rows[row].channels.map(({ id }) => id).toSorted()).toEqual(named.toSorted());
  });
  it('run status flags', () => {
    const six = [1, 2, 3, 4, 5, 6];
    const channel = rows.status.channels.find(({ id }) => id === 'runStatus');
    expect(channel?.type === 'flagSet' ? [...channel.flags].sort() : []).toEqual(
      [
        ...['restart', 'sim', 'signalQuality', 'networkRegistration'],
        ...six.flatMap((n) => [`center${n}`, `center${n}Auth`]),
        ...['batteryVoltage', 'outputVoltage', 'clock', 'storage'],
        ...['sensor1', 'sensor2', 'sensor3', 'sensor4'],
        ...['lora', 'bootMatch', 'cryptoModule', 'keyNegotiation'],
      ].sort(),
    );
  });
});

/** Values in the order of their codes. */
const values: readonly (readonly [EnumId, readonly string[]])[] = [
  ['installState', ['notInstalled', 'installed', 'removed', 'onlineMode']],
  ['reportType', ['timed', 'restart', 'test', 'command']],
  ['communicationStandard', ['2G', '3G', '4G', 'NB-IoT', 'unknown']],
  ['operator', ['mobile', 'unicom', 'telecom', 'unknown', 'foreign1', 'foreign2']],
  ['chargeState', ['charging', 'full', 'notCharging']],
  ['tiltAlarmState', ['normal', 'previouslyAlarmed', 'accelerationTrigger', 'fastCollectReport']],
  ['runState', ['normal', 'fault']],
  ['zeroMode', ['absolute', 'relative']],
  ['memsZeroMode', ['absolute', 'relative', 'xMark']],
  ['triggerSwitch', ['off', 'standard', 'precise']],
  ['crackCycle', ['disabled', 'enabled']],
  ['loraBandwidth', ['125', '250', '500']],
  ['loraCodingRate', ['4/5', '4/6', '4/7', '4/8']],
  ['hornProtocol', ['SX', 'LZ', 'QX', 'JWSD']],
  ['hornLink', ['pointToPoint', 'pointToGateway']],
  ['moistureMode', ['test', 'waterMeasure', 'soil']],
  ['mountMode', ['autoCoordinate', 'zeroBelow', 'zeroAbove', 'horizontal', 'arch', 'tilted']],
  ['rainDataType', ['test', 'timed']],
];

describe('enumerations', () => {
  it.each(values)('%s', (id, expected) => expect(enums[id].values).toEqual(expected));
});

/** Codes 0–17. */
const types: readonly (readonly [number, string])[] = [
  [0, 'none'],
  [1, 'reserved'],
  [2, 'rt1010'],
  [3, 'rt1020'],
  [4, 'rt1030'],
  [5, 'onboard'],
  [6, 'moisture'],
  [7, 'crackAdc'],
  [8, 'crackRs485'],
  [9, 'rt3000'],
  [10, 'horn'],
  [11, 'rt3000Crack'],
  [12, 'waterLevel'],
  [13, 'groundSound'],
  [14, 'infrasound'],
  [15, 'blasting'],
  [16, 'settlement'],
  [17, 'rain'],
];

describe('sensor types', () => {
  it.each(types)('%i is %s', (code, id) => expect(kindByCode(code)?.id).toBe(id));
});

describe('panels', () => {
  it.each([
    'rtu',
    'mems',
    'rt3000',
    'crack',
    'horn',
    'rt1010',
    'moisture',
    'rain',
    'mount',
  ] as const)('%s', (id) => {
    expect(groups[id].fields.length).toBeGreaterThan(0);
  });
  it('moisture depth is 10–100 cm in steps of 10', () => {
    const depth = groups.moisture.fields.find(({ id }) => id === 'depth');
    expect(depth).toMatchObject({ unit: 'cm', ranges: [[10, 100]], step: 10 });
  });
});
