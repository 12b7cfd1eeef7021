import { Refusal } from '../../base/errors.ts';
import { enumValues, kindById, rows } from '../../catalogue/index.ts';
import type { Channel, KindDefinition, RowDefinition, RowId } from '../../catalogue/model.ts';
import { converter } from '../../domain/convert-unit.ts';
import { compileExpression, type Expression } from './expression.ts';
import type { ChannelMapping, ColumnName, Mapping, SensorMapping } from './mapping.ts';
import { type Decimal, isHex, readNumber } from './number.ts';
import { plausibleRange } from './plausible.ts';

/** Why a cell gave no value. */
export type CellProblem = 'notANumber' | 'hexNumber' | 'notACode' | 'shortLine';
/** What a line's cells gave for a channel; null is missing. */
export type CellResult =
  | { readonly value: number | null }
  | { readonly problem: CellProblem; readonly cell: string };

/** How one channel's value is got from a line's cells: a number in the channel's unit, or null for missing. */
export interface ChannelPlan {
  readonly channel: string;
  readonly unit: string | null;
  /** The same in every row: says nothing about whether a row holds a measurement. */
  readonly constant: boolean;
  /** Columns that it needs, by number. */
  readonly columns: readonly number[];
  /** Least and most that the channel can be; null where anything can. */
  readonly range: readonly [number, number] | null;
  value(cells: readonly string[]): CellResult;
}

/** How one sensor's readings are got from a recording. */
export interface SensorPlan {
  readonly sensor: SensorMapping;
  readonly row: RowId;
  readonly element: number;
  readonly channels: readonly ChannelPlan[];
  /** Rows in which this column has another text are not the sensor's; null = all rows are. */
  readonly only: { readonly column: number; readonly value: string } | null;
}

/**
 * Column number of a mapping's column: itself, or the place of its name in the header. `isOpen`: a name that is not
 * there is the column behind the last one, which is empty in every row.
 */
export function columnResolver(
  header: readonly string[] | null,
  isOpen = false,
): (column: ColumnName) => number {
  return (column) => {
    if (typeof column === 'number') return column;
    const index = header?.indexOf(column) ?? -1;
    if (index < 0 && isOpen) return header?.length ?? 0;
    if (index < 0) throw new Refusal(400, 'import.mapping.column', { column }, column);
    return index;
  };
}

/**
 * The row of a sensor's mapping. @throws Refusal 400 for a row or kind that there is not, a kind that does not measure
 * the row, and a status row that is not the RTU's
 */
function rowOf(sensor: SensorMapping, field: string): RowDefinition {
  const row = Object.hasOwn(rows, sensor.row) ? rows[sensor.row as RowId] : undefined;
  if (row === undefined) throw new Refusal(400, 'import.mapping.row', { row: sensor.row }, `${field}.row`);
  if ((row.id === 'status') !== (sensor.slot === 'rtu')) {
    throw new Refusal(400, 'import.mapping.statusRow', { slot: sensor.slot, row: row.id }, `${field}.row`);
  }
  return row;
}

function kindOf(sensor: SensorMapping, field: string): KindDefinition | null {
  if (sensor.kind === undefined || sensor.slot === 'rtu') return null;
  const kind = kindById(sensor.kind);
  if (kind === undefined)
    throw new Refusal(400, 'import.mapping.kind', { kind: sensor.kind }, `${field}.kind`);
  return kind;
}

