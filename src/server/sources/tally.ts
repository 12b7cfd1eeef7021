/** What came by sources and what was refused: counted in memory, written every few seconds and at a stop. */
import type { Refusal } from '../../base/errors.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { startTimer, type WorkClock } from '../work/clock.ts';
import { noteLast } from './source.ts';

const HOUR = 3_600_000;
/** ms until counts are written. */
const writtenAfter = 2000;
/** Messages kept of a source, and the bytes of one that are. */
export const messagesKept = 20;
const bytesKept = 64 * 1024;
/** Reasons of one source and hour that are distinguished: what strangers send must not fill the disk. */
const reasonsKept = 200;
/** Hours that counts and refusals are kept. */
const hoursKept = 31 * 24;

export interface Refused {
  readonly messageId: string;
  readonly params: Refusal['params'];
  /** Channel, topic or file concerned. */
  readonly about: string;
}
interface Hour {
  messages: number;
  stored: number;
  known: number;
  refused: number;
  readonly refusals: Map<string, Refused & { count: number; lastAt: number }>;
}
type Hours = Map<string, Hour & { readonly sourceId: number; readonly hour: number }>;
interface Kept {
  readonly sourceId: number;
  readonly at: number;
  readonly name: string;
  readonly body: Uint8Array;
  readonly bytes: number;
  readonly status: number;
}

/** What became of one message. */
export interface MessageCount {
  readonly at: number;
  readonly stored: number;
  readonly known: number;
  /** What was refused: rows, cells, or the message itself. */
  readonly refused: readonly Refused[];
  /** Rows of which nothing was taken, or 1 for the whole message. */
  readonly rejected: number;
}

export class SourceTally {
  readonly #storage: Storage;
  readonly #failed: (error: unknown) => void;
  readonly #after: WorkClock['after'];
  #hours: Hours = new Map();
  #messages: Kept[] = [];
  #lasts = new Map<number, number>();
  #forget: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;
  #prunedAt = 0;

  constructor(storage: Storage, failed: (error: unknown) => void, after: WorkClock['after'] = startTimer) {
    this.#storage = storage;
    this.#failed = failed;
    this.#after = after;
  }

