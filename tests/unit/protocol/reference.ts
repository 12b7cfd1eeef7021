/** A second, independent codec for tests: reflected by protobufjs from the protobuf text of Sparkplug B. */
import protobuf from 'protobufjs';

const text = `
syntax = "proto2";
message Payload {
  message Template {
    message Parameter {
      optional string name = 1; optional uint32 type = 2;
      oneof value { uint32 int_value = 3; uint64 long_value = 4; float float_value = 5; double double_value = 6; bool boolean_value = 7; string string_value = 8; }
    }
    optional string version = 1; repeated Metric metrics = 2; repeated Parameter parameters = 3; optional string template_ref = 4; optional bool is_definition = 5;
  }
  message DataSet {
    message DataSetValue {
      oneof value { uint32 int_value = 1; uint64 long_value = 2; float float_value = 3; double double_value = 4; bool boolean_value = 5; string string_value = 6; }
    }
    message Row { repeated DataSetValue elements = 1; }
    optional uint64 num_of_columns = 1; repeated string columns = 2; repeated uint32 types = 3; repeated Row rows = 4;
  }
  message PropertyValue {
    optional uint32 type = 1; optional bool is_null = 2;
    oneof value { uint32 int_value = 3; uint64 long_value = 4; float float_value = 5; double double_value = 6; bool boolean_value = 7; string string_value = 8; }
  }
  message PropertySet { repeated string keys = 1; repeated PropertyValue values = 2; }
  message MetaData { optional bool is_multi_part = 1; optional string content_type = 2; optional uint64 size = 3; optional uint64 seq = 4; }
  message Metric {
    optional string name = 1; optional uint64 alias = 2; optional uint64 timestamp = 3; optional uint32 datatype = 4;
    optional bool is_historical = 5; optional bool is_transient = 6; optional bool is_null = 7;
    optional MetaData metadata = 8; optional PropertySet properties = 9;
    oneof value {
      uint32 int_value = 10; uint64 long_value = 11; float float_value = 12; double double_value = 13; bool boolean_value = 14;
      string string_value = 15; bytes bytes_value = 16; DataSet dataset_value = 17; Template template_value = 18;
    }
  }
  optional uint64 timestamp = 1; repeated Metric metrics = 2; optional uint64 seq = 3; optional string uuid = 4; optional bytes body = 5;
}`;

const type = protobuf.parse(text, { keepCase: false }).root.lookupType('Payload');

/** Encodes by the protobuf text; fields as protobufjs names them (camel case). */
export function referenceEncode(payload: Record<string, unknown>): Uint8Array {
  return type.encode(type.fromObject(payload)).finish();
}
/** Decodes by the protobuf text; 64-bit integers as decimal text, bytes as base64. */
export function referenceDecode(bytes: Uint8Array): Record<string, unknown> {
  return type.toObject(type.decode(bytes), { longs: String, bytes: String });
}
