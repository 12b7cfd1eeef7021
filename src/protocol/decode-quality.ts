import type protobuf from 'protobufjs/minimal.js';
import { PayloadError } from './payload.ts';
import { checkedTag, long, submessageEnd } from './wire.ts';

type Reader = protobuf.Reader;

/** Properties of a metric that are looked at (*assumed*; Sparkplug defines one). */
const maxProperties = 64;
const qualityName = 'Quality';

/**
 * The property `Quality` of a metric's property set: its code, or null when the set has none. Other properties are
 * passed over without being built.
 */
export function decodeQuality(reader: Reader): number | null {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  const keys: string[] = [];
  const values: (number | null)[] = [];
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    if (tag === ((1 << 3) | 2)) keys.push(reader.string());
    else if (tag === ((2 << 3) | 2)) values.push(decodeValue(reader));
    else reader.skipType(tag & 7);
    if (keys.length > maxProperties || values.length > maxProperties) {
      throw new PayloadError('dataset', 'too many properties');
    }
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  const at = keys.indexOf(qualityName);
  return at < 0 ? null : (values[at] ?? null);
}

/** An integer value; null for any other. Both words of Int32 and Int64 are read: peers use either. */
function decodeValue(reader: Reader): number | null {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  let value: number | null = null;
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    if (tag === ((3 << 3) | 0) || tag === ((4 << 3) | 0)) {
      long(reader);
      value = long.low | 0;
    } else reader.skipType(tag & 7);
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  return value;
}
