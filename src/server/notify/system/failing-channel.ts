/** A channel that keeps failing is an alarm of each company whose messages go over it. */
import { bringSystemAlarm, endSystemAlarm, openSystemAlarms } from '../../alarms/system.ts';
import { fromJson } from '../../storage/json.ts';
import type { Db } from '../../storage/schema.ts';
import { failingFrom } from '../channel-states.ts';
import { zoneOfCompany } from '../zone-of-company.ts';

/** Orange: whoever relies on the channel learns of nothing. Assumed. */
const failingRank = 3;

const subjectOf = (channel: string) => `channel ${channel}`;

interface Failing {
  readonly channel: string;
  readonly failing_since: number;
  readonly answer: string;
}

/** The webhook of a channel, while it is in use; null = there is none. */
async function hookOf(db: Db, channel: string) {
  const row = await db
    .selectFrom('notify_hooks')
    .select(['company_id', 'name', 'body'])
    .where('id', '=', Number(channel.slice('hook:'.length)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined || !fromJson(row.body).enabled ? null : row;
}

/** Companies with a policy that sends over mail or push. */
async function companiesOver(db: Db, channel: string): Promise<readonly number[]> {
  const policies = await db
    .selectFrom('notify_policies')
    .select(['company_id', 'body'])
    .where('deleted_at', 'is', null)
    .orderBy('company_id')
    .execute();
  return policies.flatMap(({ company_id: companyId, body }) => {
    const { enabled, steps } = fromJson(body);
    const isOver = steps.some(
      ({ by, to }) =>
        by.some((one) => one === channel) || (channel === 'mail' && to.some(({ type }) => type === 'list')),
    );
    return enabled && isOver ? [companyId] : [];
  });
}

/**
 * Raises the alarm of a failing channel, once for each company that it concerns: that of the webhook; of mail and push,
 * which are everybody's, those whose policies use them and those whose messages have just failed.
 */
export async function raiseFailing(
  db: Db,
  { channel, failing_since: from, answer }: Failing,
  messages: readonly { readonly company_id: number }[],
  now: number,
): Promise<void> {
  const isHook = channel.startsWith('hook:');
  const hook = isHook ? await hookOf(db, channel) : null;
  if (isHook && hook === null) return;
  const companies =
    hook === null
      ? [...(await companiesOver(db, channel)), ...messages.map((one) => one.company_id)]
      : [hook.company_id];
  for (const companyId of new Set(companies)) {
    // A test of somebody who belongs to no company.
    if (companyId === 0) continue;
    const timeZone = await zoneOfCompany(db, companyId);
    const about = { type: 'channel', name: hook?.name ?? channel, channel, from, to: null, answer } as const;
    await bringSystemAlarm(
      db,
      { companyId, subject: subjectOf(channel), rank: failingRank, about: { ...about, timeZone } },
      now,
    );
  }
}

/** The channel works again: its alarms return. */
export async function endFailing(db: Db, channel: string, now: number): Promise<void> {
  const subject = subjectOf(channel);
  for (const alarm of await openSystemAlarms(db, (one) => one === subject))
    await bringSystemAlarm(db, { companyId: alarm.company, subject, rank: 0, about: null }, now);
}

/** Alarms of channels that are there no more end; those of channels that work, by what is stored, return. */
export async function lookAtChannels(db: Db, now: number): Promise<void> {
  for (const alarm of await openSystemAlarms(db, (subject) => subject.startsWith('channel '))) {
    const channel = alarm.subject.slice('channel '.length);
    if (channel.startsWith('hook:') && (await hookOf(db, channel)) === null) {
      await endSystemAlarm(db, alarm, now);
      continue;
    }
    const state = await db
      .selectFrom('channel_states')
      .select('failures')
      .where('channel', '=', channel)
      .executeTakeFirst();
    if (alarm.present > 0 && (state?.failures ?? 0) < failingFrom) await endFailing(db, channel, now);
  }
}
