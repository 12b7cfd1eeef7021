/** Calls that are allowed become orders, each siren's once: what is to be done stands in the database. */
import { Refusal } from '../../base/errors.ts';
import type { Language } from '../../base/messages.ts';
import { readViewer } from '../accounts/viewer.ts';
import { addEntry } from '../alarms/entries.ts';
import { appendAudit } from '../audit/audit.ts';
import { noteChange } from '../changes/change-log.ts';
import { createOrder } from '../delivery/create.ts';
import type { OrderStore } from '../delivery/store.ts';
import type { RtuLink } from '../gateway/links.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, SirenResult } from '../storage/schema.ts';
import { words } from '../words.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { callProblem, type SirenCallRow } from './allowed.ts';

/** The longest wait, ms: what another process has written is noticed by then. */
const longestWait = 2000;

export type SirenFaultPoint = 'sirens.found' | 'sirens.ordered';

export interface CallerOptions {
  readonly store: OrderStore;
  readonly link: (rtuId: number) => RtuLink | null;
  /** An order of the device was made. */
  readonly touched: (rtuId: number) => void;
  readonly failed: (error: unknown) => void;
  readonly faults?: (point: SirenFaultPoint) => void;
  /** Left out: this process is the only one that does it. */
  readonly permit?: WorkPermit | undefined;
}

/** The reason that an order carries: a drill says so before all else. */
const reasonOf = (call: SirenCallRow, language: Language): string => {
  const text = words(language);
  const head =
    call.is_drill !== 0 ? text('sirens.drillMark') : text('sirens.alarmMark', { id: call.alarm_id ?? 0 });
  return (call.reason === '' ? head : `${head}: ${call.reason}`).slice(0, 200);
};

export class SirenCaller {
  readonly #options: CallerOptions;
  readonly #loop: WorkLoop<'calls'>;

  constructor(options: CallerOptions) {
    this.#options = options;
    const { failed, permit } = options;
    this.#loop = new WorkLoop({ run: () => this.#run(), failed, permit, again: [500, 1000, 2000] });
  }

  start(): void {
    this.wake();
  }

  wake(): void {
    this.#loop.wake('calls');
  }

  /** Does all that is to be done now. */
  async settle(): Promise<void> {
    this.wake();
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #run(): Promise<number> {
    const { store, faults } = this.#options;
    const { db } = store.storage;
    const now = store.now();
    const over = await db
      .selectFrom('siren_calls')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('until_t', '<=', now)
      .execute();
    for (const call of over) await this.#end(call, 'over', []);
    const calls = await db
      .selectFrom('siren_calls')
      .selectAll()
      .where('state', '=', 'sounding')
      .orderBy('id')
      .execute();
    for (const call of calls) {
      faults?.('sirens.found');
      const results: SirenResult[] = [];
      for (const [index, target] of fromJson(call.targets).entries())
        results.push({ ...target, ...(await this.#order(call, index)) });
      faults?.('sirens.ordered');
      await this.#end(call, results.some(({ orderId }) => orderId !== null) ? 'sounded' : 'failed', results);
    }
    return longestWait;
  }

  /**
   * Orders one siren of a call. The key is of the call and the siren's place in it: done again after a kill, it answers
   * the order that was made. Whether it may sound is asked in the transaction that makes it.
   */
  async #order(call: SirenCallRow, index: number): Promise<Pick<SirenResult, 'orderId' | 'refused'>> {
    const { store, link, touched } = this.#options;
    const target = fromJson(call.targets)[index];
    try {
      const viewer = call.user_id === null ? null : await readViewer(store.storage, call.user_id);
      if (viewer === null || target === undefined) throw new Refusal(422, 'joint.right');
      const row = await createOrder(store, link, {
        by: { viewer, address: '' },
        language: viewer.language,
        body: {
          key: `${call.id}-${index}`,
          target,
          content: { type: 'action', action: 'soundAlarm', args: { ...fromJson(call.sound) } },
          reason: reasonOf(call, viewer.language),
          surface: 'button',
        },
        confirmation: undefined,
        approval: {
          planId: null,
          check: async (db) => {
            const own = await db
              .selectFrom('siren_calls')
              .selectAll()
              .where('id', '=', call.id)
              .executeTakeFirst();
            const problem = own === undefined ? 'missing' : await callProblem(db, own, store.now());
            if (problem !== null) throw new Refusal(422, `joint.${problem}`);
          },
          made: async () => undefined,
        },
      });
      touched(row.rtu_id);
      return { orderId: row.id, refused: null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { orderId: null, refused: { messageId: error.messageId, params: error.params } };
    }
  }

  async #end(
    call: SirenCallRow,
    state: 'sounded' | 'failed' | 'over',
    results: readonly SirenResult[],
  ): Promise<void> {
    const { store } = this.#options;
    const now = store.now();
    await store.storage.write(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('siren_calls')
        .set({ state, results: toJson(results), ended_at: now })
        .where('id', '=', call.id)
        .where('state', '=', call.state)
        .executeTakeFirst();
      // Two hosts over one database: the other one was first.
      if (numUpdatedRows !== 1n) return;
      await noteCall(db, call, state, now);
      await noteChange(db, 'sirens', call.company_id, now);
    });
  }
}

const entryOf = {
  sounded: 'sirenSounded',
  failed: 'sirenFailed',
  over: 'sirenOver',
  refused: 'sirenRefused',
} as const;

/** What became of a call, in the timeline of its alarm and in the audit; within the caller's transaction. */
export async function noteCall(
  db: Db,
  call: SirenCallRow,
  state: keyof typeof entryOf,
  now: number,
  { userId = call.user_id, accountName = call.account_name, address = '', note = call.reason } = {},
): Promise<void> {
  const alarm =
    call.alarm_id === null
      ? undefined
      : await db.selectFrom('alarms').selectAll().where('id', '=', call.alarm_id).executeTakeFirst();
  if (alarm !== undefined)
    await addEntry(db, alarm, {
      type: entryOf[state],
      t: now,
      known_at: now,
      user_id: userId,
      account_name: accountName,
      note,
    });
  if (state === 'over') return;
  const drill = call.is_drill === 0 ? '' : 'drill, ';
  const of = call.alarm_id === null ? '' : `alarm ${call.alarm_id}, `;
  await appendAudit(db, {
    at: now,
    userId,
    accountName,
    address,
    action: state === 'refused' ? 'siren.refuse' : 'siren.sound',
    subject: `station:${call.station_id}`,
    result: state === 'failed' ? 'failed' : 'ok',
    detail: `${drill}${of}${fromJson(call.targets).length} sirens${call.arming_id === null ? '' : ', armed'}: ${note}`,
  });
}
