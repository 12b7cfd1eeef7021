/** A host application that one of several processes is: who leads, what is kept while standing by, whose sessions it has. */
import type { InboundType } from '../../../protocol/node-events.ts';
import type { NodeSession } from '../../../protocol/node-session.ts';
import type { NodeTopic } from '../../../protocol/topics.ts';
import type { WorkPermit } from '../../work/permit.ts';
import type { HostPhase } from './host-state.ts';
import { LeasedState, type Statement, type StatementWords } from './leased-state.ts';
import { NodeGate } from './node-gate.ts';
import type { KeptMessage } from './raw-window.ts';
import { Standby } from './standby.ts';

/** Leave to lead, and to have nodes' sessions (server/processes). */
export interface HostLease {
  readonly permit: WorkPermit;
  /** Whether this process could lead has changed: it is connected to the broker, or it is not any more. */
  reconsider(mayLead: boolean): void;
  /** True where another process could lead in place of this one. */
  hasOthers(): Promise<boolean>;
  /** Takes sessions of nodes, whoever had them; rejects where this process does not lead. */
  take(sns: readonly string[]): Promise<void>;
  /** Gives sessions of nodes up. */
  left(sns: readonly string[]): void;
}

export interface LeadershipOptions {
  readonly hostId: string;
  readonly now: () => number;
  readonly lease: HostLease;
  readonly state: (words: () => StatementWords) => Statement;
  readonly sessions: ReadonlyMap<string, NodeSession>;
  readonly sessionOf: (sn: string) => NodeSession;
  readonly parse: (topic: string) => (NodeTopic & { readonly type: InboundType }) | null;
  readonly take: (message: KeptMessage) => void | Promise<void>;
  readonly changed: (phase: HostPhase) => void;
  readonly failed: (error: unknown) => void;
}

/** ms within which a fleet is asked for births, and for each node of it. */
const leastSpread = 3000;
const spreadOfNode = 5;

export class Leadership {
  readonly state: LeasedState;
  readonly standby: Standby;
  readonly gate: NodeGate;
  readonly #options: LeadershipOptions;

  constructor(options: LeadershipOptions) {
    const { hostId, now, lease, state, sessionOf, parse, take, changed, failed } = options;
    this.#options = options;
    this.standby = new Standby({ sessionOf, parse, take });
    this.gate = new NodeGate({ take: (sn) => lease.take([sn]), failed });
    this.state = new LeasedState({
      ...{ hostId, now, state, changed, failed },
      permit: lease.permit,
      reconsider: (mayLead) => lease.reconsider(mayLead),
      hasOthers: () => lease.hasOthers(),
      takeOver: () => this.#takeOver(),
    });
  }

  /** Nodes that are alive by what was heard of them go on here. */
  async #takeOver(): Promise<void> {
    const alive = [...this.#options.sessions].filter(([, { quality }]) => quality === 'GOOD');
    const sns = alive.map(([sn]) => sn);
    await this.#options.lease.take(sns);
    for (const sn of sns) this.gate.opened(sn);
  }

  /**
   * This host leads from now on. What was kept is gone through, and every node is asked for a birth within a minute or so:
   * it says how the node stands, and what became of orders that were under way.
   */
  begin(ran: number): void {
    const { sessions, failed } = this.#options;
    const spread = leastSpread + sessions.size * spreadOfNode;
    for (const session of sessions.values())
      if (session.group !== null) session.wantBirth(ran + Math.random() * spread);
    this.standby.takeOver().catch(failed);
  }

  /** This host leads no more. */
  end(phase: 'standby' | 'offline'): void {
    this.#options.lease.left([...this.gate.nodes]);
    this.gate.clear();
    if (phase === 'standby') this.standby.standBy();
    else this.standby.clear();
  }
}
