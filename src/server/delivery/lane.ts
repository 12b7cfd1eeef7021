import { Mutex } from '../storage/mutex.ts';

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
}

/** One node's queue at work: one thing after the other, one command in flight. */
export class Lane {
  /** Null = not in reach, or nothing is known of it. */
  session: OpenSession | null = null;
  /** Forgets the wait for an answer. */
  forget: () => void = () => {};
  readonly mutex = new Mutex();

  constructor(
    readonly rtuId: number,
    readonly stationId: number,
    readonly sn: string,
  ) {}
}
