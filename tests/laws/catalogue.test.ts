/** What must hold of every entry of the catalogue, and its tables written down a second time (src/catalogue/README.md). */
import { describe, expect, it } from 'vitest';
import {
  deviceActions,
  enums,
  groups,
  kindByCode,
  kindById,
  kinds,
  rows,
  rtu,
} from '../../src/catalogue/index.ts';
import type { GroupDefinition, ParameterField } from '../../src/catalogue/model.ts';
import { chartSeries } from '../../src/derive/chart-series.ts';
import { kindChannels } from '../../src/derive/kind-channels.ts';
import { parameterFields, primaryChannel } from '../../src/derive/parameter-fields.ts';
import { derivedRows } from '../../src/domain/derived/index.ts';
import { checkField, checkGroup } from '../../src/domain/parameters/parameter-rules.ts';

/** Rows and groups of each kind (src/catalogue/README.md#kinds-and-rows), by hand. */
const table: readonly (readonly [number, string, readonly string[], readonly string[]])[] = [
  [0, 'none', [], []],
  [1, 'reserved', [], []],
  [2, 'rt1010', ['profile'], ['rt1010', 'mount']],
  [3, 'rt1020', ['profile'], ['rt1010', 'mount']],
  [4, 'rt1030', ['tilt'], ['mems', 'mount']],
  [5, 'onboard', ['tilt', 'waveform'], ['mems', 'mount']],
  [6, 'moisture', ['moisture'], ['moisture']],
  [7, 'crackAdc', ['crack'], ['crack']],
  [8, 'crackRs485', ['crack'], ['crack']],
  [9, 'rt3000', ['tilt', 'waveform'], ['rt3000', 'mount']],
  [10, 'horn', ['horn'], ['horn']],
  [11, 'rt3000Crack', ['tilt', 'crack', 'waveform'], ['rt3000', 'crack', 'mount']],
  [12, 'waterLevel', ['level'], ['basic']],
  [13, 'groundSound', ['sound'], ['basic']],
  [14, 'infrasound', ['sound'], ['basic']],
  [15, 'blasting', ['blast', 'waveform'], ['basic']],
  [16, 'settlement', ['settlement'], ['basic']],
  [17, 'rain', ['rain'], ['rain']],
  [18, 'gnss', ['gnss'], ['basic']],
  [19, 'strain', ['strain'], ['basic']],
  [20, 'anchorLoad', ['force'], ['basic']],
  [21, 'axialForce', ['force'], ['basic']],
  [22, 'earthPressure', ['stress'], ['basic']],
  [23, 'steelStress', ['steel'], ['basic']],
  [24, 'porePressure', ['pore'], ['basic']],
  [25, 'temperature', ['temperature'], ['basic']],
  [26, 'groundTemperature', ['ground'], ['basic']],
  [27, 'wind', ['wind'], ['basic']],
  [28, 'air', ['air'], ['basic']],
];

const kindEntries = kinds.map((kind) => [kind.id, kind] as const);
const rowEntries = Object.entries(rows);
const groupEntries = Object.entries(groups);
const enumEntries = Object.entries(enums);
const fieldEntries: readonly (readonly [string, ParameterField])[] = [
  ...Object.values(groups).flatMap((group) =>
    group.fields.map((field) => [`${group.id}/${field.id}`, field] as const),
  ),
  ...deviceActions.flatMap((action) =>
    action.arguments.map((field) => [`${action.id}(${field.id})`, field] as const),
  ),
];

const twice = (list: readonly string[]) => list.filter((id, index) => list.indexOf(id) !== index);

describe('kinds', () => {
  it('have the codes from 0, each once, in order, and a line each in the table above', () => {
    const codes = kinds.map(({ code }) => code);
    expect(codes, 'a new kind takes the next code and is the last of its index').toEqual([...codes.keys()]);
    expect(
      table.map(([, id]) => id),
      'the table of this file has a line for each kind: code, id, rows, groups',
    ).toEqual(kinds.map(({ id }) => id));
    expect(twice(kinds.map(({ id }) => id))).toEqual([]);
  });
  it.each(table)('%i %s has its rows and groups', (code, id, expectedRows, expectedGroups) => {
    const kind = kindByCode(code);
    expect(kind).toBe(kindById(id));
    expect(kind?.rows).toEqual(expectedRows);
    expect(kind?.groups).toEqual(expectedGroups);
  });
  it('an unknown code has no kind', () => {
    expect(kindByCode(kinds.length)).toBeUndefined();
    expect(kindById('toString')).toBeUndefined();
  });
});