/** @throws Refusal 400 for a row or a channel that a kind does not measure */
export function checkKind(
  kind: KindDefinition,
  row: RowId,
  channels: readonly string[],
  field: string,
): void {
  if (!kind.rows.includes(row)) {
    throw new Refusal(
      400,
      'import.mapping.kindRow',
      { kind: kind.id, row, rows: kind.rows.join(', ') || '–' },
      `${field}.row`,
    );
  }
  const channel = channels.find((id) => kind.without?.includes(`${row}/${id}`));
  if (channel !== undefined) {
    throw new Refusal(400, 'import.mapping.kindChannel', { kind: kind.id, channel }, `${field}.channels`);
  }
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

/** True for a number that the channel can hold: codes of an enumeration, 0 and 1 of a flag, bits of a flag set. */
function isCode(channel: Channel, value: number): boolean {
  if (channel.type === 'number') return true;
  if (!Number.isInteger(value) || value < 0) return false;
  if (channel.type === 'enum') return value < enumValues[channel.values].length;
  if (channel.type === 'flag') return value <= 1;
  return channel.type !== 'flagSet' || value < 2 ** channel.flags.length;
}

function channelPlan(
  id: string,
  mapping: ChannelMapping,
  row: RowDefinition,
  context: {
    field: string;
    missing: ReadonlySet<string>;
    decimal: Decimal;
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
  const unit = channel.type === 'number' ? channel.unit : null;
  const base = { channel: id, unit, range: plausibleRange(row.id, channel) };
  if (mapping.constant !== undefined) {
    const { constant } = mapping;
    const [least, most] = base.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    if (!isCode(channel, constant) || constant < least || constant > most) {
      throw new Refusal(400, 'import.mapping.constant', { channel: id, constant }, field);
    }
    return { ...base, constant: true, columns: [], value: () => ({ value: constant }) };
  }
  const expression = compile(mapping, field);
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
  const needed = [...new Set([...(column === null ? [] : [column]), ...(expression?.columns ?? [])])];
  return {
    ...base,
    constant: false,
    columns: needed,
    value(cells) {
      const numbers = new Map<number, number>();
      for (const index of needed) {
        const cell = cells[index];
        if (cell === undefined) return { problem: 'shortLine', cell: String(index) };
        if (context.missing.has(cell)) return { value: null };
        const number = readNumber(cell, context.decimal);
        if (Number.isNaN(number)) return { problem: isHex(cell) ? 'hexNumber' : 'notANumber', cell };
        numbers.set(index, number);
      }
      const of = (index: number) => numbers.get(index) ?? Number.NaN;
      const own = column === null ? Number.NaN : of(column);
      const result = convert((expression === null ? own : expression.evaluate(own, of)) * scale);
      const cell = () => needed.map((index) => cells[index]).join(' ');
      if (!Number.isFinite(result)) return { problem: 'notANumber', cell: cell() };
      return isCode(channel, result) ? { value: result } : { problem: 'notACode', cell: cell() };
    },
  };
}

/**
 * Compiles a mapping against a file's header.
 * @throws Refusal 400 naming the mapping's field that does not fit, or two that fill one channel
 */
export function planSensors(mapping: Mapping, header: readonly string[] | null): readonly SensorPlan[] {
  const resolve = columnResolver(header, mapping.format === 'json');
  const missing = new Set(['', 'NAN', 'NaN', 'nan', ...(mapping.missing ?? [])]);
  const taken = new Set<string>();
  return mapping.sensors.map((sensor, index) => {
    const field = `sensors.${index}`;
    const row = rowOf(sensor, field);
    const kind = kindOf(sensor, field);
    const ids = Object.keys(sensor.channels);
    if (kind !== null) checkKind(kind, row.id, ids, field);
    if (sensor.element !== undefined && row.elements === undefined) {
      throw new Refusal(400, 'import.mapping.element', { row: row.id }, `${field}.element`);
    }
    const channels = Object.entries(sensor.channels).map(([id, channel]) => {
      const key = JSON.stringify([
        sensor.station ?? null,
        sensor.slot,
        row.id,
        sensor.element ?? 0,
        id,
        sensor.only ?? null,
      ]);
      if (taken.has(key)) {
        throw new Refusal(
          400,
          'import.mapping.twice',
          { channel: id, slot: sensor.slot },
          `${field}.channels.${id}`,
        );
      }
      taken.add(key);
      return channelPlan(id, channel, row, {
        field: `${field}.channels.${id}`,
        missing,
        decimal: mapping.decimal ?? 'point',
        resolve,
        element: sensor.element !== undefined,
      });
    });
    const only =
      sensor.only === undefined ? null : { column: resolve(sensor.only.column), value: sensor.only.value };
    return { sensor, row: row.id, element: sensor.element ?? 0, channels, only };
  });
}
