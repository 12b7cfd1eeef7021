/** What goes into and comes out of the session rules of an edge node (node-session.ts). */
import type { Metric, Payload, PayloadProblem } from './payload.ts';
import type { inboundTypes } from './topics.ts';

export type InboundType = (typeof inboundTypes)[number];

/** A decoded message of a node. */
export interface NodeMessage {
  readonly group: string;
  readonly type: InboundType;
  readonly device: string | null;
  readonly payload: Payload;
  /** Bytes on the wire: what is held is bounded by them. */
  readonly bytes?: number;
  /** Called once nothing of the message can be lost any more; comes back in an event `taken`. */
  readonly settle?: () => void;
}

/** Why a node's traffic is flagged. Kept as the RTU's last problems. */
export type NodeProblem =
  | PayloadProblem
  /** Messages were lost: the reorder timer ran out. */
  | 'sequenceGap'
  /** A message that is older than what was already taken. */
  | 'lateSequence'
  /** A birth certificate of another session: a late Will, or one without its number. */
  | 'lateDeath'
  | 'foreignGroup'
  /** Data before a birth, of the node or of the device. */
  | 'notBorn'
  | 'unknownMetric'
  | 'unknownAlias'
  | 'wrongDatatype'
  | 'missingDatatype';

export type NodeEvent =
  /** The metric set of the node (device null) or of a device was replaced. Values may be null. */
  | {
      readonly type: 'birth';
      readonly group: string;
      readonly device: string | null;
      readonly timestamp: number | null;
      readonly metrics: readonly Metric[];
      /** A birth of a session that was already alive with the same bdSeq: an answer to a rebirth request. */
      readonly again: boolean;
      /** It came after what it belongs before: history, and no news. */
      readonly late?: boolean;
    }
  | {
      readonly type: 'data';
      readonly device: string | null;
      readonly timestamp: number | null;
      readonly metrics: readonly Metric[];
      /** It waited for its birth and is older than what the birth reported: history, not news. */
      readonly late?: boolean;
    }
  /** Everything that a message brought was reported by the events before this one, or is refused for good. */
  | { readonly type: 'taken'; readonly settle: () => void }
  /** The node (device null) or a device is gone: its metrics are STALE at once. */
  | { readonly type: 'death'; readonly device: string | null }
  /** The host must publish `Node Control/Rebirth` = true, by name, now. */
  | { readonly type: 'requestRebirth'; readonly group: string; readonly reason: NodeProblem }
  | {
      readonly type: 'problem';
      readonly reason: NodeProblem;
      readonly device: string | null;
      readonly detail: string;
    };
