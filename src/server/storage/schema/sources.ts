/** Ways in that are no RTU's, messages as they came, and the names by which others call our metrics. */

import type { Generated } from 'kysely';
import type { DecodedMetric, MessageProblem } from '../../../contract/messages.ts';
import type { Json } from '../json.ts';

/** A metric that the catalogue does not know by its name. */
export interface ForeignMetric {
  /** Device id in topics; '' = the node itself. */
  readonly device: string;
  readonly metric: string;
  readonly type: string;
  /** Last value as text; null where it was null or is no scalar. */
  readonly value: string | null;
  readonly at: number;
}
/** A way in that is no RTU's: what a project's loggers, gateways and services send (src/server/sources/README.md). */
export interface SourceTable {
  id: Generated<number>;
  project_id: number;
  /** In its address and as its user name; unique in the whole system. */
  key: string;
  name: string;
  /** http | mqtt | folder | upload */
  way: string;
  /** on | paused */
  state: string;
  created_at: number;
  retired_at: number | null;
  credential_hash: string | null;
  credential_at: number | null;
  credential_by: string | null;
  old_credential_hash: string | null;
  old_credential_until: number | null;
  /** Version that reads what comes; null = there is none yet. */
  mapping_version: number | null;
  last_at: number | null;
}
/** How a source's rows become readings, a row a version. */
export interface SourceMappingTable {
  source_id: number;
  version: number;
  /** JSON of contract/mapping. */
  mapping: string;
  /** keep | replace | fail */
  conflicts: string;
  account_name: string;
  at: number;
}
/** What came by a source, by hour. */
export interface SourceHourTable {
  source_id: number;
  hour: number;
  messages: number;
  /** Readings that were stored or filled in, and those that were known. */
  stored: number;
  known: number;
  /** Messages and rows that were refused. */
  refused: number;
}
/** Why messages, rows and cells of a source were not taken, by hour and reason. */
export interface SourceRefusalTable {
  source_id: number;
  hour: number;
  /** Message id. */
  reason: string;
  /** Channel, topic or file concerned; empty = none. */
  about: string;
  count: number;
  last_at: number;
  /** JSON: placeholders of the last one's message. */
  params: string;
}
/** The last messages of a source as they came. */
export interface SourceMessageTable {
  id: Generated<number>;
  source_id: number;
  at: number;
  /** Content type, topic or file. */
  name: string;
  body: Uint8Array;
  /** Of the whole message: the body may be its beginning alone. */
  bytes: number;
  /** HTTP status that it was or would have been answered with. */
  status: number;
}
/** How far files of a watched folder are read. */
export interface SourceFileTable {
  source_id: number;
  name: string;
  size: number;
  modified_at: number;
  /** Bytes that are stored, up to the end of a line; and SHA-256 of them. */
  read_bytes: number;
  read_hash: string;
  /** Lines of these bytes. */
  read_lines: number;
  at: number;
  /** JSON: message id and placeholders of why it is not read; null = it is. */
  problem: string | null;
}
/** Messages as they came and as they were read, for some days (src/server/messages). */
export interface DeviceMessageTable {
  /** ms since 1970 times 2048, and a number within the millisecond. */
  id: number;
  /** 0 = nobody knows whose: those who see every company see it. */
  company_id: number;
  rtu_id: number | null;
  /** Data source that it came by. */
  source_id: number | null;
  /** Serial number, key of a source, or what a stranger says it is. */
  sender: string;
  /** Network address where it is known; else empty. */
  address: string;
  /** 1: it went to the device. */
  is_out: number;
  way: string;
  kind: string;
  topic: string;
  qos: number | null;
  /** As it came. */
  bytes: number;
  /** What it takes here. */
  kept: number;
  /** 0 taken, 1 in part, 2 refused. */
  level: number;
  /** Readings that it brought. */
  readings: number;
  /** 1: a secret is in it; its body is not kept. */
  is_secret: number;
  problems: Json<readonly MessageProblem[]>;
  /** Sender, topic and names of metrics in lower case, for searches. */
  words: string;
  decoded: Json<readonly DecodedMetric[]>;
  /** Its beginning; null where it is not kept. */
  body: Uint8Array | null;
}
/** What of a company's messages is kept, and what was left out lately because too much came at once. */
export interface MessageTotalsTable {
  company_id: number;
  messages: number;
  kept: number;
  dropped: number;
  dropped_from: number | null;
  dropped_to: number | null;
}
export interface MessageSettingsTable {
  company_id: number;
  days: number;
  megabytes: number;
  updated_at: number;
  account_name: string;
}
/** What came by a listener in a minute of 1970; the one without a name says since when is counted. */
export interface ListenerMinuteTable {
  listener: string;
  minute: number;
  connections: number;
  messages: number;
  bytes: number;
}
/** What an RTU's own metric stands for (contract/metrics). */
export interface MetricAliasTable {
  rtu_id: number;
  /** Device id in their topics; '' = the node itself. */
  device: string;
  /** Their name of the metric. */
  metric: string;
  /** Slot of our sensor; null = the RTU itself. */
  slot: number | null;
  /** Node or layer of that sensor; 0 = the sensor itself. */
  element: Generated<number>;
  /** Name of our metric, or of a node's or layer's channel. */
  channel: string;
  /** Unit of their value; null = that of the channel. */
  unit: string | null;
  /** Their value × scale is in `unit`. */
  scale: number;
}
/** What an RTU sends that the catalogue does not know by that name (contract/metrics). */
export interface ForeignMetricTable {
  rtu_id: number;
  /** Device text inside: render as text. */
  reported: Json<readonly ForeignMetric[]>;
}

/** By the name of the table. */
export interface SourceTables {
  listener_minutes: ListenerMinuteTable;
  sources: SourceTable;
  source_mappings: SourceMappingTable;
  source_hours: SourceHourTable;
  source_refusals: SourceRefusalTable;
  source_messages: SourceMessageTable;
  device_messages: DeviceMessageTable;
  message_totals: MessageTotalsTable;
  message_settings: MessageSettingsTable;
  source_files: SourceFileTable;
  metric_aliases: MetricAliasTable;
  foreign_metrics: ForeignMetricTable;
}
