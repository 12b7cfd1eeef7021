/** Whether this host leads, as the host application asks: by STATE alone (`host-state`), or by a lease (`leased-state`). */
import type { OutMessage } from '../source.ts';
import type { HostPhase } from './host-state.ts';

export interface Leading {
  /** The host's own STATE topic. */
  readonly topic: string;
  readonly phase: HostPhase;
  /** The Will of the next connection; null = that connection has none. */
  will(): OutMessage | null;
  /** The connection stands, with its subscriptions. */
  lead(): void;
  /** A message on the own STATE topic. */
  received(payload: Uint8Array): void;
  /** The connection is lost. */
  lost(): void;
  /** A planned stop: what is still to be published. */
  stop(): OutMessage | null | Promise<OutMessage | null>;
}
