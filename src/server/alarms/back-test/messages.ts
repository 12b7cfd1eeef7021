/** What crosses between the server and the thread of back-tests. */
import type { BackTestResult } from '../../../contract/alarms/back-test.ts';
import type { FormerCycles } from '../../../domain/alarms/cycles.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { SourceKey, TermPlace } from '../../../domain/alarms/judged-instance.ts';

/** A target as far as its readings are judged by it. */
export interface TestedTarget {
  readonly id: number;
  /** Seconds. */
  readonly collectionCycle: number;
  readonly sendCycle: number;
  readonly formerCycles: readonly FormerCycles[];
  readonly zone: string;
  readonly rainBoundary: number;
  /** In the order of the definition's terms; null = there is nothing of that kind. */
  readonly places: readonly (TermPlace | null)[];
  /** Every source of its RTU, where its rule asks when anything was received; else none. */
  readonly receiptSources: readonly SourceKey[];
}

export interface TestedPast {
  readonly definition: Definition;
  readonly targets: readonly TestedTarget[];
  /** UTC ms; `to` is at most `now`. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

export interface BackTestJob {
  readonly job: number;
  /** Between companies turns are taken. */
  readonly company: string;
  readonly past: TestedPast;
  /** ms of the clock after which what is left is not tested. */
  readonly most: number;
  /** The values of its one target are asked, not its events. */
  readonly asksValues: boolean;
}
export type ToBackTests = BackTestJob | { readonly cancel: number } | { readonly close: true };

export interface TestedValues {
  readonly t: readonly number[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly isCut: boolean;
}
export type BackTestFound = Omit<BackTestResult, 'from' | 'to' | 'took'>;
export type FromBackTests = { readonly job: number } & (
  | { readonly found: BackTestFound }
  | { readonly values: TestedValues }
  | { readonly failed: string }
);
