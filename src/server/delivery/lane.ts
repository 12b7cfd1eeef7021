import type { OrderRow } from './row.ts';

/** A node's session as delivery sees it. */
export interface OpenSession {
  /** Names the session: a plain set is sent again in another one alone. */
  readonly name: string;
  /** When its birth was heard, UTC ms. */
  readonly since: number;
  /** Our firmware: answers by id, and does nothing twice. */
  readonly tracked: boolean;
  /** Last sequence number that the device took; 0 where it is not tracked. */
  readonly highWater: bigint;
  /** Slots whose births were heard in it. */
  readonly devices: Set<string>;
}

const sendOf = ({ id, attempts }: Pick<OrderRow, 'id' | 'attempts'>) => `${id}/${attempts}`;

/** One node's queue at work: one thing after the other, one order in flight. */
export class Lane {
  /** Null = not in reach, or nothing is known of it. */
  session: OpenSession | null = null;
  /** What is to be done, in the order in which it was heard. */
  readonly inbox: (() => Promise<void>)[] = [];
  /** Of that, what the storage refused: it is done again. */
  readonly refused: (() => Promise<void>)[] = [];
  /** When it was asked for a birth last, UTC ms. */
  askedAt = Number.NEGATIVE_INFINITY;
  #awaited: string | null = null;
  #cancel: () => void = () => {};

  constructor(
    readonly rtuId: number,
    readonly stationId: number,
    readonly sn: string,
  ) {}

  /** True where the answer to this very send is waited for. */
  awaits(row: Pick<OrderRow, 'id' | 'attempts'>): boolean {
    return this.#awaited === sendOf(row);
  }

  /** Waits for the answer to a send; `cancel` ends the wait. */
  wait(row: Pick<OrderRow, 'id' | 'attempts'>, cancel: () => void): void {
    this.forget();
    this.#awaited = sendOf(row);
    this.#cancel = cancel;
  }

  /** Forgets the wait for an answer. */
  forget(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#awaited = null;
  }
}
