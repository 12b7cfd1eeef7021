/** Data types of Sparkplug B 3.0 metrics (its protobuf text, enum DataType). */
export const DataType = {
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt8: 5,
  UInt16: 6,
  UInt32: 7,
  UInt64: 8,
  Float: 9,
  Double: 10,
  Boolean: 11,
  String: 12,
  DateTime: 13,
  Text: 14,
  UUID: 15,
  DataSet: 16,
  Bytes: 17,
  File: 18,
  Template: 19,
  PropertySet: 20,
  PropertySetList: 21,
  Int8Array: 22,
  Int16Array: 23,
  Int32Array: 24,
  Int64Array: 25,
  UInt8Array: 26,
  UInt16Array: 27,
  UInt32Array: 28,
  UInt64Array: 29,
  FloatArray: 30,
  DoubleArray: 31,
  BooleanArray: 32,
  StringArray: 33,
  DateTimeArray: 34,
} as const;
export type DataType = (typeof DataType)[keyof typeof DataType];
export type DataTypeName = keyof typeof DataType;

const names = new Map<number, DataTypeName>();
const codes = new Map<number, DataType>();
for (const [name, code] of Object.entries(DataType)) {
  names.set(code, name as DataTypeName);
  codes.set(code, code);
}

/** The data type with this number on the wire, or null when Sparkplug knows none. */
export function toDataType(code: number): DataType | null {
  return codes.get(code) ?? null;
}

/** Name of a data type, for messages to people. */
export function dataTypeName(type: DataType): DataTypeName {
  return names.get(type) ?? 'String';
}
