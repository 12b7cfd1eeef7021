/** What delivery is made with. */
import type { Emitter } from '../gateway/emitter.ts';
import type { GatewayEvents } from '../gateway/events.ts';
import type { HostPhase } from '../gateway/leading/host-state.ts';
import type { RtuLink } from '../gateway/links.ts';
import type { Log } from '../gateway/log.ts';
import type { Storage } from '../storage/storage.ts';
import type { WorkClock } from '../work/clock.ts';
import type { Wire } from './dispatcher.ts';
import type { Faults } from './faults.ts';

/** What of the gateway delivery works with. */
export interface DeliveryGateway extends Wire {
  readonly events: Emitter<GatewayEvents>;
  readonly phase: HostPhase;
  link(rtuId: number): RtuLink | null;
  /** Asks an RTU for a birth that is alive, and that this process has not heard born. */
  askBirth?(rtuId: number): void;
}

export interface DeliveryOptions {
  readonly storage: Storage;
  readonly gateway: DeliveryGateway;
  readonly log: Log;
  readonly now?: () => number;
  /** Of all that is waited for. */
  readonly clock?: WorkClock;
  readonly faults?: Faults;
  /** ms that an answer is waited for. */
  readonly ackTime?: number;
  /** ms after a birth until the first order: the births of its sensors come first. */
  readonly settleTime?: number;
  /** ms between looks for times to live that are over, and for what other processes ordered. */
  readonly sweepTime?: number;
  /** ms before what the storage refused is done again. */
  readonly againTime?: number;
  /** Left out: this process is the only one. */
  readonly sessions?: DeliverySessions | undefined;
}

/** RTUs that are connected to this process, of several over one database. */
export interface DeliverySessions {
  /** The RTU is this process's, beyond doubt: what is published to it is published by nobody else. */
  mayAct(rtuId: number): boolean;
  /** Does work whose writes are refused once another process has the RTU. @throws LeaseLost */
  under(rtuId: number, work: () => Promise<void>): Promise<void>;
  /** True where `under` refused. */
  isLost(error: unknown): boolean;
}
