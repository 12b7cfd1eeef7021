import { decodeState, encodeState, stateTopic } from '../../../protocol/topics.ts';
import type { WorkPermit } from '../../work/permit.ts';
import type { OutMessage } from '../source.ts';
import type { HostPhase } from './host-state.ts';
import type { Leading } from './leading.ts';

/** A connection of its own that states that the host is online, as long as it stands; its Will says the opposite. */
export interface Statement {
  /** States again what it states. */
  again(): void;
  /** Ends without a word: neither its Will nor anything else is published. */
  close(): Promise<void>;
}

/** What a statement says: asked anew for each connection, because it carries that connection's time. */
export interface StatementWords {
  readonly will: OutMessage;
  readonly birth: OutMessage;
}

export interface LeasedStateOptions {
  readonly hostId: string;
  readonly now: () => number;
  /** Leave to lead, which one of several processes has. */
  readonly permit: WorkPermit;
  /** Whether this process could lead, or can no longer, has changed. */
  readonly reconsider: (mayLead: boolean) => void;
  /** Connects, and states it until it is closed. */
  readonly state: (words: () => StatementWords) => Statement;
  /** What is to be done before this host acts; rejects where it cannot be done now. */
  readonly takeOver: () => Promise<void>;
  /** True where another process could lead in place of this one. */
  readonly hasOthers: () => Promise<boolean>;
  readonly changed: (phase: HostPhase) => void;
  readonly failed: (error: unknown) => void;
  /** ms before what could not be done is tried again. */
  readonly again?: number;
}

/**
 * The STATE of a host application that one of several processes is: it leads while it has the lease. The connection that
 * hears nodes has no Will, so that a process that stands by can come and go unnoticed; the one that leads states it over a
 * connection of its own, whose Will is newer than whatever was stated before.
 */
export class LeasedState implements Leading {
  readonly topic: string;
  readonly #options: LeasedStateOptions;
  /** Times of this process's own STATE messages. */
  readonly #own = new Set<number>();
  #phase: HostPhase = 'offline';
  /** The newest STATE that was seen. */
  #last: { readonly online: boolean; readonly timestamp: number } | null = null;
  #timestamp = 0;
  #statement: Statement | null = null;
  #isReady = false;
  #isTakingOver = false;
  #hasStopped = false;

  constructor(options: LeasedStateOptions) {
    this.#options = options;
    this.topic = stateTopic(options.hostId);
    options.permit.onHeld(() => void this.#begin());
    options.permit.onLost(() => this.#end('standby'));
  }

  get phase(): HostPhase {
    return this.#phase;
  }

  will(): null {
    return null;
  }

  lead(): void {
    this.#isReady = true;
    this.#options.reconsider(true);
    if (this.#options.permit.isHeld) void this.#begin();
    else this.#change('standby');
  }

  received(payload: Uint8Array): void {
    const state = decodeState(Buffer.from(payload).toString('utf8'));
    if (state === null) return;
    if (this.#last === null || state.timestamp >= this.#last.timestamp) this.#last = state;
    if (state.online || this.#statement === null) return;
    // The Will of whoever led before, or of a connection that this one came in place of.
    if (state.timestamp <= this.#timestamp) this.#statement.again();
    else {
      // Nodes keep to the later time.
      this.#statement.close().catch(this.#options.failed);
      this.#statement = this.#options.state(() => this.#words());
    }
  }

  lost(): void {
    this.#isReady = false;
    // Another process may still reach the broker.
    if (!this.#hasStopped) this.#options.reconsider(false);
    this.#end('offline');
  }

  /** Where nobody goes on, nodes are to know. */
  async stop(): Promise<OutMessage | null> {
    this.#hasStopped = true;
    const isLast = this.#last?.online === true && this.#own.has(this.#last.timestamp);
    const wasReady = this.#isReady;
    this.#end('offline');
    this.#isReady = false;
    if (!isLast || !wasReady || (await this.#options.hasOthers().catch(() => false))) return null;
    return this.#message(false, Math.max(this.#options.now(), this.#timestamp));
  }

  async #begin(): Promise<void> {
    const { permit, takeOver, failed, again = 500, state } = this.#options;
    const may = () => this.#isReady && !this.#hasStopped && permit.isHeld;
    if (this.#isTakingOver || this.#phase === 'online' || !may()) return;
    this.#isTakingOver = true;
    try {
      await takeOver();
    } catch (error) {
      failed(error);
      setTimeout(() => void this.#begin(), again);
      return;
    } finally {
      this.#isTakingOver = false;
    }
    if (!may()) {
      if (this.#isReady) this.#change('standby');
      return;
    }
    this.#statement = state(() => this.#words());
    this.#change('online');
  }

  #end(phase: HostPhase): void {
    const statement = this.#statement;
    this.#statement = null;
    statement?.close().catch(this.#options.failed);
    if (phase === 'offline' || this.#isReady) this.#change(phase);
  }

  #words(): StatementWords {
    this.#timestamp = Math.max(this.#options.now(), (this.#last?.timestamp ?? 0) + 1, this.#timestamp + 1);
    this.#own.add(this.#timestamp);
    return { will: this.#message(false, this.#timestamp), birth: this.#message(true, this.#timestamp) };
  }

  #message(online: boolean, timestamp: number): OutMessage {
    return { topic: this.topic, payload: encodeState({ online, timestamp }), qos: 1, retain: true };
  }

  #change(phase: HostPhase): void {
    if (this.#phase === phase) return;
    this.#phase = phase;
    this.#options.changed(phase);
  }
}
