/**
 * Sends messages: each until it is accepted, given up or answered. What waits for one recipient goes together. A channel
 * that is slow or down holds up no other, and red has a lane of its own in each: it waits for nothing that is under way.
 */

import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { groupBy } from '../../base/group.ts';
import { isCompanyOff } from '../accounts/active.ts';
import { noteChange } from '../changes/change-log.ts';
import type { Database, Db, MessageTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { noteResult } from './channel-states.ts';
import { mayStillBeTold, refusedBecause } from './still-notified.ts';

export type MessageRow = Selectable<MessageTable>;

/** What one recipient gets over one channel at once, the worst first. All of it has one outcome. */
export interface Dispatch {
  /** The same for each repeat. */
  readonly id: string;
  readonly channel: string;
  readonly messages: readonly MessageRow[];
}

/** `permanent`: no repeat can help. `answer`: what the other side said, in its own words or as a message's id. */
export type DispatchOutcome =
  | ({ readonly accepted: true } & Said)
  | ({ readonly accepted: false; readonly permanent: boolean } & Said);
interface Said {
  readonly title: string;
  /** What was said, without links that answer; left out = it is not kept. */
  readonly content?: string;
  readonly answer: string;
}

export interface ChannelSender {
  /** Deliveries that are under way at the same time. */
  readonly atOnce: number;
  /** Deliveries a minute over the whole channel; none = as many as there are. */
  readonly perMinute?: number;
  send(delivery: Dispatch): Promise<DispatchOutcome>;
}

/** Alarms that follow one that was notified wait for so long, and go together, ms. */
export const floodWindow = 30_000;
/** Messages to one recipient over one channel within an hour, after which they come as a digest. Assumed. */
export const mostAnHour = 20;
/** How long a digest gathers, ms. Assumed. */
export const digestEvery = 15 * 60_000;
/** Nothing holds these back. */
const neverHeldFrom = 4;
/** A delivery that says nothing for so long counts as lost, and is repeated, ms. */
const lostAfter = 120_000;
const longestWait = 2000;
/** Before the channel in the key of the loop: the lane of what is never held back. */
const urgent = '!';
/** Pauses before a repeat, ms; the last of them for all others. */
const pauses = [2000, 5000, 15_000, 60_000, 180_000, 600_000];
const together = 500;
/** Of what waits for its recipient red takes along so many, the worst first: more would hold it up, and nobody reads it. Assumed. */
export const mostAlong = 40;
/** Characters of what a message said that are kept. */
const longestContent = 4000;

export type NotifyFaultPoint = 'notify.claimed' | 'notify.sent';

export interface OutboxOptions {
  readonly storage: Storage;
  /** The sender of a channel; null = it is not set up. */
  readonly senderOf: (channel: string) => Promise<ChannelSender | null>;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Called at points of a delivery: a test ends the process there. */
  readonly faults?: (point: NotifyFaultPoint) => void;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

const hour = 3_600_000;

/** Cuts what a stranger answered to what a person may read. */
const printable = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, 200).join('');

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #now: () => number;
  readonly #loop: WorkLoop<string>;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#loop = new WorkLoop({
      run: (key) => (key === '' ? this.#look() : this.#run(key)),
      failed: options.failed,
      permit: options.permit,
      again: [500, 1000, 2000, 5000],
    });
  }

  wake(): void {
    this.#loop.wake('');
  }

  /** Sends all that is due. */
  async settle(): Promise<void> {
    this.wake();
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Wakes each lane that has something to send. */
  async #look(): Promise<number> {
    // Written out: of two parameters PostgreSQL does not know that what is selected and what is grouped by are the same.
    const isUrgent = sql<number>`CASE WHEN rank >= ${sql.lit(neverHeldFrom)} THEN 1 ELSE 0 END`;
    const rows = await this.#options.storage.db
      .selectFrom('messages')
      .select('channel')
      .select(isUrgent.as('urgent'))
      .select(({ fn }) => fn.min<number>('due_at').as('due'))
      .where('due_at', 'is not', null)
      .groupBy(['channel', isUrgent])
      .execute();
    const now = this.#now();
    let wait = longestWait;
    for (const { channel, due, ...row } of rows) {
      if (Number(due) <= now) this.#loop.wake(`${Number(row.urgent) === 1 ? urgent : ''}${channel}`);
      else wait = Math.min(wait, Number(due) - now);
    }
    return Math.max(1, wait);
  }

  async #run(lane: string): Promise<null> {
    const { storage, senderOf, faults } = this.#options;
    const channel = lane.startsWith(urgent) ? lane.slice(urgent.length) : lane;
    const due = await storage.db
      .selectFrom('messages')
      .selectAll()
      .where('channel', '=', channel)
      .where('due_at', '<=', this.#now())
      .where('rank', channel === lane ? '<' : '>=', neverHeldFrom)
      .orderBy('rank', 'desc')
      .orderBy('id')
      .limit(together)
      .execute();
    if (due.length === 0) return null;
    const sender = await senderOf(channel);
    // A repeat is what it was; what is new goes together.
    const groups = groupBy(
      due,
      (row) => row.delivery ?? `${row.recipient} ${row.address} ${row.project_id} ${aloneKey(row)}`,
    );
    const waiting = [...groups.values()];
    // Each is taken just before it is sent: what it has to wait for is counted from what went before it.
    const next = async (): Promise<void> => {
      const rows = waiting.shift();
      if (rows === undefined) return;
      const delivery = await storage.write((db) => this.#claim(db, channel, rows, sender));
      if (delivery !== null && sender !== null) {
        faults?.('notify.claimed');
        await this.#deliver(sender, delivery);
      }
      return next();
    };
    await Promise.all(Array.from({ length: sender?.atOnce ?? 1 }, next));
    this.wake();
    return null;
  }

  /** When a group may go; what it waits for is written with it. */
  async #heldUntil(
    db: Db,
    channel: string,
    [first]: readonly MessageRow[],
    sender: ChannelSender,
    now: number,
  ) {
    if (first === undefined || first.rank >= neverHeldFrom || first.alarm_id === null) return now;
    // Somebody asks for it now.
    if (first.kind === 'again') return now;
    const sent = await db
      .selectFrom('messages')
      .select(['delivery', 'done_at', 'project_id'])
      .where('recipient', '=', first.recipient)
      .where('channel', '=', channel)
      .where('address', '=', first.address)
      .where('alarm_id', 'is not', null)
      .where('delivery', 'is not', null)
      .where('done_at', '>', now - hour)
      .execute();
    const deliveries = new Set(sent.map(({ delivery }) => delivery));
    const last = Math.max(...sent.map(({ done_at }) => done_at ?? 0), Number.NEGATIVE_INFINITY);
    if (deliveries.size >= mostAnHour && last + digestEvery > now) return last + digestEvery;
    const own = sent.filter((row) => row.project_id === first.project_id).map(({ done_at }) => done_at ?? 0);
    const window = Math.max(...own, Number.NEGATIVE_INFINITY) + floodWindow;
    if (window > now) return window;
    if (sender.perMinute === undefined) return now;
    const { count, oldest } = await db
      .selectFrom('messages')
      .select(({ fn }) => [
        fn.count<number | string>('delivery').distinct().as('count'),
        fn.min<number>('done_at').as('oldest'),
      ])
      .where('channel', '=', channel)
      .where(({ eb, or }) => or([eb('done_at', '>', now - 60_000), eb('state', '=', 'sending')]))
      .where('delivery', 'is not', null)
      .executeTakeFirstOrThrow();
    return Number(count) >= sender.perMinute ? Number(oldest ?? now) + 60_000 : now;
  }

  /** Takes a group for sending, or says why it does not go. */
  async #claim(
    db: Db,
    channel: string,
    rows: readonly MessageRow[],
    sender: ChannelSender | null,
  ): Promise<Dispatch | null> {
    const now = this.#now();
    const ids = rows.map(({ id }) => id);
    const [asked] = rows;
    if (asked === undefined) return null;
    // Answered, or taken by another process, since it was looked for.
    const all = db
      .selectFrom('messages')
      .selectAll()
      .where(({ eb, or }) => or([eb('id', 'in', ids), ...companions(eb, asked)]))
      .where('due_at', '<=', now)
      .orderBy('rank', 'desc')
      .orderBy('id');
    // A repeat is all of what it was.
    const still = await (asked.delivery === null ? all.limit(ids.length + mostAlong) : all).execute();
    const [first] = still;
    if (first === undefined) return null;
    const expired = still.filter((row) => row.expires_at <= now);
    await this.#giveUp(db, expired, now, 'notify.reason.expired');
    const alive = still.filter((row) => row.expires_at > now);
    if (alive.length === 0) return null;
    if (first.kind !== 'code' && (await isCompanyOff(db, first.company_id))) {
      await this.#giveUp(db, alive, now, 'notify.reason.companyOff');
      return null;
    }
    if (first.user_id !== null && first.kind !== 'code') {
      // Rights are those of now: whoever lost them in the meantime learns nothing.
      if (!(await mayStillBeTold(db, first))) {
        await this.#giveUp(db, alive, now, refusedBecause(first));
        return null;
      }
    }
    if (sender === null) {
      await this.#giveUp(db, alive, now, 'notify.reason.notSetUp');
      return null;
    }
    const until = first.delivery === null ? await this.#heldUntil(db, channel, alive, sender, now) : now;
    const held = alive.map(({ id }) => id);
    if (until > now) {
      await db.updateTable('messages').set({ due_at: until }).where('id', 'in', held).execute();
      return null;
    }
    const id = first.delivery ?? randomUUID();
    const messages = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        state: 'sending',
        delivery: id,
        due_at: now + lostAfter,
        tries: eb('tries', '+', 1),
      }))
      .where('id', 'in', held)
      .where('due_at', '<=', now)
      .returningAll()
      .execute();
    if (messages.length === 0) return null;
    return { id, channel, messages: messages.sort((a, b) => b.rank - a.rank || a.id - b.id) };
  }

  async #giveUp(db: Db, rows: readonly MessageRow[], now: number, answer: string): Promise<void> {
    if (rows.length === 0) return;
    await db
      .updateTable('messages')
      .set({ state: 'gaveUp', due_at: null, done_at: now, answer })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    await noteAlarms(db, rows, now);
  }

  async #deliver(sender: ChannelSender, delivery: Dispatch): Promise<void> {
    const { storage, faults } = this.#options;
    const began = performance.now();
    let outcome: DispatchOutcome;
    try {
      outcome = await sender.send(delivery);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      outcome = { accepted: false, permanent: false, title: '', answer: text };
    }
    const took = Math.round(performance.now() - began);
    faults?.('notify.sent');
    await storage.write(async (db) => {
      const now = this.#now();
      const { accepted, title } = outcome;
      const answer = printable(outcome.answer);
      const again = !accepted && !outcome.permanent;
      for (const row of delivery.messages) {
        const pause = pauses[Math.min(row.tries - 1, pauses.length - 1)] ?? 0;
        await db
          .updateTable('messages')
          .set({
            state: accepted ? 'accepted' : again ? 'failed' : 'gaveUp',
            due_at: again ? now + pause : null,
            done_at: again ? null : now,
            title: title.slice(0, 300),
            content: (outcome.content ?? '').slice(0, longestContent),
            answer,
          })
          .where('id', '=', row.id)
          .where('state', '=', 'sending')
          .execute();
      }
      await noteAlarms(db, delivery.messages, now);
      await noteResult(db, delivery, { accepted, answer, took, now });
    });
  }
}

