import type { HostStateMessage } from '../../protocol/topics.ts';
import { rtuSlot } from '../parameters.ts';
import type { DeviceMemory } from './memory.ts';
import { readingMetrics } from './readings.ts';
import type { EdgeSession } from './session.ts';
import type { Collected, SampleStore } from './store.ts';

/** A sample older than this when it is sent is flagged as historical, ms. */
const fresh = 90_000;
/** Samples in one message; those with a waveform go alone, so that a message stays below the payload limit. */
const together = 10;

/** Sends what an RTU has collected, one sending at a time. */
export class Sender {
  readonly #memory: DeviceMemory;
  readonly #store: SampleStore;
  readonly #now: () => number;
  /** Time of the STATE under which it sent last; null = sent to a host that it did not know; undefined = never sent. */
  #trusted: number | null | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(memory: DeviceMemory, store: SampleStore, now: () => number) {
    this.#memory = memory;
    this.#store = store;
    this.#now = now;
  }

  /** Sends what is not sent; waits its turn. Nothing goes out while the host says that it is offline. */
  send(session: () => EdgeSession | null, host: () => HostStateMessage | null): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send(session(), host())).catch(() => {});
    return this.#sending;
  }

  /** Resolves when nothing is being sent. */
  settled(): Promise<void> {
    return this.#sending;
  }

  async #send(session: EdgeSession | null, host: HostStateMessage | null): Promise<void> {
    if (!session?.open || host?.online === false) return;
    const run = host?.timestamp ?? null;
    if (this.#trusted !== run) {
      // Another run of the host: what the one before was sent may not have been stored.
      if (this.#trusted !== undefined) this.#store.doubt();
      this.#trusted = run;
    }
    for (const batch of batches(this.#store.unsent())) {
      const [first] = batch;
      const owner = first && this.#memory.owner(first.slot);
      if (!first || !owner) continue;
      const now = this.#now();
      const metrics = batch.flatMap(({ samples, t }) => readingMetrics(owner, samples, now - t > fresh));
      const ofRtu = first.slot === rtuSlot;
      if (!session.open) return;
      for (const collected of batch) collected.sent = true;
      await session.publish(ofRtu ? 'NDATA' : 'DDATA', ofRtu ? null : first.slot, metrics);
    }
  }
}

/** Messages out of what is to be sent: runs of one owner, few enough to stay below the payload limit. */
function* batches(unsent: readonly Collected[]): Iterable<Collected[]> {
  const bySlot = new Map<number, Collected[]>();
  for (const collected of unsent) {
    const own = bySlot.get(collected.slot) ?? [];
    bySlot.set(collected.slot, own);
    own.push(collected);
  }
  for (const own of bySlot.values()) {
    let batch: Collected[] = [];
    for (const collected of own) {
      const heavy = collected.samples.some(({ row }) => row === 'waveform');
      if (batch.length > 0 && (heavy || batch.length >= together)) {
        yield batch;
        batch = [];
      }
      batch.push(collected);
      if (heavy) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}
