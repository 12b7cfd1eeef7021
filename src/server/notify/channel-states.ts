/** How channels do. */
import type { Db } from '../storage/schema.ts';
import type { Dispatch } from './outbox.ts';
import { endFailing, raiseFailing } from './system/failing-channel.ts';

/** From so many failures in a row on a channel counts as failing. */
export const failingFrom = 3;

interface Result {
  readonly accepted: boolean;
  readonly answer: string;
  readonly took: number;
  readonly now: number;
}

/** Notes what became of a delivery at its channel, within the caller's transaction. */
export async function noteResult(db: Db, delivery: Dispatch, result: Result): Promise<void> {
  const { channel, messages } = delivery;
  const { accepted, answer, took, now } = result;
  const known = await db
    .selectFrom('channel_states')
    .selectAll()
    .where('channel', '=', channel)
    .executeTakeFirst();
  const failures = accepted ? 0 : (known?.failures ?? 0) + 1;
  const state = {
    failures,
    failing_since: accepted ? null : (known?.failing_since ?? now),
    good_at: accepted ? now : (known?.good_at ?? null),
    took: accepted ? took : (known?.took ?? null),
    answer: accepted ? '' : answer,
  };
  if (known === undefined) {
    const company = channel.startsWith('hook:') ? (messages[0]?.company_id ?? null) : null;
    await db
      .insertInto('channel_states')
      .values({ channel, company_id: company, ...state })
      .execute();
  } else await db.updateTable('channel_states').set(state).where('channel', '=', channel).execute();
  if (failures >= failingFrom)
    await raiseFailing(db, { channel, failing_since: state.failing_since ?? now, answer }, messages, now);
  else if ((known?.failures ?? 0) >= failingFrom) {
    await endFailing(db, channel, now);
    await bringForward(db, channel, now);
  }
}

/** What waits out a pause because the channel was down has no reason to wait any longer. */
async function bringForward(db: Db, channel: string, now: number): Promise<void> {
  await db
    .updateTable('messages')
    .set({ due_at: now })
    .where('channel', '=', channel)
    .where('state', '=', 'failed')
    .where('due_at', '>', now)
    .execute();
}