  count(sourceId: number, { at, stored, known, refused, rejected }: MessageCount): void {
    const hour = Math.floor(at / HOUR) * HOUR;
    const key = `${sourceId} ${hour}`;
    const counts = this.#hours.get(key) ?? {
      sourceId,
      hour,
      messages: 0,
      stored: 0,
      known: 0,
      refused: 0,
      refusals: new Map(),
    };
    this.#hours.set(key, counts);
    counts.messages += 1;
    counts.stored += stored;
    counts.known += known;
    counts.refused += rejected;
    for (const one of refused) {
      const of = `${one.messageId} ${one.about}`;
      const before = counts.refusals.get(of);
      if (before === undefined && counts.refusals.size >= reasonsKept) continue;
      counts.refusals.set(of, { ...one, count: (before?.count ?? 0) + 1, lastAt: at });
    }
    if (stored + known > 0) this.#lasts.set(sourceId, at);
    this.#wake();
  }

  /** Keeps a message, for people to look at and to make a mapping from. */
  keep(
    sourceId: number,
    message: {
      readonly at: number;
      readonly name: string;
      readonly status: number;
      readonly body: Uint8Array;
    },
  ): void {
    const { body, name, ...rest } = message;
    const kept = Uint8Array.from(body.subarray(0, bytesKept));
    this.#messages.push({ ...rest, sourceId, name: name.slice(0, 200), body: kept, bytes: body.length });
    // Of many in a moment the last are enough.
    const own = this.#messages.filter((one) => one.sourceId === sourceId);
    const [oldest] = own;
    if (own.length > messagesKept && oldest !== undefined)
      this.#messages.splice(this.#messages.indexOf(oldest), 1);
    this.#wake();
  }

  #wake(): void {
    if (this.#isStopped) return;
    this.#forget ??= this.#after(writtenAfter, () => {
      void this.flush().catch(this.#failed);
    });
  }

  /** Writes what was counted. @throws what the storage throws; nothing is lost by it */
  flush(): Promise<void> {
    this.#forget?.();
    this.#forget = null;
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => undefined);
    return writing;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.flush().catch(this.#failed);
  }

  async #write(): Promise<void> {
    const [hours, messages, lasts] = [this.#hours, this.#messages, this.#lasts];
    if (hours.size + messages.length + lasts.size === 0) return;
    [this.#hours, this.#messages, this.#lasts] = [new Map(), [], new Map()];
    try {
      await this.#storage.write(async (db) => {
        for (const counts of hours.values()) await addHour(db, counts);
        for (const { sourceId, ...message } of messages)
          await db
            .insertInto('source_messages')
            .values({ source_id: sourceId, ...message })
            .execute();
        for (const id of new Set(messages.map(({ sourceId }) => sourceId))) await pruneMessages(db, id);
        await noteLast(db, lasts);
        const hour = Math.floor(Date.now() / HOUR);
        if (hour === this.#prunedAt) return;
        this.#prunedAt = hour;
        const before = (hour - hoursKept) * HOUR;
        await db.deleteFrom('source_hours').where('hour', '<', before).execute();
        await db.deleteFrom('source_refusals').where('hour', '<', before).execute();
      });
    } catch (error) {
      this.#giveBack(hours, messages, lasts);
      this.#wake();
      throw error;
    }
  }

  #giveBack(hours: Hours, messages: Kept[], lasts: Map<number, number>): void {
    this.#messages = [...messages, ...this.#messages];
    for (const [id, at] of lasts) this.#lasts.set(id, Math.max(at, this.#lasts.get(id) ?? 0));
    for (const [key, counts] of hours) {
      const since = this.#hours.get(key);
      if (since === undefined) {
        this.#hours.set(key, counts);
        continue;
      }
      since.messages += counts.messages;
      since.stored += counts.stored;
      since.known += counts.known;
      since.refused += counts.refused;
      for (const [of, one] of counts.refusals) {
        const later = since.refusals.get(of);
        since.refusals.set(of, later === undefined ? one : { ...later, count: later.count + one.count });
      }
    }
  }
}

async function addHour(
  db: Db,
  { sourceId, hour, messages, stored, known, refused, refusals }: Hour & { sourceId: number; hour: number },
): Promise<void> {
  await db
    .insertInto('source_hours')
    .values({ source_id: sourceId, hour, messages, stored, known, refused })
    .onConflict((on) =>
      on.columns(['source_id', 'hour']).doUpdateSet((of) => ({
        messages: of('source_hours.messages', '+', messages),
        stored: of('source_hours.stored', '+', stored),
        known: of('source_hours.known', '+', known),
        refused: of('source_hours.refused', '+', refused),
      })),
    )
    .execute();
  for (const { messageId, about, count, lastAt, params } of refusals.values()) {
    const last = { last_at: lastAt, params: JSON.stringify(params) };
    await db
      .insertInto('source_refusals')
      .values({ source_id: sourceId, hour, reason: messageId, about: about.slice(0, 128), count, ...last })
      .onConflict((on) =>
        on
          .columns(['source_id', 'hour', 'reason', 'about'])
          .doUpdateSet((of) => ({ ...last, count: of('source_refusals.count', '+', count) })),
      )
      .execute();
  }
}

async function pruneMessages(db: Db, sourceId: number): Promise<void> {
  const border = await db
    .selectFrom('source_messages')
    .select('id')
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .offset(messagesKept)
    .limit(1)
    .executeTakeFirst();
  if (border === undefined) return;
  await db
    .deleteFrom('source_messages')
    .where('source_id', '=', sourceId)
    .where('id', '<=', border.id)
    .execute();
}
