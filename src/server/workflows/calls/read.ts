/** Reading from devices: ordered once each, in their durable queues, and waited for as long as it takes. */
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../../../base/errors.ts';
import type { HostCallArgs } from '../../../script/calls.ts';
import type { DeviceReason } from '../../../script/problem.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { createOrder } from '../../delivery/create.ts';
import type { Delivery } from '../../delivery/delivery.ts';
import { type OrderRow, stateOf } from '../../delivery/row.ts';
import type { Db } from '../../delivery/store.ts';
import type { Board } from '../../sites/board.ts';
import { Answers } from './answers.ts';
import { type Failure, type FoundDevice, failure, findDevice } from './devices.ts';
import type { ReportedGroup } from './reported.ts';
import { ofGroup, readAllReported } from './reported-values.ts';

/** ms that a device's values may come after its answer. */
const tellingTime = 3000;
const together = 500;
/** Devices that are looked at without letting others be served. */
const atOnce = 50;
const open = ['queued', 'sending', 'retry'];

export interface ReadCall {
  readonly runId: string;
  readonly seq: number;
  readonly title: string;
  readonly address: string;
  readonly args: HostCallArgs<'read'>;
}
type Outcome = { readonly key: string; readonly found: FoundDevice } | { readonly failed: Failure };
interface Parts {
  readonly delivery: Delivery;
  readonly board: Board;
  /** False once the run has ended: nothing more is ordered for it. */
  readonly goesOn: (db: Db, runId: string) => Promise<boolean>;
}
class RunOver extends Error {}

const reasonOf = ({ status, messageId }: Refusal): DeviceReason => {
  if (messageId === 'command.queueFull') return 'queueFull';
  if (messageId === 'command.landsTooLate') return 'landsTooLate';
  return status === 404 ? 'gone' : 'refused';
};

export class DeviceRead {
  readonly #outcomes: Outcome[] = [];
  /** RTUs whose queues hold something of it. */
  readonly rtus = new Set<number>();
  #ordered = false;

  constructor(
    readonly call: ReadCall,
    readonly parts: Parts,
  ) {}

  get ordered(): boolean {
    return this.#ordered;
  }

  /**
   * Orders what is not ordered yet: each under a key of its run and call, so that doing it again is the same order.
   * `done` is called after each, and returns false when nothing more is wanted.
   */
  async order(viewer: Viewer, done: () => boolean): Promise<void> {
    const { call, parts } = this;
    const { delivery, board } = parts;
    this.#outcomes.length = 0;
    const asked = new Map<string, Outcome>();
    let looked = 0;
    const push = (name: string, outcome: Outcome) => {
      asked.set(name, outcome);
      this.#outcomes.push(outcome);
    };
    for (const device of call.args.devices) {
      if (looked++ % atOnce === 0) await turn();
      const name = `${device.station}/${device.slot}`;
      const known = asked.get(name);
      if (known !== undefined) {
        this.#outcomes.push(known);
        continue;
      }
      const found = findDevice(board, viewer, device, call.args.group);
      if (typeof found === 'string') {
        push(name, { failed: failure(viewer, found, device.slot) });
        continue;
      }
      const { rtuId, slot } = found;
      const key = `${call.runId}-${call.seq}-${rtuId}${slot === null ? '' : `-${slot}`}`;
      try {
        const row = await createOrder(delivery.store, (id) => delivery.gateway.link(id), {
          by: { viewer, address: call.address },
          language: viewer.language,
          confirmation: undefined,
          check: async (db) => {
            if (!(await parts.goesOn(db, call.runId))) throw new RunOver();
          },
          body: {
            key,
            target: { rtuId, slot },
            content: { type: 'action', action: slot === null ? 'readAll' : 'readParameters', args: {} },
            reason: call.title,
            surface: 'script',
          },
        });
        delivery.touched(row.rtu_id);
        this.rtus.add(rtuId);
        push(name, { key, found });
      } catch (error) {
        if (error instanceof RunOver) return;
        if (!(error instanceof Refusal)) throw error;
        push(name, { failed: failure(viewer, reasonOf(error), slot) });
      }
      if (!done()) return;
    }
    this.#ordered = true;
  }

