import type { Viewer } from '../accounts/viewer.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Db } from '../delivery/store.ts';
import type { Board } from '../sites/board.ts';
import { rowWork } from './calls/call.ts';
import { CallProblem } from './calls/problem.ts';
import { DeviceRead, type ReadCall } from './calls/read.ts';
import { type PackedAnswer, pack } from './packed.ts';

export interface ReadersOptions {
  readonly delivery: Delivery;
  readonly board: Board;
  readonly now: () => number;
  /** Who reads, as of now; null where the run is not to go on. */
  readonly viewer: (runId: string) => Promise<Viewer | null>;
  /** False once a run has ended. */
  readonly goesOn: (db: Db, runId: string) => Promise<boolean>;
  readonly answered: (call: ReadCall, answer: PackedAnswer) => Promise<void>;
  /** How many devices a run waits for. */
  readonly awaits: (runId: string, devices: number) => void;
  readonly ordered: () => void;
  readonly failed: (error: unknown) => void;
  readonly againTime: number;
}
interface Entry {
  readonly reading: DeviceRead;
  awaited: number;
  timer: NodeJS.Timeout | null;
  running: boolean;
  dirty: boolean;
  gone: boolean;
}
/** ms that devices which move are gathered for. */
const gatherTime = 100;
/** Polling interval, ms: changes made by another process are not reported. */
const lookEvery = 5000;

/** Readings that runs wait for. They need no worker and no sandbox, and go on after a restart from the journal. */
export class Readers {
  readonly #entries = new Map<string, Entry>();
  readonly #sweep: NodeJS.Timeout;
  #stopped = false;

  constructor(readonly options: ReadersOptions) {
    options.delivery.onChanged((rtuId) => {
      for (const entry of this.#entries.values())
        if (entry.reading.rtus.has(rtuId) && entry.timer === null) this.#later(entry, gatherTime);
    });
    this.#sweep = setInterval(() => {
      for (const entry of this.#entries.values()) this.#look(entry);
    }, lookEvery);
    this.#sweep.unref();
  }

  /** Orders and waits; the same call again changes nothing. */
  begin(call: ReadCall): void {
    const key = `${call.runId}/${call.seq}`;
    if (this.#stopped || this.#entries.has(key)) return;
    const { delivery, board, goesOn } = this.options;
    const entry: Entry = {
      reading: new DeviceRead(call, { delivery, board, goesOn }),
      awaited: 0,
      timer: null,
      running: false,
      dirty: false,
      gone: false,
    };
    this.#entries.set(key, entry);
    this.#look(entry);
  }

  /** Devices that a run waits for. */
  awaited(runId: string): number {
    let sum = 0;
    for (const { reading, awaited } of this.#entries.values())
      if (reading.call.runId === runId) sum += awaited;
    return sum;
  }

  /** True while a call of a run has no answer. */
  waits(runId: string): boolean {
    return [...this.#entries.values()].some(({ reading }) => reading.call.runId === runId);
  }

  /** Forgets what a run waits for. */
  end(runId: string): void {
    for (const [key, entry] of this.#entries)
      if (entry.reading.call.runId === runId) this.#forget(key, entry);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#sweep);
    for (const [key, entry] of this.#entries) this.#forget(key, entry);
  }

  #forget(key: string, entry: Entry): void {
    entry.gone = true;
    if (entry.timer !== null) clearTimeout(entry.timer);
    this.#entries.delete(key);
  }

  #later(entry: Entry, ms: number): void {
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      entry.timer = null;
      this.#look(entry);
    }, ms);
    entry.timer.unref();
  }

  #look(entry: Entry): void {
    if (entry.running) {
      entry.dirty = true;
      return;
    }
    entry.running = true;
    entry.dirty = false;
    this.#work(entry)
      .catch((error: unknown) => {
        this.options.failed(error);
        if (!entry.gone) this.#later(entry, this.options.againTime);
      })
      .finally(() => {
        entry.running = false;
        if (entry.dirty && !entry.gone) this.#look(entry);
      });
  }

  async #work(entry: Entry): Promise<void> {
    const { reading } = entry;
    const { call } = reading;
    const { viewer: viewerOf, now, answered, awaits, ordered } = this.options;
    const viewer = await viewerOf(call.runId);
    if (viewer === null || entry.gone) return;
    if (!reading.ordered)
      await reading.order(viewer, () => {
        ordered();
        return !entry.gone;
      });
    if (entry.gone) return;
    const looked = await reading.look(viewer, now()).catch((error: unknown) => {
      if (!(error instanceof CallProblem)) throw error;
      return { text: JSON.stringify(error.result) };
    });
    if (entry.gone) return;
    if ('text' in looked) {
      await answered(call, { packed: await pack(looked.text), work: call.args.devices.length * rowWork });
      this.#forget(`${call.runId}/${call.seq}`, entry);
      awaits(call.runId, this.awaited(call.runId));
      return;
    }
    if (looked.again !== null) this.#later(entry, looked.again);
    if (looked.awaited === entry.awaited) return;
    entry.awaited = looked.awaited;
    awaits(call.runId, this.awaited(call.runId));
  }
}
