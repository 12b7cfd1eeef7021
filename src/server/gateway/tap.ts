/** What those who look at messages are notified of. It never holds anything up. */
import type { MetricTable } from '../../protocol/metric-table.ts';
import type { NodeTopic } from '../../protocol/topics.ts';
import type { RefusalCode } from './connections/refusal-code.ts';

export type BrokerWay = 'mqtt' | 'mqttTls' | 'external';

/** How a message came. One object for all messages of a connection and QoS. */
export interface MessageOrigin {
  readonly way: BrokerWay;
  readonly qos: 0 | 1;
}

export interface TappedMessage {
  readonly topic: string;
  readonly parsed: NodeTopic;
  readonly bytes: Uint8Array;
  readonly origin: MessageOrigin;
  readonly at: number;
}

/** A connection, or an act of one, that was refused. */
export interface TappedRefusal {
  /** What it says it is; null = it never said. */
  readonly sn: string | null;
  /** It has shown a good credential. */
  readonly isKnown: boolean;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly address: string;
  readonly way: BrokerWay;
  readonly at: number;
}

export interface TrafficTap {
  /** A message came; what is said until `ends` is of it. */
  begins(message: TappedMessage): void;
  /** Something of it was not taken, or all of it. */
  flagged(reason: string, detail: string): void;
  /** It brought readings. */
  brought(readings: number): void;
  /** @param table what reads its metrics; undefined where there is no birth */
  ends(table: MetricTable | undefined): void;
  /** A message went to a node. */
  sent(message: Omit<TappedMessage, 'origin'>, table: MetricTable | undefined): void;
  refused(refusal: TappedRefusal): void;
}
