/** Lets messages of nodes through once this process has their sessions, each node's in order. */

import { Room } from './room.ts';

/** Messages that may wait for sessions before the source is slowed down. */
const mostWaiting = 5000;
/** ms before a session that could not be had is asked for again. */
const againTime = 500;

type Work = () => void | Promise<void>;

export interface NodeGateOptions {
  /** Takes a node's session; rejects where it cannot be had now. */
  readonly take: (sn: string) => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly again?: number;
}

export class NodeGate {
  readonly #options: NodeGateOptions;
  readonly #open = new Set<string>();
  readonly #waiting = new Map<string, Work[]>();
  #count = 0;
  readonly #room = new Room();

  constructor(options: NodeGateOptions) {
    this.#options = options;
  }

  has(sn: string): boolean {
    return this.#open.has(sn);
  }
  /** Nodes whose sessions this process has. */
  get nodes(): Iterable<string> {
    return this.#open;
  }

  /** The session of a node was taken already. */
  opened(sn: string): void {
    this.#open.add(sn);
  }
  /** The session of a node ended, or another process has it. */
  close(sn: string): void {
    this.#open.delete(sn);
  }
  /** No session is this process's, and what waits is dropped: whoever leads hears it, too. */
  clear(): void {
    this.#open.clear();
    this.#waiting.clear();
    this.#count = 0;
    this.#room.letIn();
  }

  /** Does the work of a message once the node's session is this process's; a promise slows the source down. */
  pass(sn: string, work: Work): void | Promise<void> {
    const waiting = this.#waiting.get(sn);
    if (waiting === undefined && this.#open.has(sn)) return work();
    this.#count += 1;
    if (waiting !== undefined) waiting.push(work);
    else {
      const list = [work];
      this.#waiting.set(sn, list);
      void this.#workThrough(sn, list);
    }
    if (this.#count > mostWaiting) return this.#room.wait();
  }

  /** Works through what waits for a node's session; what comes meanwhile waits behind it. */
  async #workThrough(sn: string, list: Work[]): Promise<void> {
    const isWanted = () => this.#waiting.get(sn) === list;
    while (isWanted()) {
      // It may have ended with the message before.
      if (!this.#open.has(sn)) {
        await this.#ask(sn, isWanted);
        continue;
      }
      const work = list.shift();
      if (work === undefined) {
        this.#waiting.delete(sn);
        return;
      }
      this.#count -= 1;
      if (this.#count <= mostWaiting / 2) this.#room.letIn();
      const busy = work();
      if (busy !== undefined) await busy.catch(this.#options.failed);
    }
  }

  async #ask(sn: string, isWanted: () => boolean): Promise<void> {
    try {
      await this.#options.take(sn);
      if (isWanted()) this.#open.add(sn);
    } catch (error) {
      this.#options.failed(error);
      await new Promise((resolve) => setTimeout(resolve, this.#options.again ?? againTime));
    }
  }
}
