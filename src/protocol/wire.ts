/** Protobuf primitives that protobufjs's Reader does not offer without garbage. */
import type protobuf from 'protobufjs/minimal.js';
import { PayloadError } from './payload.ts';

type Reader = protobuf.Reader;

/** Reads a 64-bit varint; its unsigned words are left in `long.low` and `long.high` until the next call. */
export function long(reader: Reader): void {
  const { buf, len } = reader;
  let { pos } = reader;
  let low = 0;
  let high = 0;
  for (let index = 0; index < 10; index++) {
    const byte = pos < len ? (buf[pos++] ?? 0) : -1;
    if (byte < 0) throw new PayloadError('truncated');
    const bits = byte & 127;
    if (index < 4) low |= bits << (7 * index);
    else if (index === 4) {
      low |= bits << 28;
      high = bits >> 4;
    } else high |= bits << (7 * index - 32);
    if (byte < 128) {
      reader.pos = pos;
      long.low = low >>> 0;
      long.high = high >>> 0;
      return;
    }
  }
  throw new PayloadError('number', 'a varint of more than ten bytes');
}
long.low = 0;
long.high = 0;

/** A 64-bit varint as a number; refused beyond 2^53 (times and sequence numbers are never that large). */
export function safeLong(reader: Reader): number {
  long(reader);
  if (long.high > 0x1fffff) throw new PayloadError('number', 'a time or sequence number above 2^53');
  return long.high * 2 ** 32 + long.low;
}

/** The next tag. Groups are refused: Sparkplug has none, and they are the only way to nest without a length. */
export function checkedTag(reader: Reader): number {
  const tag = reader.tag();
  const type = tag & 7;
  if (tag >>> 3 === 0 || type === 3 || type === 4 || type > 5)
    throw new PayloadError('wireType', `tag ${tag}`);
  return tag;
}

/** Reads the length of a nested message and gives where it ends; refused when it passes the outer end. */
export function submessageEnd(reader: Reader): number {
  const length = reader.size();
  const end = reader.pos + length;
  if (end > reader.len) throw new PayloadError('truncated', `announces ${length} bytes`);
  return end;
}
