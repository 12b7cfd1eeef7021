import type { DataType } from '../../protocol/datatype.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import type { Log } from '../gateway/log.ts';
import type { WorkTimer } from '../work/clock.ts';
import { plainMessage, trackedMessage } from './envelope.ts';
import type { Lane, OpenSession } from './lane.ts';
import { nextToGo } from './next-to-go.ts';
import type { OrderRow } from './row.ts';
import type { OrderStore } from './store.ts';

/** The way to the devices. */
export interface Wire {
  command(sn: string, device: string | null, metrics: readonly MetricInput[]): Promise<void>;
  /** The data type that a birth declared for a metric; null = it declared none. */
  typeOf(sn: string, device: string | null, name: string): DataType | null;
}

export interface DispatcherOptions {
  readonly store: OrderStore;
  readonly wire: Wire;
  readonly log: Log;
  readonly now: () => number;
  readonly after: WorkTimer;
  /** ms that an answer is waited for, longer at later attempts. */
  readonly ackTime: number;
  /** True while this host leads, and has the RTU: another one must not send. */
  readonly leads: (rtuId: number) => boolean;
  /** Takes its turn on a lane when the wait for an answer is over. */
  readonly silent: (lane: Lane, id: string, attempt: number) => void;
}

/** A high-water mark beyond it is no count of orders; numbers stay exact below 2⁵³. */
const highestMark = 2n ** 52n;

const deviceOf = (row: OrderRow) => (row.slot === null ? null : String(row.slot));

/** Sends the head of a node's queue when nothing is in flight. Called in the lane's turn. */
export class Dispatcher {
  constructor(readonly options: DispatcherOptions) {}

  /** Answers whether an order stands otherwise than before. */
  async look(lane: Lane): Promise<boolean> {
    const { store, now, leads } = this.options;
    for (let moved = false; ; moved = true) {
      const { session } = lane;
      if (session === null || !leads(lane.rtuId)) return moved;
      const open = await store.open(lane.rtuId);
      const flying = open.find((row) => row.state === 'sending');
      if (flying !== undefined) {
        // Made *sending* by a write that was reported as failed: nobody waits for it yet.
        if (!lane.awaits(flying)) this.#wait(lane, flying);
        return moved;
      }
      const next = nextToGo(open, session, now());
      if (next === null) return moved;
      if (now() >= next.not_after) {
        const stepped = await store.step(next.id, 'expire');
        if (stepped === null || stepped.refused !== null) return true;
      } else if (await this.#send(lane, session, next)) return true;
    }
  }

  /** True when nothing more is to be done now; false = look again. */
  async #send(lane: Lane, session: OpenSession, row: OrderRow): Promise<boolean> {
    const { store, wire, log, now, leads } = this.options;
    const device = deviceOf(row);
    const asTracked = session.tracked && (row.attempts === 0 || row.seq !== null);
    const typeOf = (name: string) => wire.typeOf(lane.sn, device, name);
    const obstacle = obstacleOf(row, session, () => asTracked || plainMessage(row, typeOf) !== null);
    if (obstacle !== null) {
      const stepped = await store.step(row.id, 'unsendable', { set: { answer: obstacle } });
      return stepped === null || stepped.refused !== null;
    }
    const { name, highWater } = session;
    const sent = await store.send(row.id, { session: name, tracked: asTracked, highWater });
    if (sent === null) return true;
    this.#wait(lane, sent);
    // The storage may have taken its time: what is too late by now must not go out (I10).
    if (lane.session !== session || now() >= sent.not_after || !leads(lane.rtuId)) return true;
    try {
      const message = asTracked ? trackedMessage(sent, now()) : plainMessage(sent, typeOf);
      if (message === null) return true;
      await wire.command(lane.sn, sent.trial === 'trying' ? null : device, message);
      store.faults('send:published');
    } catch (error) {
      log.warn({ error, sn: lane.sn, order: sent.id }, 'an order was not published');
    }
    return true;
  }

  #wait(lane: Lane, row: OrderRow): void {
    const { after, ackTime, silent } = this.options;
    const { id, attempts } = row;
    lane.wait(
      row,
      after(ackTime * Math.min(4, attempts), () => silent(lane, id, attempts)),
    );
  }
}

/** Why a device can never take an order, in the protocol's words; null where it can. */
function obstacleOf(
  row: OrderRow,
  { tracked, highWater }: OpenSession,
  hasMessage: () => boolean,
): string | null {
  // It was given to our firmware, which does nothing twice; what answers now would do it again.
  if (row.seq !== null && !tracked) return 'another device';
  if (tracked && row.attempts === 0 && highWater >= highestMark) return 'sequence numbers are used up';
  return hasMessage() ? null : 'not declared';
}
