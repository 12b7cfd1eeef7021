/** Events that the gateway emits for the rest of the server. */
import type { Metric } from '../../protocol/payload.ts';
import type { TrackedAck, TrackedBirth, TryReport } from '../../protocol/tracked.ts';
import type { IngestResult, Reading } from '../storage/storage.ts';
import type { HostPhase } from './leading/host-state.ts';
import type { RtuLink } from './links.ts';

/** The node, or device of it, that an event concerns. */
export interface EventOrigin {
  readonly rtuId: number;
  readonly stationId: number;
  readonly sn: string;
  /** Slot of the sensor; null = the RTU itself. */
  readonly device: string | null;
  /** Host time, UTC ms. */
  readonly at: number;
}

/** What happened, for delivery (parameters, answers), alerts and screens. */
export interface GatewayEvents {
  /** `tracked` is null for a node that is no tracked device. `again`: it was alive in the same session. */
  birth: EventOrigin & {
    readonly metrics: readonly Metric[];
    readonly again: boolean;
    readonly tracked: TrackedBirth | null;
  };
  /** `onlyReadings`: nothing in it is of parameters, orders or answers, and `metrics` are made when asked for. */
  data: EventOrigin & { readonly metrics: readonly Metric[]; readonly onlyReadings?: boolean };
  death: EventOrigin;
  /** The answer of a tracked device to an order. */
  ack: EventOrigin & { readonly ack: TrackedAck };
  /** How a tried set stands. */
  tryReport: EventOrigin & { readonly report: TryReport };
  /** Only the first of equal problems is reported; links count the rest. */
  problem: EventOrigin & { readonly reason: string; readonly detail: string };
  /** After each commit, in order: the batch and which of it became newest. */
  stored: { readonly batch: readonly Reading[]; readonly result: IngestResult };
  /** A connection or an act at the embedded broker was refused. */
  refused: { readonly sn: string | null; readonly reason: string };
  /** A healthy storage cannot hold the reading: it is dropped. */
  dropped: Reading;
  /** Link facts of an RTU changed (also at every contact: coalesce before sending to screens). */
  link: RtuLink;
  phase: HostPhase;
}
