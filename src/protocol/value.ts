import { DataType } from './datatype.ts';
import { type DataSetCell, type MetricValue, WireField, type WireMetric } from './payload.ts';

/** 64-bit integer from its two unsigned words. */
export function toBigInt(low: number, high: number, signed: boolean): bigint {
  const value = (BigInt(high) << 32n) | BigInt(low);
  return signed ? BigInt.asIntN(64, value) : value;
}

/**
 * Signed integer of `bits` (8 or 16) from an unsigned 32-bit word. Senders write negatives either as 32-bit or as
 * narrow two's complement; both are read. Undefined when it is neither.
 */
function narrow(word: number, bits: 8 | 16): number | undefined {
  const signed = word | 0;
  const half = 2 ** (bits - 1);
  if (signed >= -half && signed < half) return signed;
  return signed >= half && signed < 2 * half ? signed - 2 * half : undefined;
}

/** An integer of at most 32 bits from the int or the long field; undefined when it does not fit the type. */
function smallInteger(
  field: WireField,
  low: number,
  high: number,
  signed: boolean,
  bits: 8 | 16 | 32,
): number | undefined {
  if (field === WireField.long) {
    const extended = signed && high === 0xffffffff && low >= 0x80000000;
    if (high !== 0 && !extended) return undefined;
  } else if (field !== WireField.int) return undefined;
  if (signed) return bits === 32 ? low | 0 : narrow(low, bits);
  return low < 2 ** bits ? low : undefined;
}

/**
 * Reads a scalar as the type says. Undefined where the wire field does not fit the type, or the number leaves the
 * type's range. Int64 and UInt64 are bigint, DateTime number (ms).
 */
export function scalar(
  type: DataType,
  field: WireField,
  low: number,
  high: number,
  text: string | null,
): DataSetCell | undefined {
  switch (type) {
    case DataType.Int8:
      return smallInteger(field, low, high, true, 8);
    case DataType.Int16:
      return smallInteger(field, low, high, true, 16);
    case DataType.Int32:
      return smallInteger(field, low, high, true, 32);
    case DataType.UInt8:
      return smallInteger(field, low, high, false, 8);
    case DataType.UInt16:
      return smallInteger(field, low, high, false, 16);
    case DataType.UInt32:
      return smallInteger(field, low, high, false, 32);
    case DataType.Int64:
      if (field === WireField.long) return toBigInt(low, high, true);
      return field === WireField.int ? BigInt(low | 0) : undefined;
    case DataType.UInt64:
      if (field === WireField.long) return toBigInt(low, high, false);
      return field === WireField.int ? BigInt(low) : undefined;
    case DataType.DateTime:
      if (field !== WireField.long && field !== WireField.int) return undefined;
      return high > 0x1fffff ? undefined : high * 2 ** 32 + low;
    case DataType.Float:
    case DataType.Double:
      return field === WireField.double || field === WireField.float ? low : undefined;
    case DataType.Boolean:
      return field === WireField.boolean ? low !== 0 : undefined;
    case DataType.String:
    case DataType.Text:
    case DataType.UUID:
      return field === WireField.string ? (text ?? '') : undefined;
    default:
      return undefined;
  }
}

/**
 * The metric's value read as `type` (of the birth, or its own). Null when it is null; undefined when the wire does
 * not fit the type, and for Templates and property sets, which are skipped.
 */
export function resolve(metric: WireMetric, type: DataType): MetricValue | undefined {
  if (metric.isNull) return null;
  const { field, reference } = metric;
  if (type <= DataType.UUID) {
    return scalar(type, field, metric.low, metric.high, typeof reference === 'string' ? reference : null);
  }
  if (type === DataType.DataSet) return field === WireField.dataset ? metricReference(reference) : undefined;
  const isBytes = type === DataType.Bytes || type === DataType.File || type >= DataType.Int8Array;
  return isBytes && field === WireField.bytes ? metricReference(reference) : undefined;
}

function metricReference(reference: WireMetric['reference']): MetricValue | undefined {
  return reference === null || typeof reference === 'string' ? undefined : reference;
}
