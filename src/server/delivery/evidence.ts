/** What devices say about orders becomes transitions: answers, births, read-backs, trials. */
import type { Metric } from '../../protocol/payload.ts';
import { keptAcks, type TrackedAck, type TrackedBirth, type TryReport } from '../../protocol/tracked.ts';
import { actionMetric, plainArguments } from './envelope.ts';
import type { Lane } from './lane.ts';
import { type ReadBack, readBack, readBackColumns } from './read-back.ts';
import type { OrderRow } from './row.ts';
import { rtuSlot } from './row.ts';
import { readReported, type Shadow } from './shadow.ts';
import type { Db, OrderStore } from './store.ts';
import type { DeliveryEvent } from './transition.ts';

/** Answers that changed nothing. */
export interface Counts {
  duplicateAcks: number;
  unknownAcks: number;
}

const unknownOutcome = new Set(['sending', 'retry', 'indeterminate']);

const isUnread = (row: OrderRow) => row.verification === 'pending' && row.state === 'succeeded';
/** Sent without a number: what the device reports shows that it was done. Our firmware answers instead. */
const isShown = (row: OrderRow) => row.seq === null && row.attempts > 0 && unknownOutcome.has(row.state);

export class Evidence {
  readonly counts: Counts = { duplicateAcks: 0, unknownAcks: 0 };

  constructor(
    readonly store: OrderStore,
    readonly shadow: Shadow,
    /** A set was answered, and the device has not reported what it has: it repeated an answer that was lost. */
    readonly unread: (rtuId: number) => void,
  ) {}

  /** A tracked device's answer; true when it ended the order that was in flight. */
  async ack(rtuId: number, ack: TrackedAck, at: number): Promise<boolean> {
    const row = await this.store.byId(ack.id);
    if (row === undefined || row.rtu_id !== rtuId || row.seq === null || BigInt(row.seq) !== ack.seq) {
      this.counts.unknownAcks += 1;
      return false;
    }
    if (!unknownOutcome.has(row.state)) {
      this.counts.duplicateAcks += 1;
      return false;
    }
    await this.#answer(row, ack, at);
    return row.state === 'sending';
  }

