/** Every way by which something reaches the server: how it stands, what came by it, who was refused (README.md). */
import { Refusal } from '../../base/errors.ts';
import type { DataOf } from '../../contract/call.ts';
import {
  type ListenerId,
  type ListenerLimit,
  type ListenerView,
  listenerIds,
  type listeners as listenersCall,
} from '../../contract/listeners.ts';
import type { Storage } from '../storage/storage.ts';
import { KeptTraffic } from './kept-traffic.ts';
import { KnockBook } from './knocks.ts';
import { TrafficMeter } from './meter.ts';

/** How a listener stands now. */
export type ListenerStatus = Pick<ListenerView, 'state' | 'since' | 'problem' | 'address' | 'port'> &
  Partial<Pick<ListenerView, 'encryption'>>;

/** What a room of the server says of a listener of its own. */
export interface ListenerPart {
  readonly limits: Readonly<Partial<Record<ListenerLimit, number>>>;
  /** Null: what it takes comes without connections. */
  readonly connections: boolean;
  status(): ListenerStatus;
  /**
   * Ends what comes by it and begins anew; absent = it cannot by itself. @throws where it cannot be opened again, which its
   * status says from then on
   */
  restart?(): Promise<void>;
}

/** A meter for each listener. */
export type Meters = Readonly<Record<ListenerId, TrafficMeter>>;

export class ListenerBook {
  readonly meters: Meters;
  readonly knocks: KnockBook;
  readonly #startedAt: number;
  readonly #now: () => number;
  #kept: KeptTraffic | null = null;
  readonly #failed: (error: unknown, id: ListenerId) => void;
  readonly #parts = new Map<ListenerId, ListenerPart>();
  /** Restarts that run, so that two who ask for one get the same. */
  readonly #restarting = new Map<ListenerId, Promise<void>>();

  constructor(now: () => number, failed: (error: unknown, id: ListenerId) => void) {
    this.meters = Object.fromEntries(listenerIds.map((id) => [id, new TrafficMeter(now)])) as Meters;
    this.knocks = new KnockBook(now);
    this.#startedAt = now();
    this.#now = now;
    this.#failed = failed;
  }

  /** Goes on with the counts of the processes before this one, and keeps its own. */
  async start(storage: Storage, failed: (error: unknown) => void): Promise<void> {
    this.#kept = new KeptTraffic({ storage, meters: this.meters, now: this.#now, failed });
    await this.#kept.start();
  }

  async stop(): Promise<void> {
    await this.#kept?.stop();
  }

  add(id: ListenerId, part: ListenerPart): void {
    this.#parts.set(id, part);
  }

  /** All listeners in the order of the contract, and who was refused. */
  read(): DataOf<typeof listenersCall> {
    return {
      since: this.#kept?.since ?? this.#startedAt,
      startedAt: this.#startedAt,
      listeners: listenerIds.flatMap((id) => (this.#parts.has(id) ? [this.one(id)] : [])),
      knocks: [...this.knocks.list()],
    };
  }

  /** @throws Refusal 404 for one that there is not here */
  one(id: ListenerId): ListenerView {
    const { limits, connections, ...part } = this.#part(id);
    const { open, connectionsDay, ...traffic } = this.meters[id].read();
    return {
      id,
      encryption: null,
      ...this.#part(id).status(),
      open: connections ? open : null,
      connectionsDay: connections ? connectionsDay : null,
      ...traffic,
      limits: Object.entries(limits).map(([limit, value]) => ({ id: limit as ListenerLimit, value })),
      restarts: part.restart !== undefined,
    };
  }

  /** @throws Refusal 404, 409 for one that is closed or cannot be restarted by itself */
  mayRestart(id: ListenerId): void {
    const part = this.#part(id);
    if (part.restart === undefined) throw new Refusal(409, 'listeners.cannotRestart');
    if (part.status().state === 'closed') throw new Refusal(409, 'listeners.closed');
  }

  /** Restarts a listener that may be. One that does not come up again is answered as failed. */
  async restart(id: ListenerId): Promise<ListenerView> {
    const running = this.#restarting.get(id) ?? this.#restart(id);
    this.#restarting.set(id, running);
    await running;
    return this.one(id);
  }

  async #restart(id: ListenerId): Promise<void> {
    try {
      await this.#part(id).restart?.();
    } catch (error) {
      this.#failed(error, id);
    } finally {
      this.#restarting.delete(id);
    }
  }

  #part(id: ListenerId): ListenerPart {
    const part = this.#parts.get(id);
    if (part === undefined) throw new Refusal(404, 'api.notFound', { what: `listener ${id}` });
    return part;
  }
}
