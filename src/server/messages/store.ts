/** The table of messages: written some hundreds at a time, bounded by days and bytes for each company. */
import { type Kysely, sql } from 'kysely';
import {
  type DecodedMetric,
  type DeviceMessageKind,
  type MessageProblem,
  type MessageWay,
  messageBounds,
} from '../../contract/messages.ts';
import { toJson } from '../storage/json.ts';
import type { Database, Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** A message as it is written. */
export interface WrittenMessage {
  readonly at: number;
  /** 0 = unknown. */
  readonly companyId: number;
  readonly rtuId: number | null;
  readonly sourceId: number | null;
  readonly sender: string;
  readonly address: string;
  readonly isOut: boolean;
  readonly way: MessageWay;
  readonly kind: DeviceMessageKind;
  readonly topic: string;
  readonly qos: number | null;
  readonly bytes: number;
  readonly level: 0 | 1 | 2;
  readonly readings: number;
  readonly isSecret: boolean;
  readonly problems: readonly MessageProblem[];
  readonly metrics: readonly DecodedMetric[];
  readonly body: Uint8Array | null;
}
export type DroppedCounts = ReadonlyMap<
  number,
  { readonly count: number; readonly from: number; readonly to: number }
>;

/** Numbers within a millisecond; ids stay within 2^53 until the year 2109. */
const idsOfMs = 2048;
export const timeOfId = (id: number): number => Math.floor(id / idsOfMs);
export const firstIdOf = (at: number): number => at * idsOfMs;

/** Bytes that a message takes besides what is counted: its other columns and its places in the indexes (*assumed*). */
const rest = 160;
/** Rows of one statement; messages that one transaction removes. */
const rowsTogether = 50;
const removedTogether = 500;
/** What was dropped is counted anew when nothing was for as long. */
const calm = 24 * 3_600_000;
/** ms between looks at what is too old, and at settings that another process changed. */
const pruneEvery = 60_000;
const day = 86_400_000;

export interface MessageSettings {
  readonly days: number;
  readonly megabytes: number;
}
export const usualSettings: MessageSettings = {
  days: messageBounds.days.usual,
  megabytes: messageBounds.megabytes.usual,
};

export class MessageStoreRoom {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #failed: (error: unknown) => void;
  #settings = new Map<number, MessageSettings>();
  #kept = new Map<number, number>();
  #last = 0;
  #timer: NodeJS.Timeout | null = null;
  #pruning: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(storage: Storage, now: () => number, failed: (error: unknown) => void) {
    this.#storage = storage;
    this.#now = now;
    this.#failed = failed;
  }

  async start(): Promise<void> {
    await this.#load();
    this.#timer = setInterval(() => void this.prune(), pruneEvery);
  }

  async #load(): Promise<void> {
    const { db } = this.#storage;
    const settings = await db.selectFrom('message_settings').selectAll().execute();
    this.#settings = new Map(
      settings.map(({ company_id, days, megabytes }) => [company_id, { days, megabytes }]),
    );
    const totals = await db.selectFrom('message_totals').select(['company_id', 'kept']).execute();
    this.#kept = new Map(totals.map(({ company_id, kept }) => [company_id, kept]));
  }

  settingsOf(companyId: number): MessageSettings {
    return this.#settings.get(companyId) ?? usualSettings;
  }

  /** Writes messages in the order in which they came, and what had to be left out. @throws what the storage throws */
  async write(messages: readonly WrittenMessage[], dropped: DroppedCounts): Promise<void> {
    const rows = messages.map((message) => {
      const names = message.metrics.map(({ name, channel }) =>
        channel === null ? name : `${name} ${channel}`,
      );
      const words = [message.sender, message.topic, ...new Set(names)].join(' ').toLowerCase().slice(0, 4000);
      const decoded = toJson(message.metrics);
      const problems = toJson(message.problems);
      const kept =
        rest +
        words.length +
        decoded.length +
        problems.length +
        message.topic.length +
        (message.body?.length ?? 0);
      // One millisecond may bring several, and a clock may be set back: ids go on upwards.
      this.#last = Math.max(this.#last + 1, firstIdOf(message.at));
      return {
        ...{
          id: this.#last,
          company_id: message.companyId,
          rtu_id: message.rtuId,
          source_id: message.sourceId,
        },
        ...{
          sender: message.sender,
          address: message.address,
          is_out: Number(message.isOut),
          way: message.way,
        },
        ...{ kind: message.kind, topic: message.topic, qos: message.qos, bytes: message.bytes, kept },
        ...{ level: message.level, readings: message.readings, is_secret: Number(message.isSecret) },
        ...{ problems, words, decoded, body: message.body },
      };
    });
    const added = new Map<number, { messages: number; kept: number }>();
    for (const { company_id, kept } of rows) {
      const of = added.get(company_id) ?? { messages: 0, kept: 0 };
      added.set(company_id, { messages: of.messages + 1, kept: of.kept + kept });
    }
    await this.#storage.write(async (db) => {
      for (let from = 0; from < rows.length; from += rowsTogether)
        await db
          .insertInto('device_messages')
          .values(rows.slice(from, from + rowsTogether))
          // Another process had the same thought at the same moment: once in years.
          .onConflict((known) => known.column('id').doNothing())
          .execute();
      for (const companyId of new Set([...added.keys(), ...dropped.keys()]))
        await count(db, companyId, added.get(companyId), dropped.get(companyId));
    });
    for (const [companyId, { kept }] of added) {
      const all = (this.#kept.get(companyId) ?? 0) + kept;
      this.#kept.set(companyId, all);
      if (all > this.settingsOf(companyId).megabytes * 1e6) void this.prune();
    }
  }

  /** Removes what is too old or too much, in pieces, one pass at a time. */
  prune(): Promise<void> {
    this.#pruning = this.#pruning.then(() => this.#prune()).catch(this.#failed);
    return this.#pruning;
  }

  async #prune(): Promise<void> {
    if (this.#isStopped) return;
    await this.#load();
    for (const companyId of this.#kept.keys())
      while (!this.#isStopped && (await this.#pruneOf(companyId))) await new Promise(setImmediate);
  }

  /** Removes the oldest of a company; true where more may have to go. */
  async #pruneOf(companyId: number): Promise<boolean> {
    const { days, megabytes } = this.settingsOf(companyId);
    const border = firstIdOf(this.#now() - days * day);
    const oldest = await this.#storage.db
      .selectFrom('device_messages')
      .select(['id', 'kept'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .limit(removedTogether)
      .execute();
    let kept = this.#kept.get(companyId) ?? 0;
    let gone = 0;
    let last: number | null = null;
    for (const one of oldest) {
      if (one.id >= border && kept <= megabytes * 1e6) break;
      kept -= one.kept;
      gone += one.kept;
      last = one.id;
    }
    if (last === null) return false;
    const upTo = last;
    await this.#storage.write(async (db) => {
      const removed = await db
        .deleteFrom('device_messages')
        .where('company_id', '=', companyId)
        .where('id', '<=', upTo)
        .executeTakeFirst();
      await db
        .updateTable('message_totals')
        .set((of) => ({
          messages: of('messages', '-', Number(removed.numDeletedRows)),
          kept: of('kept', '-', gone),
        }))
        .where('company_id', '=', companyId)
        .execute();
    });
    this.#kept.set(companyId, (this.#kept.get(companyId) ?? 0) - gone);
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#pruning;
  }
}

async function count(
  db: Db | Kysely<Database>,
  companyId: number,
  { messages, kept } = { messages: 0, kept: 0 },
  dropped?: { readonly count: number; readonly from: number; readonly to: number },
): Promise<void> {
  await db
    .insertInto('message_totals')
    .values({
      ...{ company_id: companyId, messages, kept, dropped: dropped?.count ?? 0 },
      ...{ dropped_from: dropped?.from ?? null, dropped_to: dropped?.to ?? null },
    })
    .onConflict((known) =>
      known.column('company_id').doUpdateSet((of) => ({
        messages: of('message_totals.messages', '+', messages),
        kept: of('message_totals.kept', '+', kept),
        ...(dropped === undefined
          ? {}
          : {
              dropped: sql<number>`CASE WHEN message_totals.dropped_to >= ${dropped.from - calm}
                THEN message_totals.dropped ELSE 0 END + ${dropped.count}`,
              dropped_from: sql<number>`CASE WHEN message_totals.dropped_to >= ${dropped.from - calm}
                THEN message_totals.dropped_from ELSE ${dropped.from} END`,
              dropped_to: dropped.to,
            }),
      })),
    )
    .execute();
}