  /** What the birth of a node shows of orders whose outcome is not known; answers how many it could concern. */
  async birth(
    rtuId: number,
    birth: { readonly again: boolean; readonly tracked: TrackedBirth | null; readonly at: number },
  ): Promise<number> {
    const { again, tracked, at } = birth;
    const rows = await this.store.interesting(rtuId);
    for (const found of rows) {
      let row: OrderRow = found;
      if (row.state === 'sending' && !again) row = (await this.store.step(row.id, 'silence'))?.row ?? row;
      if (tracked === null || row.seq === null || !unknownOutcome.has(row.state)) continue;
      const ack = tracked.acks.find(({ id }) => id === row.id);
      if (ack !== undefined) await this.#answer(row, ack, at, row.sent_at ?? at);
      else if (tracked.highWater >= BigInt(row.seq) && !(await this.#mayBeForgotten(row)))
        await this.store.step(row.id, 'passed', { set: { answer: 'stale', answered_at: at } });
    }
    return rows.length;
  }

  /** What a device says of its parameters, and that an action's metric was taken, is looked at. */
  async reported(
    { rtuId, session }: Pick<Lane, 'rtuId' | 'session'>,
    slot: number,
    metrics: readonly Metric[],
    at: number,
    by: 'birth' | 'data' = 'data',
  ): Promise<boolean> {
    let ended = false;
    const rows = (await this.store.interesting(rtuId)).filter(
      (row) => (row.slot ?? rtuSlot) === slot && (isUnread(row) || isShown(row)),
    );
    if (rows.some((row) => row.type === 'set')) await this.shadow.flush();
    // A birth reports what a metric has been since an earlier act: it repeats nothing.
    const echoed = by === 'data' ? echoedBy(rows, metrics, session?.name ?? null) : null;
    for (const row of rows) {
      if (isUnread(row)) await this.#verify(row, at);
      if (!isShown(row)) continue;
      const isDone = row.type === 'set' ? await this.#isSet(row) : row === echoed;
      if (!isDone) continue;
      ended ||= row.state === 'sending';
      await this.#succeed(row, 'applied', at, {});
    }
    return ended;
  }

  /** How a tried set stands; true when it ended. */
  async tryReport(rtuId: number, report: TryReport, at: number): Promise<boolean> {
    const row = await this.store.byId(report.id);
    if (row === undefined || row.rtu_id !== rtuId || row.stranding === 0) {
      this.counts.unknownAcks += 1;
      return false;
    }
    if (!unknownOutcome.has(row.state)) {
      this.counts.duplicateAcks += 1;
      return false;
    }
    if (report.state === 'trying') {
      if (row.trial === null) await this.store.note(row.id, { trial: 'trying', received_at: at });
      return false;
    }
    if (report.state === 'committed') await this.#succeed(row, 'answeredOk', at, { trial: 'committed' });
    else
      await this.store.step(row.id, 'answeredFailed', {
        set: { trial: 'rolledBack', answered_at: at, answer: 'rolled back' },
      });
    return row.state === 'sending';
  }

  /** `received`: when the device had it; a birth that shows it is of a later session than the one that brought it. */
  async #answer(row: OrderRow, ack: TrackedAck, at: number, received = at): Promise<void> {
    const reported = {
      received_at: row.received_at ?? received,
      answered_at: at,
      code: Number.isSafeInteger(ack.code) ? ack.code : 0,
      answer: deviceText(ack.text),
    };
    const detail = { status: ack.status, code: reported.code };
    if (ack.status === 'ok') {
      // On trial: the device reports whether it stays once it has come back by it.
      if (row.stranding !== 0) {
        if (row.trial === null)
          await this.store.note(row.id, { trial: 'trying', received_at: row.received_at ?? received });
        return;
      }
      await this.#succeed(row, 'answeredOk', at, reported);
      return;
    }
    const unknown =
      ack.status === 'interrupted' || (ack.status === 'rejected-stale' && (await this.#mayBeForgotten(row)));
    await this.store.step(row.id, unknown ? 'interrupted' : 'answeredFailed', { set: reported, detail });
  }

  async #succeed(
    row: OrderRow,
    event: DeliveryEvent,
    at: number,
    set: Partial<Pick<OrderRow, 'received_at' | 'answered_at' | 'code' | 'answer' | 'trial'>>,
  ): Promise<void> {
    const step = () =>
      this.store.step(row.id, event, async (fresh, db: Db) => ({
        set: {
          answered_at: at,
          received_at: fresh.received_at ?? at,
          ...set,
          applied_at: at,
          ...(fresh.type === 'set' ? readBackColumns(await readBackOf(db, fresh), at) : {}),
        },
      }));
    const stepped = await (row.type === 'set' ? this.shadow.before(step) : step());
    const isUnread = stepped?.refused === null && stepped.row.verification === 'pending';
    if (isUnread && row.seq !== null) this.unread(row.rtu_id);
  }

  async #isSet(row: OrderRow): Promise<boolean> {
    return (await readBackOf(this.store.storage.db, row)).verification === 'verified';
  }

  async #verify(row: OrderRow, at: number): Promise<void> {
    const found = await readBackOf(this.store.storage.db, row);
    if (found.verification !== 'pending') await this.store.note(row.id, readBackColumns(found, at));
  }

  /** A device keeps its last 16 answers: what is older may have been done and forgotten. */
  async #mayBeForgotten(row: OrderRow): Promise<boolean> {
    const last = await this.store.lastSeq(row.rtu_id);
    return row.seq !== null && last - row.seq >= keptAcks;
  }
}

/** Compares a set with what its device reported, by the times of its sends where it was sent more than once. */
async function readBackOf(db: Db, row: OrderRow): Promise<ReadBack> {
  const reported = await readReported(db, row.rtu_id, row.slot);
  if (row.attempts < 2 || row.seq === null) return readBack(row, reported);
  const first = await db
    .selectFrom('order_attempts')
    .select('at')
    .where('order_id', '=', row.id)
    .orderBy('attempt')
    .limit(1)
    .executeTakeFirst();
  return readBack(row, reported, first?.at);
}

/** Longest text of a device that is kept. */
const longestText = 500;

/** What a device says, without control characters and not at length (S62). */
const deviceText = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.slice(0, longestText).replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

/**
 * The action that a plain node repeats: its metric, as it was written in this session. Null where none was, and where
 * an earlier one of the same session has no answer yet: it could be either.
 */
function echoedBy(
  rows: readonly OrderRow[],
  metrics: readonly Metric[],
  session: string | null,
): OrderRow | null {
  const candidates = rows.filter(
    (row) =>
      row.type === 'action' &&
      row.seq === null &&
      row.attempts > 0 &&
      row.session === session &&
      unknownOutcome.has(row.state) &&
      metrics.some(
        ({ name, value, isHistorical }) =>
          name === actionMetric(row) && !isHistorical && (value === true || value === plainArguments(row)),
      ),
  );
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}
