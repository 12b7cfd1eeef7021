/** The live stream: one per signed-in console, server-sent events, resumed by the last event's id. */
import type { AlarmView } from './alarms/alarms.ts';
import { call } from './call.ts';
import type { OrderView } from './devices/orders.ts';
import type { StationSummary } from './sites/stations.ts';
import type { LogLine, RunView } from './workflows.ts';

export const stream = call('live.stream', 'GET /rest/stream', { access: 'session', answers: 'stream' });

/** Events by name. `data` of each SSE message is this as JSON. Readings are batched by the server. */
export type LiveEvent =
  /** Sent first and on every resume that could not be continued: the console refetches. */
  | { readonly type: 'hello'; readonly at: number; readonly resumed: boolean }
  /** Rows, as they are stored now, that moved a channel's newest value on. `values` without samples. */
  | {
      readonly type: 'readings';
      readonly readings: readonly {
        readonly stationId: number;
        readonly sourceId: number;
        readonly row: string;
        readonly element: number;
        readonly t: number;
        readonly receivedAt: number;
        readonly values: Readonly<Record<string, number | string | null>>;
        /** What the device does not vouch for, by channel; such a channel is not in `values`. */
        readonly notGood?: Readonly<
          Record<string, { readonly quality: number; readonly value: number | string | null }>
        >;
      }[];
    }
  /** Station summaries that changed (state, link, contact, primary value); `spark` is replaced whole. */
  | { readonly type: 'stations'; readonly stations: readonly StationSummary[] }
  /** Stations were added, moved or taken out of use: the console fetches them anew. */
  | { readonly type: 'sites'; readonly at: number }
  /** Orders that changed, as one who may do all of it sees them; `deleted` = ids taken off the lists. */
  | {
      readonly type: 'orders';
      readonly orders: readonly OrderView[];
      readonly deleted: readonly string[];
    }
  /** The reported parameters of a station's devices changed: fetch them again. */
  | { readonly type: 'parameters'; readonly stationId: number }
  /** A plan was made, changed, approved or thrown away, or all of it has ended: fetch it anew. */
  | { readonly type: 'plans'; readonly planId: string }
  /** Runs of scripts that began, moved or ended. */
  | { readonly type: 'runs'; readonly runs: readonly RunView[] }
  /** Lines that a run logged, and how many it could not keep so far. */
  | {
      readonly type: 'runLog';
      readonly runId: string;
      readonly lines: readonly LogLine[];
      readonly more: number;
    }
  /** Alarms that were raised, moved, were answered or closed. */
  | { readonly type: 'alarms'; readonly alarms: readonly AlarmView[] }
  /** Rules of alarms were made, edited or deleted: fetch them anew. */
  | { readonly type: 'alarmRules'; readonly ruleId: number }
  /** What waits for a second person has changed, or what is known of sirens: fetch it anew. */
  | { readonly type: 'joint' | 'sirens'; readonly companyId: number }
  /** Folders of the company, or of somebody in it, have changed: fetch them anew. */
  | { readonly type: 'folders'; readonly companyId: number }
  /** Schedules of the company, or their runs, have changed: fetch them anew. */
  | { readonly type: 'schedules'; readonly companyId: number }
  /** Remarks of a station were added, edited or deleted: what is shown of them is fetched anew. */
  | { readonly type: 'remarks'; readonly stationId: number }
  /** Initial values of a station's sensors were set or withdrawn: what is relative to them is fetched anew. */
  | { readonly type: 'baselines'; readonly stationId: number }
  /** Messages of RTUs and sources were written: the newest are asked for. */
  | { readonly type: 'messages'; readonly companyId: number }
  /** There is news of the asker’s own work, or they have seen it: it is asked for. */
  | { readonly type: 'work'; readonly at: number }
  /** Keeps proxies and the console's watchdog content, every 15 s. */
  | { readonly type: 'beat'; readonly at: number };
