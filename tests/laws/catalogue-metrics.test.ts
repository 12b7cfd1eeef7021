/** What the catalogue becomes, for every kind and row: metrics, tables, curves, schemas, and values there and back. */
import fc from 'fast-check';
import Value from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { enums, groups, kinds, rows, rtu } from '../../src/catalogue/index.ts';
import type { Channel, GroupId, ParameterField, ParameterValue, RowId } from '../../src/catalogue/model.ts';
import { rowSchema } from '../../src/derive/channel-schema.ts';
import { chartSeries } from '../../src/derive/chart-series.ts';
import {
  metricValue,
  parameterFromMetric,
  parameterMetricValue,
  storedValue,
} from '../../src/derive/metric-values.ts';
import { kindMetric, metrics } from '../../src/derive/metrics.ts';
import { fieldSchema, groupSchema } from '../../src/derive/parameter-schema.ts';
import { readingTable } from '../../src/derive/reading-table.ts';
import { rowColumns } from '../../src/derive/row-columns.ts';
import { checkField } from '../../src/domain/parameters/parameter-rules.ts';

const owners = [...kinds.map((kind) => [kind.id, kind] as const), ['rtu', rtu] as const];
const seed = 20260118;

/** Stored values of a channel; samples have no scalar form. */
function stored(channel: Channel): fc.Arbitrary<number | string | null> {
  const exact = {
    number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
    enum: () => fc.nat(channel.type === 'enum' ? enums[channel.values].values.length - 1 : 0),
    flag: () => fc.nat(1),
    flagSet: () => fc.nat(channel.type === 'flagSet' ? 2 ** channel.flags.length - 1 : 0),
    text: () =>
      fc.string({ maxLength: channel.type === 'text' ? channel.maxLength : 0, unit: 'grapheme-ascii' }),
    time: () => fc.nat(4_102_444_800_000),
    samples: () => fc.constant(null),
  }[channel.type]();
  return fc.oneof({ weight: 9, arbitrary: exact }, { weight: 1, arbitrary: fc.constant(null) });
}

function parameter(field: ParameterField): fc.Arbitrary<ParameterValue> {
  switch (field.type) {
    case 'number': {
      if (field.choices) return fc.constantFrom(...field.choices);
      const step = field.step ?? 10 ** -field.digits;
      return fc.oneof(
        ...field.ranges.map(([min, max]) =>
          fc
            .integer({ min: Math.ceil(min / step - 1e-9), max: Math.floor(max / step + 1e-9) })
            .map((steps) => Number((steps * step).toFixed(field.digits))),
        ),
      );
    }
    case 'enum':
      return fc.constantFrom(...enums[field.values].values);
    case 'flag':
      return fc.boolean();
    case 'text':
      return field.format === 'host'
        ? fc.domain()
        : fc.string({ maxLength: field.maxLength, unit: 'grapheme-ascii' });
    case 'secret':
      return fc.string({ maxLength: field.maxLength, unit: 'grapheme-ascii' });
    case 'set':
      return fc.subarray([...enums[field.values].values]);
    case 'date':
      return fc.nat(4_102_444_800_000);
  }
}

describe.each(owners)('metrics of %s', (_, owner) => {
  const all = metrics(owner);
  const names = [
    ...all.readings.map(({ name }) => name),
    ...(all.elements ? [all.elements.name] : []),
    ...(all.waveform ? [all.waveform.name] : []),
    ...all.parameters.map(({ name }) => name),
    ...all.actions.map(({ name }) => name),
  ];
  it('are uniquely named, and none is the kind', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain(kindMetric);
  });
  it('carry every channel of its rows once', () => {
    const carried = [
      ...all.readings.map(({ row, channel }) => `${row}/${channel.id}`),
      ...(all.elements?.columns ?? []).map(({ name }) => `${all.elements?.row}/${name}`),
      ...(all.waveform?.channels ?? []).map(({ id }) => `waveform/${id}`),
    ];
    const columns = owner.rows.flatMap((row) => rowColumns(owner, row).map(({ id }) => `${row}/${id}`));
    expect(carried.toSorted()).toEqual(columns.toSorted());
  });
  it('have curves only of numbers that are stored', () => {
    for (const { row, channel, element } of chartSeries(owner)) {
      const column = readingTable(rows[row]).columns.find(({ name }) => name === channel);
      expect(column?.type).toBe('real');
      expect(rows[row].channels.some(({ id }) => id === channel)).toBe(!element);
    }
  });
});

