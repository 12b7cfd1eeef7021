import type { Viewer } from '../accounts/viewer.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Db } from '../delivery/store.ts';
import type { Board } from '../sites/board.ts';
import { WorkLoop, type WorkTurn } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
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
  /** How many devices a run waits for has changed. */
  readonly awaits: (runId: string) => void;
  readonly ordered: () => void;
  readonly failed: (error: unknown) => void;
  readonly againTime: number;
  readonly permit: WorkPermit | undefined;
}
interface Entry {
  readonly reading: DeviceRead;
  awaited: number;
}
/** ms that devices which move are gathered for. */
const gatherTime = 100;
/** Polling interval, ms: changes made by another process are not reported. */
const lookEvery = 5000;

/** Readings that runs wait for. They need no worker and no sandbox, and go on after a restart from the journal. */
export class Readers {
  readonly #entries = new Map<string, Entry>();
  readonly #loop: WorkLoop<string>;

  constructor(readonly options: ReadersOptions) {
    const { delivery, failed, permit, againTime } = options;
    const run = (key: string, turn: WorkTurn) => this.#work(key, turn);
    this.#loop = new WorkLoop({ run, failed, permit, again: [againTime] });
    delivery.onChanged((rtuId) => {
      for (const [key, { reading }] of this.#entries)
        if (reading.rtus.has(rtuId)) this.#loop.wake(key, gatherTime);
    });
  }

  /** Orders and waits; the same call again changes nothing. */
  begin(call: ReadCall): void {
    const key = `${call.runId}/${call.seq}`;
    if (this.#entries.has(key)) return;
    const { delivery, board, goesOn } = this.options;
    this.#entries.set(key, { reading: new DeviceRead(call, { delivery, board, goesOn }), awaited: 0 });
    this.#loop.wake(key);
  }

  /** Devices that a run waits for. */
  awaited(runId: string): number {
    let sum = 0;
    for (const { reading, awaited } of this.#entries.values())
      if (reading.call.runId === runId) sum += awaited;
    return sum;
  }

  /** Forgets what a run waits for. */
  end(runId: string): void {
    for (const [key, { reading }] of this.#entries) if (reading.call.runId === runId) this.#forget(key);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  #forget(key: string): void {
    this.#loop.drop(key);
    this.#entries.delete(key);
  }

  /** Looks whether a call has its answer; answers when to look again. */
  async #work(key: string, turn: WorkTurn): Promise<number | null> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    const { reading } = entry;
    const { call } = reading;
    const { viewer: viewerOf, now, answered, awaits, ordered } = this.options;
    const viewer = await viewerOf(call.runId);
    if (viewer === null) return lookEvery;
    if (!reading.ordered && !turn.isOver)
      await reading.order(viewer, () => {
        ordered();
        return !turn.isOver;
      });
    if (turn.isOver) return null;
    const looked = await reading.look(viewer, now()).catch((error: unknown) => {
      if (!(error instanceof CallProblem)) throw error;
      return { text: JSON.stringify(error.result) };
    });
    if (turn.isOver) return null;
    if ('text' in looked) {
      await answered(call, { packed: await pack(looked.text), work: call.args.devices.length * rowWork });
      this.#forget(key);
      awaits(call.runId);
      return null;
    }
    if (looked.awaited !== entry.awaited) {
      entry.awaited = looked.awaited;
      awaits(call.runId);
    }
    return Math.min(looked.again ?? lookEvery, lookEvery);
  }
}
