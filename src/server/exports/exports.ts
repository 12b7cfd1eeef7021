/** Tables as files: who may have which, and the thread that writes them. */
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { Refusal } from '../../base/errors.ts';
import type { Language, MessageId } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import { formatTime } from '../../base/time-text.ts';
import { companyBounds } from '../../contract/company/company-bounds.ts';
import { type ExportFormat, type ExportTableId, exportTables } from '../../contract/exports.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { checkBody } from '../http/validate.ts';
import type { RunningJobs } from '../processes/running-jobs.ts';
import { Shares, shareOf } from '../shares.ts';
import type { Board } from '../sites/board.ts';
import type { Storage } from '../storage/storage.ts';
import { words } from '../words.ts';
import type { ExportJob, FromExports, ToExports } from './messages.ts';
import { startExports } from './start.ts';
import { tables } from './tables/index.ts';

/** Of all companies together, files at the same time. */
const mostFiles = 8;

export interface ExportOptions {
  readonly storage: Storage;
  readonly board: Board;
  readonly settings: { readonly version: string; readonly edition: 'cn' | 'jp' };
  readonly jobs: RunningJobs;
  readonly now?: () => number;
}
/** What is asked for, by whom. */
export interface AskedExport {
  readonly viewer: Viewer;
  readonly language: Language;
  readonly table: ExportTableId;
  readonly query: Readonly<Record<string, unknown>>;
}
interface Going {
  readonly hear: (message: FromExports) => void;
  readonly fail: (error: Error) => void;
}
interface Claimed {
  readonly over: () => Promise<void>;
}
/** How far a file is. */
interface Progress {
  done: number;
  readonly rows: number;
}

/** `page.alarms` names a page, `exports.table.alarms` its rows. */
const titleOf = (table: ExportTableId): MessageId => `exports.table.${table}`;

