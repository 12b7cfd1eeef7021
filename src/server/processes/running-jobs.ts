/** Long work that one process does and any of them is asked about: a row for as long as it is done. */
import { randomUUID } from 'node:crypto';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { isShared, momentOf } from './moment.ts';

export type JobKind = 'export' | 'rehearsal' | 'report';

/** How often a process renews the rows of what it does, and learns that somebody wants the end of it, ms. */
const beatEvery = 1000;
/** How long a row counts without: the process is gone, or did nothing for so long that it must not go on. */
const goodFor = 10_000;
/** Alone on a database nobody else looks: the row is removed when the process begins again. */
const forEver = Number.MAX_SAFE_INTEGER;

/** Why work is ended from outside: somebody asked another process for it, or another process has its place. */
export type JobEnd = 'wanted' | 'lost';

/** What is to be done, and what of it others see; `share`: whose part of `most` it uses (server/shares). */
export interface NewJob {
  readonly kind: JobKind;
  readonly subject: string;
  readonly share: string;
  /** Of the share's at the same time, over all processes. */
  readonly most?: number;
  /** JSON for `one`, asked for once a second. */
  readonly progress: () => unknown;
  readonly end: (why: JobEnd) => void;
}

interface Own extends NewJob {
  isEnding: boolean;
}

export class RunningJobs {
  /** The name of this process, this time. */
  readonly process = randomUUID();
  readonly #own = new Map<string, Own>();
  readonly #beat: WorkLoop;

  constructor(
    readonly storage: Storage,
    readonly failed: (error: unknown) => void,
    readonly now: () => number = Date.now,
  ) {
    this.#beat = new WorkLoop({ run: () => this.#renew(), failed, again: [500, 1000] });
  }

  get #isShared(): boolean {
    return isShared(this.storage.db);
  }

  /** Alone on a database nothing runs before this process does. */
  async start(): Promise<void> {
    if (!this.#isShared) await this.storage.write((db) => db.deleteFrom('running_jobs').execute());
  }

  /**
   * Begins work, unless its subject is being worked on or its share has as much as it may. What `over` answers ends it.
   */
  async begin(job: NewJob): Promise<{ readonly over: () => Promise<void> } | 'busy' | 'full'> {
    const { kind, subject, share, most } = job;
    const found = await this.storage.write(async (db) => {
      const at = await momentOf(db, this.now);
      await db.deleteFrom('running_jobs').where('until', '<=', at).execute();
      const rows = await db
        .selectFrom('running_jobs')
        .select(['subject', 'share'])
        .where('kind', '=', kind)
        .execute();
      if (rows.some((row) => row.subject === subject)) return 'busy';
      if (most !== undefined && rows.filter((row) => row.share === share).length >= most) return 'full';
      const until = this.#isShared ? at + goodFor : forEver;
      const row = { kind, subject, process: this.process, share, until, end_wanted: 0 };
      await db
        .insertInto('running_jobs')
        .values({ ...row, progress: JSON.stringify(job.progress()) })
        .execute();
      return null;
    });
    if (found !== null) return found;
    const key = `${kind} ${subject}`;
    const own = { ...job, isEnding: false };
    this.#own.set(key, own);
    if (this.#isShared) this.#beat.wake(undefined, beatEvery);
    return {
      over: async () => {
        if (this.#own.get(key) !== own) return;
        this.#own.delete(key);
        await this.#remove(job).catch(this.failed);
      },
    };
  }

  /** What a process says of its work on a subject, a second ago at most; null = none works on it. */
  async one(kind: JobKind, subject: string): Promise<{ readonly progress: unknown } | null> {
    const { db } = this.storage;
    const asked = db
      .selectFrom('running_jobs')
      .select(['progress', 'until'])
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst();
    const [row, at] = await Promise.all([asked, momentOf(db, this.now)]);
    return row === undefined || row.until <= at ? null : { progress: JSON.parse(row.progress) };
  }

  /** Subjects that some process works on. */
  async subjects(db: Db, kind: JobKind): Promise<readonly string[]> {
    const at = await momentOf(db, this.now);
    const rows = await db
      .selectFrom('running_jobs')
      .select('subject')
      .where('kind', '=', kind)
      .where('until', '>', at)
      .execute();
    return rows.map(({ subject }) => subject);
  }

  /** Asks whichever process works on a subject to end it: within about a second. False = none does. */
  async askEnd(kind: JobKind, subject: string): Promise<boolean> {
    const { numUpdatedRows } = await this.storage.write(async (db) => {
      const at = await momentOf(db, this.now);
      return db
        .updateTable('running_jobs')
        .set({ end_wanted: 1 })
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('until', '>', at)
        .executeTakeFirst();
    });
    return numUpdatedRows > 0n;
  }

  /** What is done by then is others' to begin again. */
  async stop(): Promise<void> {
    await this.#beat.stop();
    const rest = [...this.#own.values()];
    this.#own.clear();
    for (const job of rest) await this.#remove(job).catch(this.failed);
  }

  async #remove({ kind, subject }: NewJob): Promise<void> {
    await this.storage.write((db) =>
      db
        .deleteFrom('running_jobs')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('process', '=', this.process)
        .execute(),
    );
  }

  async #renew(): Promise<number | null> {
    const jobs = [...this.#own.entries()];
    if (jobs.length === 0) return null;
    const ends = await this.storage.write(async (db) => {
      const at = await momentOf(db, this.now);
      const found: (readonly [string, JobEnd])[] = [];
      for (const [key, { kind, subject, progress }] of jobs) {
        const row = await db
          .updateTable('running_jobs')
          .set({ until: at + goodFor, progress: JSON.stringify(progress()) })
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .where('process', '=', this.process)
          .where('until', '>', at)
          .returning('end_wanted')
          .executeTakeFirst();
        if (row === undefined || row.end_wanted !== 0)
          found.push([key, row === undefined ? 'lost' : 'wanted']);
      }
      return found;
    });
    for (const [key, why] of ends) {
      const own = this.#own.get(key);
      if (own === undefined || own.isEnding) continue;
      own.isEnding = true;
      own.end(why);
    }
    return beatEvery;
  }
}
