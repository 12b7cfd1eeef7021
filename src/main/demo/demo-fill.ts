import { Worker } from 'node:worker_threads';
import type { Storage } from '../../server/storage/storage.ts';
import type { PastBatch, PastOrder, PastPlan } from './demo-past.ts';

const day = 86_400_000;
/** Days of a demo's past: what a visitor needs at once, and all. */
const usualSpan = { first: 7, all: 366, missed: Number.POSITIVE_INFINITY };

/** Of the places that have a story, alarms are judged over so many days. */
export const storyDays = 30;

/** How far the past is filled: everything since `from`, and of the span before it `skip` RTUs. */
interface Progress {
  readonly from: number;
  readonly skip: number;
}

/** Days that are filled: at once, in all, and at most of those that passed since the demo was stopped. */
export interface FilledSpan {
  readonly first: number;
  readonly all: number;
  readonly missed: number;
}

/** Fills the demo's past through the same storage: the last days first, then back, newest first. */
export class PastFiller {
  readonly #worker: Worker;
  #closed = false;
  /** Ends what waits for a batch. */
  #end: (() => void) | null = null;

  constructor(
    readonly storage: Storage,
    readonly plan: PastPlan,
    /** Serial numbers of the RTUs whose last month is there at once. */
    readonly storied: readonly string[] = [],
    readonly days: FilledSpan = usualSpan,
  ) {
    const fromSource = import.meta.url.endsWith('.ts');
    const url = new URL(fromSource ? './demo-past.ts' : './demo-past.js', import.meta.url);
    // Run from source the thread registers the TypeScript loader by itself.
    const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
    const code = `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
    this.#worker = fromSource
      ? new Worker(code, { eval: true, workerData: plan })
      : new Worker(url, { workerData: plan });
  }

  /** Ends the thread; who waits for a batch of it gets none. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#end?.();
    await this.#worker.terminate();
  }

  #ask(message: PastOrder | 'more'): Promise<PastBatch | null> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        resolve(null);
        return;
      }
      const failed = (error: Error) => reject(error);
      const over = (batch: PastBatch | null) => {
        this.#worker.off('error', failed);
        this.#end = null;
        resolve(batch);
      };
      this.#end = () => over(null);
      this.#worker.once('error', failed);
      this.#worker.once('message', over);
      this.#worker.postMessage(message);
    });
  }

  /** Stores a span. `pace` ms are left between batches for everything else; `onBatch` gets the share from 0 to 1. */
  async span(
    proposal: PastOrder,
    pace: number,
    stopped: () => boolean,
    onBatch: (share: number, done: number) => Promise<void> | void = () => undefined,
  ): Promise<number> {
    let stored = 0;
    for (
      let batch = await this.#ask(proposal);
      batch !== null && !stopped();
      batch = await this.#ask('more')
    ) {
      stored += (await this.storage.readings.ingest(batch.readings, { evaluates: false })).stored;
      await onBatch(batch.done / batch.of, batch.done);
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    return stored;
  }

  async #read(key: string): Promise<number | null> {
    const row = await this.storage.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : Number(row.value);
  }

  async #keep(values: Readonly<Record<string, number>>): Promise<void> {
    await this.storage.write(async (db) => {
      for (const [key, value] of Object.entries(values)) {
        await db.deleteFrom('settings').where('key', '=', key).execute();
        await db
          .insertInto('settings')
          .values({ key, value: String(value) })
          .execute();
      }
    });
  }

  /** Says that the fleet is on the air now; the next start fills from here. */
  async alive(now: number): Promise<void> {
    await this.#keep({ 'demo.alive': now });
  }

  /** What a visitor needs at once: the first days, or what is missing since the last stop. */
  async recent(now: number, stopped: () => boolean, onShare: (share: number) => void): Promise<void> {
    const alive = await this.#read('demo.alive');
    const filled = await this.#read('demo.from');
    const { first, missed } = this.days;
    const since = filled === null ? this.plan.anchor - first * day : (alive ?? this.plan.anchor);
    const from = Math.max(since, now - missed * day);
    await this.span({ from, to: now, skip: 0 }, 0, stopped, onShare);
    if (stopped() || filled !== null) return;
    if (this.storied.length > 0) {
      const month = this.plan.anchor - storyDays * day;
      await this.span({ from: month, to: from, skip: 0, only: this.storied }, 0, stopped);
      if (stopped()) return;
    }
    await this.#keep({ 'demo.from': from, 'demo.skip': 0 });
  }

  /** The rest, back to where it begins, in steps of the first days; goes on where an earlier start stopped. */
  async rest(stopped: () => boolean, onShare: (share: number) => void): Promise<void> {
    const { anchor } = this.plan;
    const end = anchor - this.days.all * day;
    let progress: Progress = {
      from: (await this.#read('demo.from')) ?? anchor,
      skip: (await this.#read('demo.skip')) ?? 0,
    };
    while (progress.from > end && !stopped()) {
      const from = Math.max(end, progress.from - this.days.first * day);
      let kept = Date.now();
      await this.span({ from, to: progress.from, skip: progress.skip }, 15, stopped, async (share, done) => {
        const whole = (anchor - progress.from + share * (progress.from - from)) / (anchor - end);
        onShare(whole);
        if (Date.now() - kept < 5000) return;
        kept = Date.now();
        await this.#keep({ 'demo.skip': done });
      });
      if (stopped()) return;
      progress = { from, skip: 0 };
      await this.#keep({ 'demo.from': from, 'demo.skip': 0 });
    }
    onShare(1);
  }
}
