/**
 * Sparkplug B payload bytes written and read field by field, after the protobuf text alone: shares no code with the
 * product. Writers put nothing in that the caller did not name.
 */

const bytesOf = (value: bigint): number[] => {
  const out: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...out, Number(rest)];
};
const varint = (field: number, value: number | bigint | boolean) => [
  ...bytesOf(BigInt(field << 3)),
  ...bytesOf(BigInt(value)),
];
const block = (field: number, content: readonly number[] | Uint8Array) => [
  ...bytesOf(BigInt((field << 3) | 2)),
  ...bytesOf(BigInt(content.length)),
  ...content,
];
const text = (field: number, value: string) => block(field, new TextEncoder().encode(value));
function double(field: number, value: number): number[] {
  const content = new DataView(new ArrayBuffer(8));
  content.setFloat64(0, value, true);
  return [...bytesOf(BigInt((field << 3) | 1)), ...new Uint8Array(content.buffer)];
}

/** Value fields of a metric, each in its own wire form. Integers go out as the 32- or 64-bit words given. */
export const as = {
  int: (word: number | bigint) => varint(10, word),
  long: (word: number | bigint) => varint(11, word),
  double: (value: number) => double(13, value),
  boolean: (value: boolean) => varint(14, value),
  string: (value: string) => text(15, value),
  null: () => varint(7, true),
  /** Columns of doubles (type 10). */
  dataSet: (columns: readonly string[], rows: readonly (readonly number[])[]) =>
    block(17, [
      ...varint(1, columns.length),
      ...columns.flatMap((name) => text(2, name)),
      ...columns.flatMap(() => varint(3, 10)),
      ...rows.flatMap((row) =>
        block(
          4,
          row.flatMap((cell) => block(1, double(4, cell))),
        ),
      ),
    ]),
};

export interface MetricParts {
  readonly name?: string;
  readonly alias?: number;
  readonly timestamp?: number;
  readonly datatype?: number;
  readonly historical?: boolean;
  readonly value: readonly number[];
}
export const metric = (parts: MetricParts): number[] => [
  ...(parts.name === undefined ? [] : text(1, parts.name)),
  ...(parts.alias === undefined ? [] : varint(2, parts.alias)),
  ...(parts.timestamp === undefined ? [] : varint(3, parts.timestamp)),
  ...(parts.datatype === undefined ? [] : varint(4, parts.datatype)),
  ...(parts.historical === true ? varint(5, true) : []),
  ...parts.value,
];
export const payload = (parts: {
  readonly timestamp?: number;
  readonly seq?: number;
  readonly metrics: readonly (readonly number[])[];
}): Buffer =>
  Buffer.from([
    ...(parts.timestamp === undefined ? [] : varint(1, parts.timestamp)),
    ...parts.metrics.flatMap((content) => block(2, content)),
    ...(parts.seq === undefined ? [] : varint(3, parts.seq)),
  ]);

/** Fields of a message by number, in order; a nested one stays bytes. */
export function fields(bytes: Uint8Array): Map<number, (bigint | Uint8Array)[]> {
  const found = new Map<number, (bigint | Uint8Array)[]>();
  let at = 0;
  const number = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('the message ends within a number');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('the message ends within a field');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(number());
    const wire = key & 7;
    if (wire !== 0 && wire !== 1 && wire !== 2 && wire !== 5) throw new Error(`wire type ${wire}`);
    const value = wire === 0 ? number() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(number()));
    found.set(key >> 3, [...(found.get(key >> 3) ?? []), value]);
  }
  return found;
}

export interface ReadMetric {
  readonly name: string | null;
  readonly alias: number | null;
  readonly timestamp: number | null;
  readonly datatype: number | null;
  /** Number of the value's field; null when there is none. */
  readonly field: number | null;
  readonly value: bigint | Uint8Array | null;
}
export interface ReadPayload {
  readonly timestamp: number | null;
  readonly seq: number | null;
  readonly metrics: readonly ReadMetric[];
}
const one = (all: Map<number, (bigint | Uint8Array)[]>, field: number) => all.get(field)?.[0] ?? null;
const integer = (all: Map<number, (bigint | Uint8Array)[]>, field: number) => {
  const value = one(all, field);
  return typeof value === 'bigint' ? Number(value) : null;
};
export function readPayload(bytes: Uint8Array): ReadPayload {
  const all = fields(bytes);
  const metrics = (all.get(2) ?? []).map((content): ReadMetric => {
    const inner = fields(content as Uint8Array);
    const name = one(inner, 1);
    const field = [10, 11, 12, 13, 14, 15, 16, 17, 18].find((candidate) => inner.has(candidate)) ?? null;
    return {
      name: name instanceof Uint8Array ? new TextDecoder().decode(name) : null,
      alias: integer(inner, 2),
      timestamp: integer(inner, 3),
      datatype: integer(inner, 4),
      field,
      value: field === null ? null : one(inner, field),
    };
  });
  return { timestamp: integer(all, 1), seq: integer(all, 3), metrics };
}
