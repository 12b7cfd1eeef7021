/** What a host application is made with. */
import type { NodeEvent } from '../../protocol/node-events.ts';
import type { NodeSession, SessionOptions } from '../../protocol/node-session.ts';
import type { HostPhase } from './leading/host-state.ts';
import type { HostLease } from './leading/leadership.ts';
import type { Log } from './log.ts';
import type { MessageOrigin, TrafficTap } from './tap.ts';

/** Events of a node without `taken`: the host itself settles messages that are stored. */
export type HostEvent = Exclude<NodeEvent, { readonly type: 'taken' }>;

/** A DATA message as it came. */
export interface DataMessage {
  readonly group: string;
  readonly device: string | null;
  readonly bytes: Uint8Array;
}

/** Which of the nodes at a broker a host application is for. */
export interface HostScope {
  /** Sparkplug group ids; null = all. */
  readonly groups: readonly string[] | null;
  /** Whether it takes what sources send on topics of their own. */
  readonly takesSources: boolean;
}

export interface HostOptions {
  readonly hostId: string;
  /** Left out: all nodes, and sources. */
  readonly scope?: HostScope | undefined;
  /** Leave to lead, which one of several processes has; left out, hosts of one id agree by STATE alone. */
  readonly lease?: HostLease | undefined;
  readonly now: () => number;
  readonly log: Log;
  /** True for a serial number that is registered. */
  readonly knows: (sn: string) => boolean;
  /** Called for traffic of an unregistered node; may learn it for the next message. */
  readonly stranger: (sn: string, group: string) => void;
  /** Takes what happened to a node; a promise slows the source down. */
  readonly event: (sn: string, event: HostEvent, at: number) => void | Promise<void>;
  /**
   * Takes a DATA message at once, where it can be read without what the session's rules are for. False: it is not
   * taken; a promise slows the source down.
   */
  readonly data: (
    sn: string,
    session: NodeSession,
    message: DataMessage,
    at: number,
  ) => boolean | Promise<void>;
  /** Calls once everything that events brought so far is stored. */
  readonly whenStored: (then: () => void) => void;
  /** The host's own connection to the nodes was lost, or it began to lead: nothing known of links holds. */
  readonly reset: (phase: HostPhase) => void;
  /** Takes a message of a source, on a topic of its own; settles once it is stored, or refused for good. */
  readonly ofSource?: (topic: string, bytes: Uint8Array, origin: MessageOrigin) => Promise<void>;
  /** Is notified of every message of a node, and of every one that goes to it. */
  readonly tap?: TrafficTap;
  readonly session?: SessionOptions;
  /** ms to wait for another host's retained STATE on an external broker. */
  readonly stateWait?: number;
  readonly answerTime?: number;
  readonly patience?: number;
  /** ms between looks at reorder and rebirth deadlines. */
  readonly tickTime?: number;
}
