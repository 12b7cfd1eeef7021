/** Whom a step reaches: people on duty, people by name, addresses of a project, webhooks. */
import type { Permission } from '../../base/permissions.ts';
import type { PolicyStep, Receiver } from '../../domain/notify/policy.ts';
import { onDuty } from '../../domain/notify/rota.ts';
import { isActive, isPerson } from '../accounts/active.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { AlarmSite } from './follow.ts';
import type { Addressee } from './message.ts';

/** What whoever is notified of alarms may see. */
const ofAlarms: Permission = 'alarm:event:view';

/** Somebody who is known, and may be notified of what a company's people with a right may see. */
async function personOf(db: Db, userId: number, companyId: number, right = ofAlarms) {
  const row = await db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select(['users.id', 'users.account_name', 'users.language', 'users.company_id'])
    .where('users.id', '=', userId)
    .where(isActive)
    .where(isPerson)
    .where('role_permissions.permission', '=', right)
    .executeTakeFirst();
  return row === undefined || (row.company_id !== null && row.company_id !== companyId) ? null : row;
}

/** True while somebody may be notified of a company's alarms: asked when a message is written, and again when it is sent. */
export const mayBeTold = async (db: Db, userId: number, companyId: number): Promise<boolean> =>
  (await personOf(db, userId, companyId)) !== null;

const unreached = (recipient: string, name: string, problem: string): Addressee => ({
  ...{ recipient, userId: null, name, address: '', language: 'en', channel: '' },
  problem,
});

/**
 * Every way to a person over these channels; one that says why where there is none.
 * @param right what they must hold; left out = that of alarms
 */
export async function waysTo(
  db: Db,
  userId: number,
  by: readonly string[],
  companyId: number,
  right: Permission = ofAlarms,
): Promise<readonly Addressee[]> {
  const recipient = `user:${userId}`;
  const person = await personOf(db, userId, companyId, right);
  if (person === null) return [unreached(recipient, recipient, 'notify.reason.noRight')];
  const to = { recipient, userId, name: person.account_name, language: person.language, problem: null };
  const ways: Addressee[] = [];
  if (by.includes('mail')) {
    const mails = await db
      .selectFrom('contacts')
      .select('address')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .orderBy('id')
      .execute();
    for (const { address } of mails) ways.push({ ...to, address, channel: 'mail' });
  }
  if (by.includes('push')) {
    const browser = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst();
    if (browser !== undefined) ways.push({ ...to, address: '', channel: 'push' });
  }
  return ways.length > 0 ? ways : [unreached(recipient, person.account_name, 'notify.reason.noContact')];
}

async function dutyOf(db: Db, receiver: Receiver & { type: 'duty' }, companyId: number, now: number) {
  const row = await db
    .selectFrom('notify_rotas')
    .select(['name', 'body'])
    .where('id', '=', receiver.rotaId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const rota = row === undefined ? null : fromJson(row.body);
  const name = [row?.name, rota?.layers[receiver.layer]?.name].filter(Boolean).join(' · ');
  return { userId: rota === null ? null : onDuty(rota, receiver.layer, now), name };
}

async function waysOf(
  db: Db,
  receiver: Receiver,
  { by }: PolicyStep,
  { companyId, projectId }: AlarmSite,
  now: number,
): Promise<readonly Addressee[]> {
  if (receiver.type === 'user') return waysTo(db, receiver.userId, by, companyId);
  if (receiver.type === 'duty') {
    const { userId, name } = await dutyOf(db, receiver, companyId, now);
    return userId === null
      ? [unreached(`duty:${receiver.rotaId}`, name, 'notify.reason.nobody')]
      : waysTo(db, userId, by, companyId);
  }
  if (receiver.type === 'hook') {
    const hook = await db
      .selectFrom('notify_hooks')
      .select(['name', 'body'])
      .where('id', '=', receiver.hookId)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const recipient = `hook:${receiver.hookId}`;
    if (hook === undefined || !fromJson(hook.body).enabled)
      return [unreached(recipient, hook?.name ?? recipient, 'notify.reason.hookOff')];
    const { language } = fromJson(hook.body);
    return [
      { recipient, userId: null, name: hook.name, address: '', language, channel: recipient, problem: null },
    ];
  }
  const list = await db
    .selectFrom('send_list')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  if (list.length === 0) return [unreached('list', '', 'notify.reason.emptyList')];
  return list.map(({ id, address, name, language }) => ({
    recipient: `list:${id}`,
    ...{
      userId: null,
      name: name === '' ? address : name,
      address,
      language,
      channel: 'mail',
      problem: null,
    },
  }));
}

/** Whom a step reaches at a moment, each way once. */
export async function receiversOf(
  db: Db,
  step: PolicyStep,
  site: AlarmSite,
  now: number,
): Promise<readonly Addressee[]> {
  const found = new Map<string, Addressee>();
  for (const receiver of step.to)
    for (const way of await waysOf(db, receiver, step, site, now))
      found.set(`${way.recipient} ${way.channel} ${way.address}`, way);
  return [...found.values()];
}
