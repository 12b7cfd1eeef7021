import { describe, expect, it } from 'vitest';
import { groups } from '../../../src/catalogue/index.ts';
import type { GroupId, ParameterValue } from '../../../src/catalogue/model.ts';
import { checkField, checkGroup, isHost } from '../../../src/domain/parameters/parameter-rules.ts';

function reason(group: GroupId, id: string, value: ParameterValue) {
  const field = groups[group].fields.find((candidate) => candidate.id === id);
  return field ? (checkField(field, value)?.reason ?? null) : 'no such field';
}

describe('a field', () => {
  it.each([
    ['rtu', 'sendCycle', 60, null],
    ['rtu', 'sendCycle', 64_800, null],
    ['rtu', 'sendCycle', 59, 'range'],
    ['rtu', 'sendCycle', 90, 'step'],
    ['rtu', 'sendCycle', '600', 'type'],
    ['rtu', 'sendCycle', null, 'type'],
    ['rtu', 'maxResend', 1.5, 'digits'],
    ['rtu', 'loraFrequency', 525, null],
    ['rtu', 'loraFrequency', 600, 'range'],
    ['rtu', 'loraFrequency', 863, null],
    ['rtu', 'timeZone', 345, null],
    ['rtu', 'timeZone', 340, 'step'],
    ['rtu', 'center1Protocol', 'mqtt', null],
    ['rtu', 'center1Protocol', 'udp', 'choice'],
    ['rtu', 'center1Host', '256.1.1.1', 'host'],
    ['rtu', 'center1Host', '', null],
    ['rtu', 'center1Key', 'x'.repeat(65), 'length'],
    ['mems', 'threshold', 0, null],
    ['mems', 'threshold', 0.005, 'range'],
    ['mems', 'offsetX', 0.1234, null],
    ['mems', 'offsetX', 0.12345, 'digits'],
    ['rt3000', 'axes', ['z', 'x'], null],
    ['rt3000', 'axes', ['x', 'x'], 'type'],
    ['rt3000', 'samplingRate', 150, 'choice'],
    ['rt1010', 'nodeCount', 12, 'readOnly'],
    ['rt1010', 'firstDepth', -500, null],
    ['moisture', 'depth', 45, 'step'],
    ['moisture', 'lowAlarm', null, null],
    ['mount', 'remountedAt', 1_700_000_000_000, null],
    ['mount', 'remountedAt', '2025', 'date'],
  ] as const)('%s/%s = %s: %s', (group, id, value, expected) =>
    expect(reason(group, id, value)).toBe(expected));

  it('states its ranges with their unit', () => {
    const field = groups.rtu.fields.find(({ id }) => id === 'loraFrequency');
    expect(field && checkField(field, 600)?.params).toEqual({ ranges: '410–525, 863–928 MHz' });
    const depth = groups.rt1010.fields.find(({ id }) => id === 'firstDepth');
    expect(depth && checkField(depth, 1)?.params).toEqual({ ranges: '−500–0 m' });
  });
});

describe('a group', () => {
  const check = (
    id: GroupId,
    edits: Record<string, ParameterValue>,
    known: Record<string, ParameterValue> = {},
  ) => checkGroup(groups[id], edits, known).map(({ field, reason: why }) => `${field} ${why}`);

  it('holds rules between edited fields', () => {
    expect(check('rtu', { sendCycle: 3600, collectionCycle: 600 })).toEqual([]);
    expect(check('rtu', { sendCycle: 3600, collectionCycle: 700 })).toEqual(['collectionCycle divides']);
    expect(check('rtu', { sendCycle: 600, collectionCycle: 1200 })).toEqual([
      'collectionCycle lessOrEqual',
      'collectionCycle divides',
    ]);
    expect(check('crack', { adcZero: 10, adcFull: 10 })).toEqual(['adcZero less']);
    expect(check('moisture', { soilFrequency: 5, waterFrequency: 5 })).toEqual(['soilFrequency different']);
  });
  it('checks them against the values of the device, and reports them at the edited field', () => {
    expect(check('rtu', { sendCycle: 300 }, { collectionCycle: 600, fastCollectCycle: 60 })).toEqual([
      'sendCycle lessOrEqual',
      'sendCycle divides',
    ]);
    expect(check('rtu', { retryCount: 1 }, { collectionCycle: 700, sendCycle: 3600 })).toEqual([]);
  });
  it('cannot break a rule with a side that is off or not known', () => {
    expect(check('moisture', { lowAlarm: 90, highAlarm: null })).toEqual([]);
    expect(check('moisture', { lowAlarm: 90 })).toEqual([]);
  });
  it('reports a field once, and fields that it does not have', () => {
    expect(check('rtu', { sendCycle: 59, collectionCycle: 600 })).toEqual(['sendCycle range']);
    expect(check('rtu', { planted: 1 })).toEqual(['planted unknownField']);
  });
});

describe('hosts', () => {
  it.each([
    'a',
    'iot.example.com',
    '10.0.0.1',
    '255.255.255.255',
    'fe80::1',
    '2001:db8::8a2e:370:7334',
  ])('%s', (host) => {
    expect(isHost(host)).toBe(true);
  });
  it.each([
    '',
    ' ',
    '-a.com',
    'a..b',
    '1.2.3',
    '1.2.3.4.5',
    '300.1.1.1',
    'a b',
    'http://a',
    `${'a'.repeat(64)}.com`,
  ])('not "%s"', (host) => expect(isHost(host)).toBe(false));
});
