/** Readings and events that go out to webhooks (server/outlets). */
import type { Generated } from 'kysely';
import type { OutletBody } from '../../../contract/notify/outlets.ts';
import type { Json } from '../json.ts';

/** What a company sends out, and how far it is. */
export interface OutletTable {
  id: Generated<number>;
  company_id: number;
  hook_id: number;
  revision: number;
  name: string;
  body: Json<OutletBody>;
  /** A series that has no place yet begins behind this moment. */
  since_at: number;
  deleted_at: Generated<number | null>;
  /** The last line of alarms' timelines that was looked at. */
  entry_id: number;
  /** Plans that ended up to then were looked at. */
  plan_at: number;
  /** The batch that is under way; null = none is. */
  batch_id: Generated<string | null>;
  /** Since when more waits than has been accepted; null = all that was stored has been. */
  behind_at: Generated<number | null>;
  stopped_at: Generated<number | null>;
  stop_answer: string;
  sent_at: Generated<number | null>;
  sent_readings: number;
  sent_events: number;
  lost_events: number;
  lost_until: Generated<number | null>;
}
/** How far the readings of a source have gone out. */
export interface OutletSeriesTable {
  outlet_id: number;
  row_id: string;
  source_id: number;
  /** Sum of the revisions of its series when it was looked at. */
  revision: number;
  /** Collection time of the newest one. */
  t: number;
  /** Newest receipt. */
  received_at: number;
  /** What the rows of that time were. */
  head: string;
}
/** RTUs that are silent by what was sent. */
export interface OutletLinkTable {
  outlet_id: number;
  rtu_id: number;
  silent_at: number | null;
}
export interface OutletEventTable {
  id: Generated<number>;
  outlet_id: number;
  /** Of the event: each outlet sends it once. */
  key: string;
  at: number;
  body: Json<object>;
  /** With which it went out; null = it waits. */
  batch_id: string | null;
}
export interface OutletBatchTable {
  id: string;
  outlet_id: number;
  message_id: number;
  is_test: number;
  at: number;
  readings: number;
  events: number;
  from_t: number | null;
  to_t: number | null;
  /** What is sent; '' once it was accepted. */
  body: string;
}

/** By the name of the table. */
export interface OutletTables {
  outlets: OutletTable;
  outlet_series: OutletSeriesTable;
  outlet_links: OutletLinkTable;
  outlet_events: OutletEventTable;
  outlet_batches: OutletBatchTable;
}
