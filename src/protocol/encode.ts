import protobuf from 'protobufjs/minimal.js';
import { DataType, dataTypeName } from './datatype.ts';
import type { DataSet, DataSetCell, MetricInput, MetricValue, PayloadInput } from './payload.ts';

type Writer = protobuf.Writer;

/**
 * Encodes a payload. With `datatypes` false the metrics carry no data type, as DATA messages normally do; births and
 * commands must carry them (a peer that gets none decodes null).
 * Throws TypeError when a value does not fit its data type: a programming mistake of the sender.
 */
export function encodePayload(
  payload: PayloadInput,
  options: { readonly datatypes?: boolean } = {},
): Uint8Array {
  const writer = protobuf.Writer.create();
  if (payload.timestamp != null) writer.uint32((1 << 3) | 0).uint64(payload.timestamp);
  for (const metric of payload.metrics) {
    writer.uint32((2 << 3) | 2).fork();
    encodeMetric(writer, metric, options.datatypes ?? true);
    writer.ldelim();
  }
  if (payload.seq != null) writer.uint32((3 << 3) | 0).uint64(payload.seq);
  if (payload.uuid != null) writer.uint32((4 << 3) | 2).string(payload.uuid);
  if (payload.body != null) writer.uint32((5 << 3) | 2).bytes(payload.body);
  return writer.finish();
}

function encodeMetric(writer: Writer, metric: MetricInput, datatypes: boolean): void {
  if (metric.name != null) writer.uint32((1 << 3) | 2).string(metric.name);
  if (metric.alias != null) writeLong(writer.uint32((2 << 3) | 0), metric.alias);
  if (metric.timestamp != null) writer.uint32((3 << 3) | 0).uint64(metric.timestamp);
  if (datatypes) writer.uint32((4 << 3) | 0).uint32(metric.datatype);
  if (metric.isHistorical === true) writer.uint32((5 << 3) | 0).bool(true);
  if (metric.isTransient === true) writer.uint32((6 << 3) | 0).bool(true);
  if (metric.quality != null) {
    writer.uint32((9 << 3) | 2).fork();
    writer.uint32((1 << 3) | 2).string('Quality');
    const value = writer.uint32((2 << 3) | 2).fork();
    value.uint32((1 << 3) | 0).uint32(DataType.Int32);
    value.uint32((3 << 3) | 0).uint32(metric.quality);
    value.ldelim();
    writer.ldelim();
  }
  if (metric.value === null) writer.uint32((7 << 3) | 0).bool(true);
  else encodeValue(writer, metric.datatype, metric.value);
}

/** Writes a 64-bit integer; a bigint beyond 2^53 goes through its decimal text, the only exact way the Writer takes. */
function writeLong(writer: Writer, value: number | bigint): void {
  if (typeof value === 'number') writer.uint64(value);
  else if (value >= 0n && value <= 0x1fffffffffffffn) writer.uint64(Number(value));
  else writer.uint64(BigInt.asIntN(64, value).toString());
}

function mismatch(type: DataType, value: unknown): TypeError {
  return new TypeError(`${dataTypeName(type)} cannot hold ${typeof value}`);
}

/** The ranges of the integer types; 64-bit ones take number or bigint. */
const ranges: Readonly<Partial<Record<DataType, readonly [number, number]>>> = {
  [DataType.Int8]: [-128, 127],
  [DataType.Int16]: [-32768, 32767],
  [DataType.Int32]: [-2147483648, 2147483647],
  [DataType.UInt8]: [0, 255],
  [DataType.UInt16]: [0, 65535],
  [DataType.UInt32]: [0, 4294967295],
  [DataType.DateTime]: [0, Number.MAX_SAFE_INTEGER],
};

function integer(type: DataType, value: unknown): number {
  const [low, high] = ranges[type] ?? [0, 0];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high)
    throw mismatch(type, value);
  return value;
}

function bigInteger(type: DataType, value: unknown): bigint {
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof big !== 'bigint') throw mismatch(type, value);
  const fits = type === DataType.Int64 ? BigInt.asIntN(64, big) === big : BigInt.asUintN(64, big) === big;
  if (!fits) throw mismatch(type, value);
  return big;
}

/** Field numbers of a value in a metric and in a DataSet's cell: int, long, float, double, boolean, string. */
const metricFields = [10, 11, 12, 13, 14, 15] as const;
const cellFields = [1, 2, 3, 4, 5, 6] as const;

function encodeScalar(
  writer: Writer,
  fields: typeof metricFields | typeof cellFields,
  type: DataType,
  value: unknown,
): void {
  switch (type) {
    case DataType.Int8:
    case DataType.Int16:
    case DataType.Int32:
    case DataType.UInt8:
    case DataType.UInt16:
      writer.uint32((fields[0] << 3) | 0).uint32(integer(type, value) >>> 0);
      break;
    case DataType.UInt32:
    case DataType.DateTime:
      writer.uint32((fields[1] << 3) | 0).uint64(integer(type, value));
      break;
    case DataType.Int64:
    case DataType.UInt64:
      writeLong(writer.uint32((fields[1] << 3) | 0), bigInteger(type, value));
      break;
    case DataType.Float:
      if (typeof value !== 'number') throw mismatch(type, value);
      writer.uint32((fields[2] << 3) | 5).float(value);
      break;
    case DataType.Double:
      if (typeof value !== 'number') throw mismatch(type, value);
      writer.uint32((fields[3] << 3) | 1).double(value);
      break;
    case DataType.Boolean:
      if (typeof value !== 'boolean') throw mismatch(type, value);
      writer.uint32((fields[4] << 3) | 0).bool(value);
      break;
    case DataType.String:
    case DataType.Text:
    case DataType.UUID:
      if (typeof value !== 'string') throw mismatch(type, value);
      writer.uint32((fields[5] << 3) | 2).string(value);
      break;
    default:
      throw mismatch(type, value);
  }
}

function encodeValue(writer: Writer, type: DataType, value: MetricValue): void {
  if (type === DataType.DataSet) {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array)
      throw mismatch(type, value);
    writer.uint32((17 << 3) | 2).fork();
    encodeDataSet(writer, value);
    writer.ldelim();
  } else if (type === DataType.Bytes || type === DataType.File || type >= DataType.Int8Array) {
    if (!(value instanceof Uint8Array)) throw mismatch(type, value);
    writer.uint32((16 << 3) | 2).bytes(value);
  } else encodeScalar(writer, metricFields, type, value);
}

function encodeDataSet(writer: Writer, { columns, types, rows }: DataSet): void {
  if (columns.length !== types.length) throw new TypeError('a DataSet needs one type for each column');
  writer.uint32((1 << 3) | 0).uint64(columns.length);
  for (const column of columns) writer.uint32((2 << 3) | 2).string(column);
  for (const type of types) writer.uint32((3 << 3) | 0).uint32(type);
  for (const row of rows) {
    if (row.length !== types.length) throw new TypeError('a DataSet row needs one cell for each column');
    writer.uint32((4 << 3) | 2).fork();
    for (const [index, type] of types.entries()) {
      writer.uint32((1 << 3) | 2).fork();
      const cell: DataSetCell | undefined = row[index];
      if (cell !== null && cell !== undefined) encodeScalar(writer, cellFields, type, cell);
      writer.ldelim();
    }
    writer.ldelim();
  }
}
