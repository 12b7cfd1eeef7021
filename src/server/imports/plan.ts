import { Refusal } from '../../base/errors.ts';
import { rows } from '../../catalogue/index.ts';
import type { Channel, RowDefinition, RowId } from '../../catalogue/model.ts';
import { compileExpression, type Expression } from './expression.ts';
import type { ChannelMapping, ColumnName, Mapping, SensorMapping } from './mapping.ts';
import { converter } from './units.ts';

/** How one channel's value is got from a line's cells: a number in the channel's unit, or null for missing. */
export interface ChannelPlan {
  readonly channel: string;
  /** The same in every row: says nothing about whether a row holds a measurement. */
  readonly constant: boolean;
  /** Null is missing; NaN is a cell that should be a number and is not. */
  value(cells: readonly string[]): number | null;
}

/** How one sensor's readings are got from a recording. */
export interface SensorPlan {
  readonly sensor: SensorMapping;
  readonly row: RowId;
  readonly element: number;
  readonly channels: readonly ChannelPlan[];
}

/** Column number of a mapping's column: itself, or the place of its name in the header. */
export function columnResolver(header: readonly string[] | null): (column: ColumnName) => number {
  return (column) => {
    if (typeof column === 'number') return column;
    const index = header?.indexOf(column) ?? -1;
    if (index < 0) throw new Refusal(400, 'import.mapping.column', { column }, column);
    return index;
  };
}

function rowOf(sensor: SensorMapping, field: string): RowDefinition {
  const row = Object.hasOwn(rows, sensor.row) ? rows[sensor.row as RowId] : undefined;
  if (row === undefined) throw new Refusal(400, 'import.mapping.row', { row: sensor.row }, `${field}.row`);
  return row;
}

function compile(mapping: ChannelMapping, field: string): Expression | null {
  if (mapping.expression === undefined) return null;
  try {
    return compileExpression(mapping.expression);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new Refusal(400, 'import.mapping.expression', { field, problem }, field);
  }
}

function channelPlan(
  id: string,
  mapping: ChannelMapping,
  row: RowDefinition,
  context: {
    field: string;
    missing: ReadonlySet<string>;
    resolve: (column: ColumnName) => number;
    element: boolean;
  },
): ChannelPlan {
  const { field } = context;
  const channels: readonly Channel[] = context.element ? (row.elements?.channels ?? []) : row.channels;
  const channel = channels.find((entry) => entry.id === id);
  if (channel === undefined || channel.type === 'samples' || channel.type === 'text') {
    throw new Refusal(400, 'import.mapping.channel', { channel: id, row: row.id }, field);
  }
  if (mapping.constant !== undefined) {
    const { constant } = mapping;
    return { channel: id, constant: true, value: () => constant };
  }
  const expression = compile(mapping, field);
  const unit = channel.type === 'number' ? channel.unit : null;
  const convert = mapping.unit === undefined ? (value: number) => value : converter(mapping.unit, unit);
  if (convert === null) {
    throw new Refusal(
      400,
      'import.mapping.unit',
      { unit: mapping.unit ?? '', channel: id, own: unit ?? '–' },
      field,
    );
  }
  if (mapping.column === undefined && (expression === null || expression.columns.length === 0)) {
    throw new Refusal(400, 'import.mapping.source', { channel: id }, field);
  }
  const column = mapping.column === undefined ? null : context.resolve(mapping.column);
  const scale = mapping.tip ?? 1;
  const number = (cells: readonly string[], index: number): number | null => {
    const cell = cells[index];
    return cell === undefined || context.missing.has(cell) ? null : Number(cell);
  };
  const needed = [...(column === null ? [] : [column]), ...(expression?.columns ?? [])];
  return {
    channel: id,
    constant: false,
    value(cells) {
      if (needed.some((index) => number(cells, index) === null)) return null;
      const own = column === null ? Number.NaN : (number(cells, column) ?? Number.NaN);
      const value =
        expression === null ? own : expression.evaluate(own, (index) => number(cells, index) ?? Number.NaN);
      const result = convert(value * scale);
      return Number.isFinite(result) ? result : Number.NaN;
    },
  };
}

/** Compiles a mapping against a file's header. @throws Refusal 400 naming the mapping's field that does not fit. */
export function planSensors(mapping: Mapping, header: readonly string[] | null): readonly SensorPlan[] {
  const resolve = columnResolver(header);
  const missing = new Set(['', 'NAN', 'NaN', 'nan', ...(mapping.missing ?? [])]);
  return mapping.sensors.map((sensor, index) => {
    const field = `sensors.${index}`;
    const row = rowOf(sensor, field);
    if (sensor.element !== undefined && row.elements === undefined) {
      throw new Refusal(400, 'import.mapping.element', { row: row.id }, `${field}.element`);
    }
    const channels = Object.entries(sensor.channels).map(([id, channel]) =>
      channelPlan(id, channel, row, {
        field: `${field}.channels.${id}`,
        missing,
        resolve,
        element: sensor.element !== undefined,
      }),
    );
    return { sensor, row: row.id, element: sensor.element ?? 0, channels };
  });
}
