/** How channels do: one that keeps failing is reported over the others. */
import type { Db } from '../storage/schema.ts';
import { addMessage } from './message.ts';
import type { Dispatch } from './outbox.ts';
import { waysTo } from './recipients.ts';

/** From so many failures in a row on a channel counts as failing. */
export const failingFrom = 3;

interface Result {
  readonly accepted: boolean;
  readonly answer: string;
  readonly took: number;
  readonly now: number;
}

/** Whoever may change who is notified learns over their other channels that one fails. */
async function report(db: Db, delivery: Dispatch, { answer, now }: Result): Promise<void> {
  const [first] = delivery.messages;
  if (first === undefined) return;
  const people = await db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select('users.id')
    .where('role_permissions.permission', '=', 'alarm:notify:edit')
    .where('users.disabled', '=', 0)
    .where('users.company_id', '=', first.company_id)
    .execute();
  const others = ['mail', 'push'].filter((channel) => channel !== delivery.channel);
  for (const { id } of people)
    for (const receiver of await waysTo(db, id, others, first.company_id)) {
      if (receiver.problem !== null) continue;
      await addMessage(db, {
        companyId: first.company_id,
        projectId: null,
        alarmId: null,
        escalationId: null,
        kind: 'channel',
        rank: 3,
        receiver,
        params: { channel: delivery.channel, name: first.name, answer },
        dueAt: now,
        now,
      });
    }
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
  if (failures === failingFrom) await report(db, delivery, result);
}
