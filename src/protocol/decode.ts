/**
 * Sparkplug B payload decoder over protobufjs's Reader. Written by hand because decoding is the bottleneck of ingest
 * (tests/bench/README.md): 64-bit fields are read into two words instead of an object each, names are kept, nested
 * templates and properties are skipped without being built. Checked in tests against the protobuf text.
 */
import protobuf from 'protobufjs/minimal.js';
import { compressedUuid, inflate } from './compressed.ts';
import { toDataType } from './datatype.ts';
import { decodeDataSet } from './decode-dataset.ts';
import { decodeQuality } from './decode-quality.ts';
import { limits, type Payload, PayloadError, WireField, WireMetric } from './payload.ts';
import { readName } from './text.ts';
import { resolve } from './value.ts';
import { checkedTag, long, safeLong, submessageEnd } from './wire.ts';

type Reader = protobuf.Reader;

/**
 * Decodes one payload, also a compressed one. Values of metrics that carry a data type are already resolved.
 * Byte values are views into `bytes`: copy them to keep them. Throws PayloadError, and nothing else.
 */
export function decodePayload(bytes: Uint8Array): Payload {
  if (bytes.length > limits.bytes) throw new PayloadError('tooLarge', `${bytes.length} bytes`);
  const outer = decodeBytes(bytes);
  if (outer.uuid !== compressedUuid) return outer;
  const inflated = inflate(outer);
  const inner = decodeBytes(inflated);
  if (inner.uuid === compressedUuid) throw new PayloadError('compressed', 'twice');
  const { seq, timestamp } = outer;
  return {
    ...inner,
    seq: inner.seq ?? seq,
    timestamp: inner.timestamp ?? timestamp,
    inflatedBytes: inflated.length,
  };
}

function decodeBytes(bytes: Uint8Array): Payload {
  try {
    return decode(new protobuf.Reader(bytes));
  } catch (error) {
    if (error instanceof PayloadError) throw error;
    throw new PayloadError('truncated', error instanceof Error ? error.message : '');
  }
}

function decode(reader: Reader): Payload {
  const payload: Payload = { timestamp: null, seq: null, metrics: [], uuid: null, body: null };
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    switch (tag) {
      case (1 << 3) | 0:
        payload.timestamp = safeLong(reader);
        break;
      case (2 << 3) | 2:
        if (payload.metrics.length >= limits.metrics) {
          throw new PayloadError('tooManyMetrics', `more than ${limits.metrics}`);
        }
        payload.metrics.push(decodeMetric(reader, new WireMetric()));
        break;
      case (3 << 3) | 0:
        payload.seq = safeLong(reader);
        break;
      case (4 << 3) | 2:
        payload.uuid = reader.stringVerify();
        break;
      case (5 << 3) | 2:
        payload.body = reader.bytes();
        break;
      default:
        reader.skipType(tag & 7);
    }
  }
  return payload;
}

/** Takes the metrics of a payload one by one. */
export interface MetricTaker {
  /** The metric is overwritten by the next one. False: the payload is not to be read this way. */
  take(metric: WireMetric): boolean;
}
/** Of the payload that `scanPayload` read last. */
export const scanned: { timestamp: number | null; seq: number | null } = { timestamp: null, seq: null };
const scratch = new WireMetric();

/**
 * Reads a payload metric by metric, without an object for each. False where one is refused, and for all that a plain
 * message does not have: a compressed body, fields beyond Sparkplug's, anything malformed or beyond the bounds.
 * `decodePayload` tells what it is.
 */
export function scanPayload(bytes: Uint8Array, taker: MetricTaker): boolean {
  if (bytes.length > limits.bytes) return false;
  try {
    return scan(new protobuf.Reader(bytes), taker);
  } catch {
    return false;
  }
}

function scan(reader: Reader, taker: MetricTaker): boolean {
  scanned.timestamp = null;
  scanned.seq = null;
  let count = 0;
  while (reader.pos < reader.len) {
    switch (checkedTag(reader)) {
      case (1 << 3) | 0:
        scanned.timestamp = safeLong(reader);
        break;
      case (2 << 3) | 2:
        count += 1;
        scratch.clear();
        if (count > limits.metrics || !taker.take(decodeMetric(reader, scratch))) return false;
        break;
      case (3 << 3) | 0:
        scanned.seq = safeLong(reader);
        break;
      default:
        return false;
    }
  }
  return true;
}

function name(reader: Reader): string {
  const length = reader.size();
  const start = reader.pos;
  if (start + length > reader.len) throw new PayloadError('truncated');
  if (length > limits.nameBytes) throw new PayloadError('nameTooLong', `${length} bytes`);
  reader.pos = start + length;
  return readName(reader.buf, start, start + length);
}

function decodeMetric(reader: Reader, metric: WireMetric): WireMetric {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    switch (tag) {
      case (1 << 3) | 2:
        metric.name = name(reader);
        break;
      case (2 << 3) | 0:
        long(reader);
        metric.alias =
          long.high > 0x1fffff
            ? (BigInt(long.high) << 32n) | BigInt(long.low)
            : long.high * 2 ** 32 + long.low;
        break;
      case (3 << 3) | 0:
        metric.timestamp = safeLong(reader);
        break;
      case (4 << 3) | 0: {
        const code = reader.uint32();
        metric.datatype = toDataType(code);
        metric.unknownDatatype = metric.datatype === null ? code : 0;
        break;
      }
      case (5 << 3) | 0:
        metric.isHistorical = reader.bool();
        break;
      case (6 << 3) | 0:
        metric.isTransient = reader.bool();
        break;
      case (7 << 3) | 0:
        metric.isNull = reader.bool();
        break;
      case (9 << 3) | 2:
        metric.quality = decodeQuality(reader);
        break;
      case (10 << 3) | 0:
        // Senders that sign-extend write ten bytes here: the low word is the value either way.
        long(reader);
        metric.field = WireField.int;
        metric.low = long.low;
        metric.high = 0;
        break;
      case (11 << 3) | 0:
        long(reader);
        metric.field = WireField.long;
        metric.low = long.low;
        metric.high = long.high;
        break;
      case (12 << 3) | 5:
        metric.field = WireField.float;
        metric.low = reader.float();
        break;
      case (13 << 3) | 1:
        metric.field = WireField.double;
        metric.low = reader.double();
        break;
      case (14 << 3) | 0:
        metric.field = WireField.boolean;
        metric.low = reader.bool() ? 1 : 0;
        break;
      case (15 << 3) | 2:
        metric.field = WireField.string;
        metric.reference = verifiedString(reader);
        break;
      case (16 << 3) | 2:
        metric.field = WireField.bytes;
        metric.reference = reader.bytes();
        break;
      case (17 << 3) | 2:
        metric.field = WireField.dataset;
        metric.reference = decodeDataSet(reader);
        break;
      case (18 << 3) | 2:
        metric.field = WireField.template;
        reader.skipType(2);
        break;
      case (19 << 3) | 2:
        metric.field = WireField.extension;
        reader.skipType(2);
        break;
      default:
        reader.skipType(tag & 7);
    }
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  if (metric.datatype !== null) metric.value = resolve(metric, metric.datatype);
  return metric;
}

function verifiedString(reader: Reader): string {
  try {
    return reader.stringVerify();
  } catch (error) {
    throw new PayloadError(error instanceof RangeError ? 'truncated' : 'utf8');
  }
}