describe('kind 11 keeps its two rows apart', () => {
  const kind = kinds[11];
  it('names the crack row where it collides', () => {
    const readings = kind ? metrics(kind).readings : [];
    const crack = readings.filter(({ row }) => row === 'crack').map(({ name }) => name);
    expect(crack.filter((name) => name.startsWith('crack/'))).toEqual([
      'crack/temperature',
      'crack/zeroMode',
      'crack/alarmState',
      'crack/runState',
      'crack/firmware',
    ]);
    expect(crack).toContain('opening');
  });
});

describe.each(Object.keys(rows) as RowId[])('row %s', (id) => {
  const table = readingTable(rows[id]);
  it('has a table with a column of its own for every channel, apart from the keys', () => {
    const keys = ['source_id', 't', 'element', 'received_at', 'historical'];
    const names = [...keys, ...table.columns.map(({ name }) => name)];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(table.columns.map(({ channel }) => channel)).toEqual([
      ...rows[id].channels,
      ...(rows[id].elements?.channels ?? []),
    ]);
  });
  it('keeps generated rows through metrics, storage columns and schema', () => {
    const generated = fc.record(
      Object.fromEntries(table.columns.map(({ name, channel }) => [name, stored(channel)])),
    );
    fc.assert(
      fc.property(generated, (row) => {
        for (const { name, channel, type } of table.columns) {
          const value = row[name] ?? null;
          if (channel.type === 'samples') continue;
          expect(storedValue(channel, metricValue(channel, value))).toBe(value);
          if (value !== null) expect(typeof value).toBe(type === 'text' ? 'string' : 'number');
          if (type === 'integer' && value !== null) expect(Number.isSafeInteger(value)).toBe(true);
        }
        expect(Value.Check(rowSchema(id), row)).toBe(true);
      }),
      { seed, numRuns: 50 },
    );
  });
  it('refuses a channel that it does not have', () => {
    expect(Value.Check(rowSchema(id), { planted: 1 })).toBe(false);
  });
});

const fieldEntries = Object.values(groups).flatMap((group) =>
  group.fields.map((field) => [`${group.id}/${field.id}`, field] as const),
);

describe.each(fieldEntries)('field %s', (_, field) => {
  it('keeps generated values through metric, schema and rules', () => {
    fc.assert(
      fc.property(parameter(field), (value) => {
        expect(parameterFromMetric(field, parameterMetricValue(field, value))).toEqual(value);
        expect(Value.Check(fieldSchema(field), value)).toBe(true);
        if (!field.readOnly) expect(checkField(field, value)).toBeNull();
      }),
      { seed, numRuns: 30 },
    );
  });
  it('refuses what lies outside', () => {
    const wrong: readonly ParameterValue[] =
      field.type === 'number'
        ? [Number.NaN, (field.ranges.at(-1)?.[1] ?? 0) + 1, (field.ranges[0]?.[0] ?? 0) - 1, 'x']
        : field.type === 'text' || field.type === 'secret'
          ? ['x'.repeat(field.maxLength + 1), 1, null]
          : field.type === 'set'
            ? [['planted'], 'x', null]
            : ['planted', 1.5, null];
    for (const value of wrong) {
      // Zero may mean "off" just below a range.
      if (field.type === 'number' && field.off === value) continue;
      expect(checkField(field, value)).not.toBeNull();
      expect(Value.Check(fieldSchema(field), value)).toBe(false);
    }
  });
});

describe.each(Object.keys(groups) as GroupId[])('schema of group %s', (id) => {
  it('takes any writable field alone and no other', () => {
    expect(Value.Check(groupSchema(id), {})).toBe(true);
    expect(Value.Check(groupSchema(id), { planted: 1 })).toBe(false);
    for (const field of groups[id].fields) {
      const fallback = 'default' in field ? field.default : null;
      if (fallback === null) continue;
      expect(Value.Check(groupSchema(id), { [field.id]: fallback })).toBe(!field.readOnly);
    }
  });
});
