/** What of plans, rules and settings takes two persons; asked within the transaction that does it. */
import { orderPermission } from '../../contract/devices/order-permission.ts';
import type { OrderContent } from '../../contract/devices/orders.ts';
import { loosens, type TwoPersonSettings } from '../../domain/two-persons.ts';
import { auditBy, type By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { contentOfItem } from '../plans/order-item.ts';
import type { PlanItemRow } from '../plans/row.ts';
import { soundPermission } from '../sirens/site.ts';
import type { Db } from '../storage/schema.ts';
import { demandSecond, settingsOf } from './guard.ts';

/** @throws NeedsSecond where the company asks two persons for changes of rules; Refusal where their signatures are no good */
export async function demandForRule(db: Db, by: By, companyId: number, now: number): Promise<void> {
  if (by.joint === undefined && !(await settingsOf(db, companyId)).rules) return;
  await demandSecond(db, by, { companyId, permissions: ['alarm:rule:edit'] }, now);
}

/** Whether items sound a siren of a company that asks two persons for it. */
async function soundsForTwo(db: Db, items: readonly PlanItemRow[]): Promise<boolean> {
  const sounding = items.filter((item) => isSounding(contentOfItem(item)));
  for (const companyId of await companiesOf(db, [...new Set(sounding.map((item) => item.rtu_id))]))
    if ((await settingsOf(db, companyId)).sirens) return true;
  return false;
}

/** Companies whose devices these are. */
async function companiesOf(db: Db, rtuIds: readonly number[]): Promise<readonly number[]> {
  const found = new Set<number>();
  const together = 500;
  for (let from = 0; from < rtuIds.length; from += together) {
    const rows = await db
      .selectFrom('rtus')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .innerJoin('projects', 'projects.id', 'stations.project_id')
      .select('projects.company_id')
      .distinct()
      .where('rtus.id', 'in', rtuIds.slice(from, from + together))
      .execute();
    for (const row of rows) found.add(row.company_id);
  }
  return [...found];
}

/** An order that makes a siren sound: not its test, which is short, and never its stop. */
const isSounding = (content: OrderContent): boolean => orderPermission(content) === soundPermission;

/**
 * Of a siren that is sounded by hand, where its company asks two persons for that.
 * @throws NeedsSecond; Refusal where the signatures are no good
 */
export async function demandForOrder(
  db: Db,
  by: By,
  { rtuId, content }: { readonly rtuId: number; readonly content: OrderContent },
  now: number,
): Promise<void> {
  if (!isSounding(content)) return;
  const [companyId] = await companiesOf(db, [rtuId]);
  if (companyId === undefined) return;
  if (by.joint !== undefined || (await settingsOf(db, companyId)).sirens)
    await demandSecond(db, by, { companyId, permissions: [soundPermission] }, now);
}

/**
 * Of a plan with more devices than a company of it lets one person approve, and of one that sounds a siren of a company
 * that asks two persons for that. A plan that has been signed for its rules alone is looked at too.
 * @throws NeedsSecond; Refusal where the signatures are no good
 */
export async function demandForPlan(
  db: Db,
  by: By,
  items: readonly PlanItemRow[],
  now: number,
): Promise<void> {
  const rtuIds = [...new Set(items.map((item) => item.rtu_id))];
  if (rtuIds.length === 0) return;
  const companies = await companiesOf(db, rtuIds);
  const bounds: number[] = [];
  for (const companyId of companies) {
    const { plansAbove } = await settingsOf(db, companyId);
    if (plansAbove !== null) bounds.push(plansAbove);
  }
  const isLarge = bounds.some((bound) => rtuIds.length > bound);
  if (!isLarge && !(await soundsForTwo(db, items))) return;
  const [only = null, ...others] = companies;
  const permissions = [
    ...new Set(['device:parameter:edit', ...items.map((item) => orderPermission(contentOfItem(item)))]),
  ];
  await demandSecond(db, by, { companyId: others.length === 0 ? only : null, permissions }, now);
}

/**
 * Writes what a company asks two persons for. @throws NeedsSecond where it would ask for less than before; Refusal
 */
export async function writeSettings(
  db: Db,
  by: By,
  companyId: number,
  settings: TwoPersonSettings,
  now: number,
): Promise<void> {
  const before = await settingsOf(db, companyId);
  if (loosens(before, settings))
    await demandSecond(db, by, { companyId, permissions: ['system:user:edit'] }, now);
  const row = {
    sirens: Number(settings.sirens),
    plans_above: settings.plansAbove,
    rules: Number(settings.rules),
  };
  await db
    .insertInto('two_person_settings')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
  await auditBy(db, by, {
    at: now,
    action: 'joint.settings',
    subject: `company:${companyId}`,
    detail: JSON.stringify({
      ...settings,
      ...(by.joint === undefined ? {} : { second: by.joint.second.accountName }),
    }),
  });
  await noteChange(db, 'joint', companyId, now);
}
