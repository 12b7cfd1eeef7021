/** Batches: what goes out together, as it is sent, and what became of it. */
import { randomUUID } from 'node:crypto';
import type { MessageParams } from '../../base/errors.ts';
import { addMessage } from '../notify/message.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { OutletReading } from './readings.ts';
import type { OutletRow, OutletSource } from './row.ts';

/** Events of one batch. */
export const mostEvents = 200;

/** What goes out. */
export interface BatchContent {
  readonly isTest: boolean;
  readonly readings: readonly { readonly source: OutletSource; readonly reading: OutletReading }[];
  readonly events: readonly object[];
}

/** Writes a batch with its message, within the caller's transaction. Answers both ids. */
export async function addBatch(
  db: Db,
  outlet: OutletRow,
  { isTest, readings, events }: BatchContent,
  now: number,
): Promise<{ readonly batchId: string; readonly messageId: number }> {
  const batchId = randomUUID();
  const body = JSON.stringify({
    type: isTest ? 'test' : 'data',
    timestamp: new Date(now).toISOString(),
    data: {
      subscription: { id: outlet.id, name: outlet.name },
      batch: batchId,
      readings: readings.map(({ source, reading }) => ({ ...reading, ...source.place })),
      events,
    },
  });
  const channel = `hook:${outlet.hook_id}`;
  const params: MessageParams = { batch: batchId, readings: readings.length, events: events.length };
  const messageId = await addMessage(db, {
    ...{ companyId: outlet.company_id, projectId: null, alarmId: null, escalationId: null },
    ...{ kind: 'data', rank: 0, params, dueAt: now, now },
    receiver: {
      ...{ recipient: `outlet:${outlet.id}`, userId: null, name: outlet.name, address: '' },
      ...{ language: 'en', channel, problem: null },
    },
  });
  const times = readings.map(({ reading }) => reading.t);
  await db
    .insertInto('outlet_batches')
    .values({
      ...{ id: batchId, outlet_id: outlet.id, message_id: messageId, is_test: isTest ? 1 : 0, at: now, body },
      ...{ readings: readings.length, events: events.length },
      from_t: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
      to_t: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    })
    .execute();
  return { batchId, messageId };
}

/** The oldest events that wait. */
export async function waitingEvents(db: Db, outletId: number) {
  const rows = await db
    .selectFrom('outlet_events')
    .select(['id', 'body'])
    .where('outlet_id', '=', outletId)
    .where('batch_id', 'is', null)
    .orderBy('id')
    .limit(mostEvents)
    .execute();
  return rows.map(({ id, body }) => ({ id, body: fromJson(body) }));
}

/** What became of the batch that is under way. `isTrying`: it is on its way, and does not wait for its repeat. */
export async function outcomeOf(db: Db, batchId: string) {
  const row = await db
    .selectFrom('outlet_batches')
    .innerJoin('messages', 'messages.id', 'outlet_batches.message_id')
    .select(['readings', 'events', 'messages.state', 'messages.done_at', 'messages.answer'])
    .where('outlet_batches.id', '=', batchId)
    .executeTakeFirst();
  if (row === undefined)
    return { isOver: true, isTrying: false, isAccepted: false, at: null, answer: '', readings: 0, events: 0 };
  const { state, done_at: at, answer, readings, events } = row;
  const isOver = state === 'accepted' || state === 'gaveUp' || state === 'answered';
  const isTrying = !isOver && state !== 'failed';
  return { isOver, isTrying, isAccepted: state === 'accepted', at, answer, readings, events };
}
