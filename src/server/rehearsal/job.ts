/** What a rehearsal is given, and what it reports: plain values that cross to the thread in which it runs. */

import type { PlanObstacle } from '../../contract/plans/plans.ts';
import type { TwinCause } from '../../contract/plans/rehearsal.ts';
import type { PlanItemRow, PlanRow } from '../plans/row.ts';
import type { Json } from '../storage/json.ts';
import type { ReportedValues } from '../storage/schema.ts';

/** What is known of a device that its twin is made of. Times UTC ms, cycles s. */
export interface TwinFacts {
  readonly rtuId: number;
  readonly stationId: number;
  readonly sn: string;
  /** Sparkplug group. */
  readonly group: string;
  readonly timeZone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly sendCycle: number;
  readonly collectionCycle: number;
  readonly lastContactAt: number | null;
  /** Learnt spread of its contacts, ms; 0 = not learnt. */
  readonly jitter: number;
  /** Stays connected between its reports. */
  readonly awake: boolean;
  /** It is not heard of any more. */
  readonly silent: boolean;
  /** Part of its reports that did not come in time, 0–1. */
  readonly missed: number;
  /** Part of its sessions in which an order was lost, 0–1. */
  readonly lost: number;
  /** When its battery is empty; null = not foreseen. */
  readonly emptyAt: number | null;
  /** Sets of these groups that it refused last, and what it said. */
  readonly refusals: readonly { readonly slot: number; readonly group: string; readonly text: string }[];
  readonly sensors: readonly { readonly id: number; readonly slot: number; readonly kind: number }[];
  /** By slot: what it reported of its parameters, JSON as in the table. */
  readonly reported: readonly { readonly slot: number; readonly reported: Json<ReportedValues> }[];
  readonly versions: readonly {
    readonly slot: number;
    readonly group_id: string;
    readonly version: number;
  }[];
}

/** A draft and its devices. Secrets are not in it. */
export interface RehearsalJob {
  readonly plan: PlanRow;
  readonly items: readonly PlanItemRow[];
  readonly twins: readonly TwinFacts[];
  /** The moment at which the draft would be approved, UTC ms. */
  readonly now: number;
  readonly seed: number;
  readonly runs: number;
}

/** How one run ended for one device; ms from the approval. */
export interface TwinEnd {
  readonly rtuId: number;
  readonly passed: boolean;
  readonly cause: TwinCause | null;
  readonly text: string;
  readonly obstacle: PlanObstacle | null;
  readonly endedAfter: number | null;
}

export interface RunReport {
  readonly duration: number;
  /** Devices that had ended when its stop rule was met; null = it was not. */
  readonly stoppedAfter: number | null;
  readonly ends: readonly TwinEnd[];
}

/** What the thread reports. */
export type RehearsalMessage =
  | { readonly progress: number }
  | { readonly run: RunReport }
  | { readonly over: true }
  | { readonly failed: string };

/** How a rehearsal under way is watched and ended. */
export interface RunningRehearsal {
  /** All runs; rejects when it fails, with RehearsalEnded when it was ended. */
  readonly done: Promise<readonly RunReport[]>;
  end(why: 'cancelled' | 'limit' | 'lost'): void;
}
export class RehearsalEnded extends Error {
  constructor(readonly why: 'cancelled' | 'limit' | 'lost') {
    super(why);
  }
}

/** Starts the runs of a job away from this thread (src/main gives it: the server knows no simulator). */
export type Rehearse = (job: RehearsalJob, progress: (part: number) => void) => RunningRehearsal;
