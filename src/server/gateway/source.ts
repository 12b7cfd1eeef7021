/** Where MQTT messages come from and go to: the embedded broker itself, or an external one (src/server/delivery/README.md). */

import type { Statement, StatementWords } from './leading/leased-state.ts';
import type { MessageOrigin } from './tap.ts';

export interface OutMessage {
  readonly topic: string;
  readonly payload: Uint8Array | string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
}

export interface Subscription {
  readonly filter: string;
  readonly qos: 0 | 1;
}

export interface SourceHandlers {
  /** The Will of the next connection: asked anew for each, because it carries that connection's time. Null = none. */
  will(): OutMessage | null;
  /**
   * Connected (again): the session must be built up. Subscriptions of before are gone. The embedded broker waits for
   * the promise before it lets devices in.
   */
  connected(): Promise<void>;
  /** The connection is lost; the source connects again by itself. */
  disconnected(): void;
  /**
   * A message of a subscription. The source reads no faster than the returned promises settle (at once without
   * one): back pressure reaches the devices. The payload's memory is not used again. `settle` is called once nothing
   * that the message brought can be lost any more: its readings are committed, or it is refused for good.
   */
  message(
    topic: string,
    payload: Uint8Array,
    settle?: () => void,
    origin?: MessageOrigin,
  ): void | Promise<void>;
}

export interface BrokerSource {
  readonly kind: 'embedded' | 'external';
  /** True between `connected` and `disconnected`. */
  readonly isConnected: boolean;
  /** Clients of the embedded broker; of an external one 1 while connected to it. */
  readonly connections: number;
  /** Begins to connect. Rejects when it never can (port taken, bad address). */
  start(handlers: SourceHandlers): Promise<void>;
  /** Resolves when the broker has granted every filter; rejects when it refuses one. */
  subscribe(subscriptions: readonly Subscription[]): Promise<void>;
  /** Resolves when handed to the transport (QoS 0) or acknowledged (QoS 1); rejects when not connected. */
  publish(message: OutMessage): Promise<void>;
  /** Ends an RTU's connection; only the embedded broker can. */
  disconnect?(sn: string): void;
  /** Opens a connection of its own that states that the host is online; only an external broker needs one. */
  state?(words: () => StatementWords): Statement;
  /** Ends the connection without its Will. */
  close(): Promise<void>;
}