/** Kinds of which each message goes by itself: it leads to a page of its own, or is said once more. */
const eachAlone = ['again', 'report', 'work', 'data'];
/** Of what goes by itself, not with what else its recipient waits for: codes and drills together, what is said again each alone. */
const aloneKey = ({ kind, id }: MessageRow): string =>
  kind === 'code' || kind === 'drill' ? kind : eachAlone.includes(kind) ? String(id) : '';

/** What goes with a message besides those that were found with it: the rest of a repeat, and with red what else waits for its recipient. */
function companions(eb: ExpressionBuilder<Database, 'messages'>, row: MessageRow) {
  if (row.delivery !== null) return [eb('delivery', '=', row.delivery)];
  if (row.rank < neverHeldFrom || aloneKey(row) !== '') return [];
  return [
    eb.and([
      eb('channel', '=', row.channel),
      eb('recipient', '=', row.recipient),
      eb('address', '=', row.address),
      eb('project_id', '=', row.project_id),
      eb('kind', 'not in', ['code', 'drill', ...eachAlone]),
      eb('delivery', 'is', null),
    ]),
  ];
}

/** The alarms of messages changed for whoever looks at them. */
async function noteAlarms(db: Db, rows: readonly MessageRow[], now: number): Promise<void> {
  for (const id of new Set(rows.flatMap(({ alarm_id }) => alarm_id ?? [])))
    await noteChange(db, 'alarm', id, now);
}