export class Exports {
  readonly #jobs = new Map<number, Going>();
  /** By user: one file at a time. */
  readonly #progress = new Map<number, Progress>();
  readonly #shares = new Shares({
    ofCompany: companyBounds.exports,
    all: mostFiles,
    companyBusy: 'bounds.companyExports',
    busy: 'bounds.exports',
  });
  #thread: Worker | null = null;
  #last = 0;
  #stopped = false;

  constructor(readonly options: ExportOptions) {}

  /** How far the file of a user is, whichever process writes it; null = none is being written. */
  async progress(userId: number): Promise<Readonly<Progress> | null> {
    const own = this.#progress.get(userId);
    if (own !== undefined) return own;
    const other = await this.options.jobs.one('export', String(userId));
    return other === null ? null : (other.progress as Progress); // written by `write` below
  }

  /** Files under way, for tests. */
  get going(): number {
    return this.#jobs.size;
  }

  /**
   * How many rows a file would have, and its name without the ending.
   * @throws Refusal 403 without the table's permission, 400 and 404 as its query is wrong
   */
  async count(asked: AskedExport): Promise<{ rows: number; name: string }> {
    const { job, name } = await this.#prepare(asked, null);
    return { rows: await this.#counted(job), name };
  }

  /**
   * Begins a file. What it answers reads as it is written; destroying it ends the writing.
   * @throws Refusal as `count`; 409 while the user has another one, 429 where the company or all have too many
   */
  async write(
    asked: AskedExport,
    format: ExportFormat,
  ): Promise<{ readonly file: Readable; readonly name: string; readonly rows: number }> {
    const { userId } = asked.viewer;
    if (this.#progress.has(userId)) throw new Refusal(409, 'exports.running');
    const over = this.#shares.hold(asked.viewer);
    let claimed: Claimed | null = null;
    let writing: Readable | null = null;
    const end = () => {
      this.#progress.delete(userId);
      over();
      void claimed?.over();
    };
    this.#progress.set(userId, { done: 0, rows: 0 });
    try {
      claimed = await this.#claim(asked.viewer, () => writing?.destroy(new Error('a file was ended')));
      const { job, name } = await this.#prepare(asked, format);
      const rows = await this.#counted({ ...job, format: null });
      const progress = { done: 0, rows };
      this.#progress.set(userId, progress);
      const file = this.#stream(job, progress);
      writing = file;
      // It may be ended before anybody reads it.
      file.on('error', () => undefined);
      file.once('close', end);
      return { file, name: `${name}.${format}`, rows };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** @throws Refusal 409 while another process writes a file for the user, 429 where the company has too many at all */
  async #claim(viewer: Viewer, end: () => void): Promise<Claimed> {
    const subject = String(viewer.userId);
    const limit = companyBounds.exports;
    const claimed = await this.options.jobs.begin({
      ...{ kind: 'export', subject, share: shareOf(viewer), most: limit, end },
      progress: () => this.#progress.get(viewer.userId) ?? { done: 0, rows: 0 },
    });
    if (claimed === 'busy') throw new Refusal(409, 'exports.running');
    if (claimed === 'full') throw new Refusal(429, 'bounds.companyExports', { limit });
    return claimed;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { fail } of this.#jobs.values()) fail(new Error('the server stops'));
    this.#jobs.clear();
    const thread = this.#thread;
    this.#thread = null;
    if (thread === null) return;
    const exit = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage({ close: true } satisfies ToExports);
    await exit;
  }

  async #prepare(
    { viewer, language, table, query }: AskedExport,
    format: ExportFormat | null,
  ): Promise<{ job: Omit<ExportJob, 'job'>; name: string }> {
    const { permission, query: schema } = exportTables[table];
    if (!hasPermission(viewer.permissions, permission))
      throw new Refusal(403, 'api.forbidden', { permission });
    const { storage, board, settings } = this.options;
    const now = (this.options.now ?? Date.now)();
    const text = words(language);
    const { edition, version } = settings;
    const asker = { storage, board, viewer, query: checkBody(schema, query), text, edition, now };
    const { given, subject, about } = await tables[table].prepare(asker);
    const title = text(titleOf(table));
    const date = formatTime(now, 'UTC', 'date');
    return {
      name: [title, subject, date].filter((part) => part !== '').join('_'),
      job: {
        ...{ table, given, language, now, format, title },
        companyId: viewer.companyId,
        about: [
          [text('exports.about.table'), title],
          ...about,
          [text('exports.about.when'), new Date(now).toISOString()],
          [text('exports.about.who'), viewer.accountName],
          [text('exports.about.version'), `Groundwatch ${version}`],
        ],
      },
    };
  }

  #counted(wanted: Omit<ExportJob, 'job'>): Promise<number> {
    return new Promise((resolve, reject) => {
      const job = this.#add({
        hear: (message) => {
          this.#jobs.delete(job);
          if ('counted' in message) resolve(message.counted);
          else reject(new Error('failed' in message ? message.failed : 'rows were not counted'));
        },
        fail: reject,
      });
      this.#post({ ...wanted, job });
    });
  }

  #stream(wanted: Omit<ExportJob, 'job'>, progress: Progress): Readable {
    let hasBegun = false;
    const file = new Readable({
      highWaterMark: 256 * 1024,
      read: () => {
        if (hasBegun) this.#post({ more: job });
        else this.#post({ ...wanted, job });
        hasBegun = true;
      },
      destroy: (error, done) => {
        if (this.#jobs.delete(job) && hasBegun) this.#post({ cancel: job });
        done(error);
      },
    });
    const job = this.#add({
      hear: (message) => {
        if ('rows' in message) progress.done = message.rows;
        if ('bytes' in message) file.push(message.bytes);
        else {
          this.#jobs.delete(job);
          if ('failed' in message) file.destroy(new Error(`a file was not written: ${message.failed}`));
          else file.push(null);
        }
      },
      fail: (error) => file.destroy(error),
    });
    return file;
  }

  #add(going: Going): number {
    const job = ++this.#last;
    this.#jobs.set(job, going);
    return job;
  }

  #post(message: ToExports): void {
    if (this.#stopped) {
      if ('job' in message) this.#jobs.get(message.job)?.fail(new Error('the server stops'));
      return;
    }
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = startExports(this.options.storage.replica);
    thread.unref();
    thread.on('message', (message: FromExports) => this.#jobs.get(message.job)?.hear(message));
    const over = (why: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      const jobs = [...this.#jobs.values()];
      this.#jobs.clear();
      for (const { fail } of jobs) fail(new Error('the thread of exports ended', { cause: why }));
    };
    thread.on('error', over);
    thread.on('exit', over);
    return thread;
  }
}