describe.each(kindEntries)('kind %s', (_, kind) => {
  const channels = kindChannels(kind);
  it('excludes and re-units only channels that its rows have', () => {
    const paths = kind.rows.flatMap((row) =>
      [...rows[row].channels, ...(rows[row].elements?.channels ?? [])].map(
        (channel) => `${row}/${channel.id}`,
      ),
    );
    for (const path of [...(kind.without ?? []), ...Object.keys(kind.units ?? {})])
      expect(paths).toContain(path);
  });
  it('names its channels uniquely', () => {
    expect(twice(channels.map(({ name }) => name))).toEqual([]);
  });
  it('has a signal for every curve that it measures itself, and for nothing else', () => {
    const curves = chartSeries(kind).map(({ name }) => name);
    const measured = channels.filter(({ channel }) => !channel.derived).map(({ name }) => name);
    const names = Object.keys(kind.signals);
    for (const name of curves.filter((curve) => measured.includes(curve))) expect(names).toContain(name);
    for (const name of names) expect(measured).toContain(name);
    for (const { noise } of Object.values(kind.signals)) expect(noise).toBeGreaterThanOrEqual(0);
  });
  it('has a primary curve where it has curves', () => {
    const primary = primaryChannel(kind);
    expect(primary?.chart ?? false).toBe(chartSeries(kind).length > 0);
    const inElement = channels.find(
      ({ row, channel }) => row === kind.primary?.row && channel.id === kind.primary.channel,
    )?.element;
    expect((kind.primary?.element ?? 0) > 0).toBe(inElement ?? false);
  });
  it('names the alarm enumeration of its first row with an alarm state', () => {
    const alarm = channels.find(({ channel }) => channel.id === 'alarmState')?.channel;
    expect(alarm?.type === 'enum' ? alarm.values : undefined).toBe(kind.alarmStates);
    if (kind.alarmStates) expect(enums[kind.alarmStates].deviceAlarm).toBe(true);
  });
  it('takes sensor actions that exist, each once', () => {
    expect(twice(kind.actions)).toEqual([]);
    for (const id of kind.actions) {
      expect(deviceActions.find((action) => action.id === id)?.target).toBe('sensor');
    }
  });
  it('gives fields in the primary unit their unit', () => {
    for (const group of kind.groups) {
      for (const field of parameterFields(group, kind)) {
        if (field.type === 'number' && field.unitOf) expect(field.unit).toBe(primaryChannel(kind)?.unit);
      }
    }
  });
});

describe.each(rowEntries)('row %s', (id, row) => {
  const channels = [...row.channels, ...(row.elements?.channels ?? [])];
  it('is named as its key and names each channel once', () => {
    expect(row.id).toBe(id);
    // A part of a table's name, which PostgreSQL folds to small letters.
    expect(id).toMatch(/^[a-z]+$/);
    expect(twice(channels.map((channel) => channel.id))).toEqual([]);
  });
  it('has channels whose parts fit', () => {
    for (const channel of channels) {
      expect(channel.id).toMatch(/^[a-z][A-Za-z0-9]*$/);
      if (channel.type === 'enum') expect(enums[channel.values]).toBeDefined();
      if (channel.type === 'flag' && channel.words) expect(enums[channel.words].values).toHaveLength(2);
      if (channel.type === 'flagSet') {
        expect(channel.flags.length).toBeLessThanOrEqual(32);
        expect(twice(channel.flags)).toEqual([]);
      }
      if (channel.type === 'number') {
        expect(Number.isInteger(channel.digits) && channel.digits >= 0 && channel.digits <= 6).toBe(true);
        if (channel.sum || channel.circular) expect(channel.chart).toBe(true);
      }
    }
  });
  it('has a rule for each channel that the server derives, and for no other', () => {
    const marked = row.channels.filter((channel) => channel.derived).map((channel) => channel.id);
    expect([...(derivedRows[row.id]?.channels ?? [])].sort()).toEqual(marked.sort());
    const ids = channels.map((channel) => channel.id);
    for (const input of derivedRows[row.id]?.inputs ?? []) expect(ids).toContain(input);
  });
  it('sums amounts over an interval that it holds', () => {
    for (const channel of channels) {
      if (channel.type !== 'number' || !channel.sum) continue;
      expect(row.channels.find(({ id: own }) => own === channel.sum?.interval)?.type).toBe('number');
    }
  });
  it('belongs to a kind or to the RTU', () => {
    // The columns that kinds of companies share.
    if (row.id === 'own') return;
    expect([...kinds, rtu].some((owner) => owner.rows.includes(row.id))).toBe(true);
  });
});

describe('derived channels', () => {
  it('are those that the server can compute', () => {
    const derived = Object.values(rows).flatMap((row) =>
      [...row.channels, ...(row.elements?.channels ?? [])]
        .filter((channel) => channel.derived)
        .map((channel) => `${row.id}/${channel.id}`),
    );
    const tilt = ['x1h', 'y1h', 'z1h', 'x5h', 'y5h', 'z5h', 'tilt', 'direction', 'azimuth'];
    const gnss = ['horizontal', 'displacement', 'bearing', 'speed'];
    expect(derived).toEqual([
      ...tilt.map((id) => `tilt/${id}`),
      'crack/opening',
      'rain/daily',
      ...gnss.map((id) => `gnss/${id}`),
      'pore/head',
    ]);
  });
});

