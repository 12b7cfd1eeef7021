/** Who is notified of an alarm of the alarm system itself, and over which channels. */
import { isFor, type PolicyPlan, type PolicyStep, personalChannels } from '../../domain/notify/policy.ts';
import { isActive, isPerson } from '../accounts/active.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { AlarmSite } from './follow.ts';
import type { Addressee } from './message.ts';
import { receiversOf, waysTo } from './recipients.ts';

/** A policy as it is now. */
export interface FoundPolicy {
  readonly id: number;
  readonly plan: PolicyPlan;
}

/**
 * The policies of a site for a level. Of what belongs to no project those that are for every project; where a company has
 * none of these, all that are for the level.
 */
export async function policiesFor(db: Db, site: AlarmSite, rank: number): Promise<readonly FoundPolicy[]> {
  const rows = await db
    .selectFrom('notify_policies')
    .select(['id', 'body'])
    .where('company_id', '=', site.companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const all = rows.map(({ id, body }): FoundPolicy => ({ id, plan: fromJson(body) }));
  const own = all.filter(({ plan }) => isFor(plan, site.projectId, rank));
  if (own.length > 0 || site.projectId !== null) return own;
  return all.filter(({ plan }) => plan.enabled && plan.ranks.includes(rank));
}

/** Ways that do not lead over a channel; whoever is left without one is named with that reason. */
function without(ways: readonly Addressee[], failing: string): readonly Addressee[] {
  const kept = ways.filter(({ channel }) => channel !== failing);
  const reached = new Set(kept.map(({ recipient }) => recipient));
  const lost = new Map<string, Addressee>();
  for (const way of ways)
    if (!reached.has(way.recipient))
      lost.set(way.recipient, { ...way, address: '', channel: '', problem: 'notify.reason.channelFails' });
  return [...kept, ...lost.values()];
}

/**
 * Whom a step reaches. That a channel fails is not said over that channel: people are reached over their others, whatever
 * the step says.
 * @param failing channel that the alarm is about; null = it is about none
 */
export async function reachedBy(
  db: Db,
  step: PolicyStep,
  site: AlarmSite,
  now: number,
  failing: string | null,
): Promise<readonly Addressee[]> {
  if (failing === null) return receiversOf(db, step, site, now);
  const asksIt = step.by.some((channel) => channel === failing);
  return without(
    await receiversOf(db, asksIt ? { ...step, by: personalChannels } : step, site, now),
    failing,
  );
}

/** Whoever may change who is notified: they learn of what no policy notifies of. */
export async function menders(
  db: Db,
  companyId: number,
  failing: string | null,
): Promise<readonly Addressee[]> {
  const people = await db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select('users.id')
    .where('role_permissions.permission', '=', 'alarm:notify:edit')
    .where(isActive)
    .where(isPerson)
    .where('users.company_id', '=', companyId)
    .orderBy('users.id')
    .execute();
  const found: Addressee[] = [];
  for (const { id } of people) {
    const ways = await waysTo(db, id, personalChannels, companyId);
    found.push(...(failing === null ? ways : without(ways, failing)));
  }
  return found;
}