  /** How many of its orders have not ended. */
  async #awaited(userId: number): Promise<number> {
    const keys = this.#keys();
    let sum = 0;
    for (let from = 0; from < keys.length; from += together) {
      await turn();
      const { count } = await this.parts.delivery.store.storage.db
        .selectFrom('orders')
        .select((expression) => expression.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .where('idempotency_key', 'in', keys.slice(from, from + together))
        .where('state', 'in', [...open])
        .executeTakeFirstOrThrow();
      sum += Number(count);
    }
    return sum;
  }

  /** Orders of it, by their key. */
  async orders(userId: number): Promise<ReadonlyMap<string, OrderRow>> {
    const keys = this.#keys();
    const rows: OrderRow[] = [];
    for (let from = 0; from < keys.length; from += together) {
      await turn();
      rows.push(
        ...(await this.parts.delivery.store.storage.db
          .selectFrom('orders')
          .selectAll()
          .where('user_id', '=', userId)
          .where('idempotency_key', 'in', keys.slice(from, from + together))
          .execute()),
      );
    }
    return new Map(rows.map((row) => [row.idempotency_key, row]));
  }

  #keys(): readonly string[] {
    return [...new Set(this.#outcomes.flatMap((one) => ('key' in one ? [one.key] : [])))];
  }

  /**
   * The answer's JSON once every device has one, or else how many are waited for; `again`: ms after which to look once
   * more. @throws CallProblem for an answer that is too large
   */
  async look(
    viewer: Viewer,
    now: number,
  ): Promise<{ readonly text: string } | { readonly awaited: number; readonly again: number | null }> {
    const { board, delivery } = this.parts;
    // Counted first: of hundreds of devices each that moves would else have all of them read.
    const awaited = await this.#awaited(viewer.userId);
    if (awaited > 0) return { awaited, again: null };
    const orders = await this.orders(viewer.userId);
    await delivery.shadow.flush();
    const answers = new Answers();
    let again: number | null = null;
    const { devices, group } = this.call.args;
    for (let from = 0; from < this.#outcomes.length; from += atOnce) {
      await turn();
      const part = this.#outcomes.slice(from, from + atOnce);
      const rtus = new Set(part.flatMap((one) => ('failed' in one ? [] : one.found.rtuId)));
      const reported = await readAllReported(delivery.store.storage.db, [...rtus]);
      const answerOf = (one: Outcome, index: number): ReportedGroup | Failure => {
        if ('failed' in one) return one.failed;
        const { rtuId, slot } = one.found;
        const row = orders.get(one.key);
        // Seen again with the rights of now: it may have gone meanwhile.
        const device = devices[from + index];
        const still = device === undefined ? 'gone' : findDevice(board, viewer, device, group);
        if (typeof still === 'string') return failure(viewer, still, slot);
        if (row === undefined) return failure(viewer, 'unknown', slot);
        const state = stateOf(row);
        if (state !== 'succeeded') return failure(viewer, failureOf(state), slot, row.answer);
        const { heard, ...values } = ofGroup(reported(rtuId, slot), group, now);
        const since = now - (row.ended_at ?? now);
        if (heard < (row.sent_at ?? 0) && since < tellingTime) again = tellingTime - since;
        return heard === 0 ? failure(viewer, 'neverReported', slot) : { ok: true, slot, ...values };
      };
      for (const [index, one] of part.entries()) answers.add(answerOf(one, index));
    }
    return again === null ? { text: answers.text } : { awaited: 1, again };
  }
}

function failureOf(state: string): DeviceReason {
  if (state === 'expired') return 'expired';
  if (state === 'cancelled' || state === 'superseded') return 'cancelled';
  return state === 'failed' ? 'failed' : 'unknown';
}
