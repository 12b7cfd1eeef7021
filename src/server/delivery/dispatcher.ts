import type { DataType } from '../../protocol/datatype.ts';
import type { MetricInput } from '../../protocol/payload.ts';
import type { Log } from '../gateway/log.ts';
import { plainMessage, trackedMessage } from './envelope.ts';
import type { Lane, OpenSession } from './lane.ts';
import { type CommandRow, classOf } from './row.ts';
import type { CommandStore } from './store.ts';

/** The way to the devices. */
export interface Wire {
  command(sn: string, device: string | null, metrics: readonly MetricInput[]): Promise<void>;
  /** The data type that a birth declared for a metric; null = it declared none. */
  typeOf(sn: string, device: string | null, name: string): DataType | null;
}

/** Does work in so many ms; the answer forgets it. */
export type After = (ms: number, work: () => void) => () => void;

export interface DispatcherOptions {
  readonly store: CommandStore;
  readonly wire: Wire;
  readonly log: Log;
  readonly now: () => number;
  readonly after: After;
  /** ms that an answer is waited for, longer at later attempts. */
  readonly ackTime: number;
  /** True while this host leads: another one must not send. */
  readonly leads: () => boolean;
  /** Takes its turn on a lane when the wait for an answer is over. */
  readonly silent: (lane: Lane, id: string, attempt: number) => void;
}

const deviceOf = (row: CommandRow) => (row.slot === null ? null : String(row.slot));

/** Sends the head of a node's queue when nothing is in flight. Called in the lane's turn. */
export class Dispatcher {
  constructor(readonly options: DispatcherOptions) {}

  async look(lane: Lane): Promise<void> {
    const { store, now, leads } = this.options;
    for (;;) {
      const { session } = lane;
      if (session === null || !leads()) return;
      const open = await store.open(lane.rtuId);
      const [head] = open;
      if (head === undefined || open.some((row) => row.state === 'sending')) return;
      if (now() >= head.not_after) {
        const stepped = await store.step(head.id, 'expire');
        if (stepped === null || stepped.refused !== null) return;
      } else if (!mayGo(head, session)) return;
      else if (await this.#send(lane, session, head)) return;
    }
  }

  /** True when nothing more is to be done now; false = look again. */
  async #send(lane: Lane, session: OpenSession, head: CommandRow): Promise<boolean> {
    const { store, wire, log, now, after, ackTime, silent } = this.options;
    const device = deviceOf(head);
    const asTracked = session.tracked && (head.attempts === 0 || head.seq !== null);
    if (!asTracked && plainMessage(head, (name) => wire.typeOf(lane.sn, device, name)) === null) {
      const stepped = await store.step(head.id, 'unsendable', { set: { answer: 'not declared' } });
      return stepped === null || stepped.refused !== null;
    }
    const { name, highWater } = session;
    const sent = await store.send(head.id, { session: name, tracked: asTracked, highWater });
    if (sent === null) return true;
    const message = asTracked
      ? trackedMessage(sent, now())
      : plainMessage(sent, (metric) => wire.typeOf(lane.sn, device, metric));
    if (message !== null && lane.session === session) {
      try {
        await wire.command(lane.sn, sent.trial === 'trying' ? null : device, message);
        store.faults('send:published');
      } catch (error) {
        log.warn({ error, sn: lane.sn, command: sent.id }, 'a command was not published');
      }
    }
    const { attempts } = sent;
    lane.forget();
    lane.forget = after(ackTime * Math.min(4, attempts), () => silent(lane, sent.id, attempts));
    return true;
  }
}

/** Whether the head of the queue may go in this session; what waits behind it waits with it. */
function mayGo(head: CommandRow, session: OpenSession): boolean {
  // A device proves that it still reaches us by a session after the one in which it took the set.
  if (head.trial === 'trying') return session.since > (head.received_at ?? 0);
  if (head.state === 'retry' && classOf(head) === 'plainSet') return head.session !== session.name;
  return true;
}
