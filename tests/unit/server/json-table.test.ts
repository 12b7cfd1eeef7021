/** JSON as people have it becomes a table of cells; what is no such JSON is refused with its bound. */
import { describe, expect, it } from 'vitest';
import { jsonBounds, jsonTable } from '../../../src/server/imports/json-table.ts';

const table = (value: unknown) => jsonTable(JSON.stringify(value));
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return String((error as { messageId?: string }).messageId);
  }
  return 'none';
};

describe('shapes', () => {
  it('reads an object with its values as one row, by paths', () => {
    expect(table({ time: '2026-01-01T00:00:00Z', values: { x: 1.5, ok: true, none: null } })).toEqual({
      names: ['time', 'values.x', 'values.ok', 'values.none'],
      rows: [['2026-01-01T00:00:00Z', '1.5', '1', '']],
    });
  });

  it('reads a list, and what a row does not have is empty in it', () => {
    expect(
      table([
        { t: 1, a: 1 },
        { t: 2, b: 3 },
      ]),
    ).toEqual({
      names: ['t', 'a', 'b'],
      rows: [
        ['1', '1', ''],
        ['2', '', '3'],
      ],
    });
  });

  it('reads lists side by side as columns, and what stands beside them in every row', () => {
    expect(table({ device: 'P7', time: [10, 20, 30], level: [1, 2, null] })).toEqual({
      names: ['device', 'time', 'level'],
      rows: [
        ['P7', '10', '1'],
        ['P7', '20', '2'],
        ['P7', '30', ''],
      ],
    });
  });

  it('leaves a list without times beside it a vector', () => {
    expect(table({ t: 5, ppv: [0.42, 0.31, 0.88] })).toEqual({
      names: ['t', 'ppv.0', 'ppv.1', 'ppv.2'],
      rows: [['5', '0.42', '0.31', '0.88']],
    });
  });

  it('reads telemetry of ThingsBoard: one, many, and of a gateway by device', () => {
    expect(table({ ts: 1, values: { level: 2 } }).rows).toEqual([['1', '2']]);
    expect(
      table([
        { ts: 1, values: { level: 2 } },
        { ts: 2, values: { level: 3 } },
      ]).rows,
    ).toHaveLength(2);
    expect(
      table({ 'Gauge A': [{ ts: 1, values: { level: 2 } }], 'Gauge B': [{ ts: 1, values: { level: 9 } }] }),
    ).toEqual({
      names: ['device', 'ts', 'values.level'],
      rows: [
        ['Gauge A', '1', '2'],
        ['Gauge B', '1', '9'],
      ],
    });
  });

  it('reads a table of a Campbell logger by the names of its fields', () => {
    const message = {
      head: {
        transaction: 0,
        environment: { station_name: 'K42', table_name: 'Hourly' },
        fields: [
          { name: 'BattV', units: 'Volts' },
          { name: 'Level', units: 'm' },
        ],
      },
      data: [{ time: '2026-01-01T00:00:00', no: 7, vals: [12.6, 'NAN'] }],
    };
    expect(table(message)).toEqual({
      names: ['station_name', 'table_name', 'time', 'no', 'BattV', 'Level'],
      rows: [['K42', 'Hourly', '2026-01-01T00:00:00', '7', '12.6', 'NAN']],
    });
  });

  it('reads an uplink of The Things Stack: device, receipt and decoded payload', () => {
    const message = {
      end_device_ids: { device_id: 'crack-7', dev_eui: '70B3D57ED0000001', application_ids: {} },
      received_at: '2026-01-01T00:00:02Z',
      uplink_message: {
        f_port: 2,
        f_cnt: 41,
        received_at: '2026-01-01T00:00:01Z',
        decoded_payload: { crack: { mm: 4.25 }, battery: 3.6 },
        rx_metadata: [{ rssi: -90 }],
      },
    };
    expect(table(message)).toEqual({
      names: ['device_id', 'dev_eui', 'received_at', 'f_port', 'f_cnt', 'crack.mm', 'battery'],
      rows: [['crack-7', '70B3D57ED0000001', '2026-01-01T00:00:01Z', '2', '41', '4.25', '3.6']],
    });
  });

  it('reads lines of which each is an object, and a list under a usual name', () => {
    expect(jsonTable('{"t":1,"a":2}\n{"t":2,"a":3}\n').rows).toHaveLength(2);
    expect(table({ data: [{ t: 1 }, { t: 2 }] }).names).toEqual(['t']);
  });
});

describe('bounds', () => {
  it.each([
    ['{"a":', 'sources.json.syntax'],
    ['{"t":1}\n{"t":2}\n{bad}', 'sources.json.line'],
    ['5', 'sources.json.scalar'],
    ['{"time":[1,2],"a":[1]}', 'sources.json.lengths'],
    ['['.repeat(100_000), 'sources.json.syntax'],
    ['['.repeat(5000) + ']'.repeat(5000), 'sources.json.deep'],
    [`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, 'sources.json.deep'],
  ])('refuses %.20s…', (text, messageId) => {
    expect(refusal(() => jsonTable(text))).toBe(messageId);
  });

  it('takes as many columns and rows as there may be, and not one more', () => {
    const wide = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, at]));
    expect(table(wide(jsonBounds.columns)).names).toHaveLength(jsonBounds.columns);
    expect(refusal(() => table(wide(jsonBounds.columns + 1)))).toBe('sources.json.tooMany');
    const long = (count: number) => Array.from({ length: count }, (_, t) => ({ t }));
    expect(table(long(jsonBounds.rows)).rows).toHaveLength(jsonBounds.rows);
    expect(refusal(() => table(long(jsonBounds.rows + 1)))).toBe('sources.json.tooMany');
  });

  it('takes names that objects have of themselves as names', () => {
    expect(jsonTable('{"__proto__":{"a":1},"constructor":2}').names).toEqual(['__proto__.a', 'constructor']);
  });
});