describe.each(enumEntries)('enumeration %s', (id, definition) => {
  it('has distinct values, and says which are alarms of the device', () => {
    expect(definition.id).toBe(id);
    expect(definition.values.length).toBeGreaterThan(1);
    expect(twice(definition.values)).toEqual([]);
    expect(definition.deviceAlarm === true).toBe(/alarmState$/i.test(id));
    if (definition.deviceAlarm) expect(definition.values[0]).toBe('normal');
  });
  it('is used by a channel or a field', () => {
    const used = [
      ...Object.values(rows).flatMap((row) => [...row.channels, ...(row.elements?.channels ?? [])]),
      ...fieldEntries.map(([, field]) => field),
    ].some((entry) => ('values' in entry && entry.values === id) || ('words' in entry && entry.words === id));
    expect(used).toBe(true);
  });
});

describe.each(fieldEntries)('field %s', (_, field) => {
  it('has a source', () => expect(field.source).not.toBe(''));
  it('has ordered bounds and a default within them', () => {
    if (field.type === 'number') {
      expect(field.ranges.length).toBeGreaterThan(0);
      const bounds = field.ranges.flat();
      expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
      for (const [min, max] of field.ranges) expect(min).toBeLessThan(max);
      if (field.choices) expect(field.choices).toEqual(field.choices.toSorted((a, b) => a - b));
    }
    if (field.type === 'text' || field.type === 'secret') expect(field.maxLength).toBeGreaterThan(0);
    const fallback = 'default' in field ? field.default : null;
    if (fallback !== null) expect(checkField(field, fallback)).toBeNull();
    if (field.type === 'number' && field.choices) {
      for (const choice of field.choices) expect(checkField(field, choice)).toBeNull();
    }
  });
});

const defaults = (group: GroupDefinition) =>
  Object.fromEntries(
    group.fields.flatMap((field) =>
      'default' in field && !field.readOnly ? [[field.id, field.default]] : [],
    ),
  );

describe.each(groupEntries)('group %s', (id, group) => {
  it('is named as its key and names each field once', () => {
    expect(group.id).toBe(id);
    expect(twice(group.fields.map((field) => field.id))).toEqual([]);
  });
  it('has rules between two of its own number fields', () => {
    for (const { left, right } of group.rules) {
      expect(left).not.toBe(right);
      for (const side of [left, right]) {
        expect(group.fields.find((field) => field.id === side)?.type).toBe('number');
      }
    }
  });
  it('has defaults that keep its rules', () => {
    const set = Object.entries(defaults(group)).filter(([, value]) => value !== null);
    expect(checkGroup(group, Object.fromEntries(set))).toEqual([]);
  });
  it('belongs to a kind or to the RTU', () => {
    expect([...kinds, rtu].some((owner) => owner.groups.includes(group.id))).toBe(true);
  });
});

describe('flags of parameters', () => {
  const rtuFields = groups.rtu.fields;
  it.each(
    rtuFields.map((field) => [field.id, field] as const),
  )('rtu/%s strands exactly these fields', (id, field) => {
    const expected = /^(center\d|apn|lora)/.test(id) || id === 'standardPreference';
    expect(field.stranding ?? false).toBe(expected);
  });
  it('secrets are the six keys and the APN password', () => {
    const secrets = fieldEntries.filter(([, field]) => field.type === 'secret').map(([path]) => path);
    expect(secrets).toEqual([...[1, 2, 3, 4, 5, 6].map((n) => `rtu/center${n}Key`), 'rtu/apnPassword']);
  });
});

describe('actions', () => {
  /** src/server/delivery/README.md#guards, src/server/delivery/README.md#time-to-live (seconds), by hand. */
  const expected: Readonly<Record<string, readonly [string, string, number]>> = {
    restart: ['rtu', 'confirm', 7200],
    reportNow: ['rtu', 'none', 86_400],
    syncClock: ['rtu', 'none', 86_400],
    readAll: ['rtu', 'none', 86_400],
    clearData: ['rtu', 'confirm', 7200],
    startFastCollect: ['rtu', 'confirm', 86_400],
    stopFastCollect: ['rtu', 'none', 86_400],
    freeText: ['rtu', 'password', 86_400],
    measureNow: ['sensor', 'none', 86_400],
    readParameters: ['sensor', 'none', 86_400],
    setZero: ['sensor', 'confirm', 7200],
    clearZero: ['sensor', 'confirm', 7200],
    captureInitialProfile: ['sensor', 'confirm', 7200],
    captureWaveform: ['sensor', 'confirm', 7200],
    testHorn: ['sensor', 'confirm', 600],
    soundAlarm: ['sensor', 'password', 120],
    stopHorn: ['sensor', 'none', 86_400],
  };
  it('are these, each once', () => {
    expect(deviceActions.map(({ id }) => id)).toEqual(Object.keys(expected));
  });
  it.each(deviceActions.map((action) => [action.id, action] as const))('%s', (id, action) => {
    expect([action.target, action.guard, action.timeToLive]).toEqual(expected[id]);
    const owners = action.target === 'rtu' ? [rtu] : kinds;
    expect(owners.some((owner) => owner.actions.includes(id))).toBe(true);
  });
});
