/** Who is notified in the demo: people with addresses, a duty calendar, two policies. */
import type { PolicyPlan } from '../../domain/notify/policy.ts';
import type { RotaPlan } from '../../domain/notify/rota.ts';
import { toJson } from '../../server/storage/json.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { notifyNames } from '../../simulator/fleet/names.ts';

const day = 86_400_000;

/** Sets notification up for the first company, once; false where it was. */
export async function writeDemoNotify(storage: Storage, now: number): Promise<boolean> {
  const known = await storage.db.selectFrom('notify_policies').select('id').executeTakeFirst();
  if (known !== undefined) return false;
  const people = await storage.db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select(['users.id', 'account_name', 'company_id'])
    .where('company_id', 'is not', null)
    .where('is_service', '=', 0)
    .where('permission', '=', 'alarm:event:answer')
    .orderBy('users.id')
    .execute();
  const companyId = people[0]?.company_id ?? null;
  const projects = await storage.db
    .selectFrom('projects')
    .select(['id', 'time_zone'])
    .where('company_id', '=', companyId ?? 0)
    .orderBy('id')
    .execute();
  const [project] = projects;
  if (companyId === null || project === undefined) return false;
  const ids = people.map(({ id }) => id);
  const from = new Date(now - 35 * day).toISOString().slice(0, 10);
  const layer = { from, weekday: 1, onHolidays: [] };
  const rota: RotaPlan = {
    timeZone: project.time_zone,
    layers: [
      { ...layer, name: notifyNames.first, people: ids, every: 'day', at: [480, 1200] },
      { ...layer, name: notifyNames.second, people: [...ids].reverse(), every: 'week', at: [540] },
    ],
    // Somebody is away in three days, and nobody has taken over yet: the gap is shown.
    overrides: [{ layer: 1, from: now + 3 * day, to: now + 3 * day + day / 2, userId: null }],
    holidays: [],
  };
  await storage.write(async (db) => {
    for (const { id, account_name: name } of people)
      await db
        .insertInto('contacts')
        .values({
          ...{
            user_id: id,
            address: `${name}@demo.example`,
            confirmed_at: now - 30 * day,
            tries: 0,
            sent_at: 0,
          },
          ...{ code_hash: null, code_until: null },
        })
        .execute();
    for (const { id } of projects)
      await db
        .insertInto('send_list')
        .values({
          ...{ project_id: id, address: 'office@demo.example', name: notifyNames.office },
          ...{ language: 'zh-chs', created_at: now },
        })
        .execute();
    const part = { company_id: companyId, revision: 1 };
    const { id: rotaId } = await db
      .insertInto('notify_rotas')
      .values({ ...part, name: notifyNames.rota, body: toJson(rota) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const duty = (index: number) => ({ type: 'duty', rotaId, layer: index }) as const;
    const urgent: PolicyPlan = {
      ...{ enabled: true, projects: [], ranks: [3, 4], repeat: { every: 30, rounds: 4 } },
      steps: [
        { after: 0, to: [duty(0)], by: ['push', 'mail'] },
        { after: 10, to: [duty(1)], by: ['push', 'mail'] },
        { after: 20, to: [{ type: 'list' }], by: [] },
      ],
      hours: { blue: null, yellow: null },
    };
    const usual: PolicyPlan = {
      ...{ enabled: true, projects: [], ranks: [1, 2], repeat: null },
      steps: [{ after: 0, to: [duty(0)], by: ['mail'] }],
      hours: { blue: { from: 480, to: 1080 }, yellow: { from: 360, to: 1320 } },
    };
    for (const [name, body] of [
      [notifyNames.urgent, urgent],
      [notifyNames.usual, usual],
    ] as const)
      await db
        .insertInto('notify_policies')
        .values({ ...part, name, body: toJson(body) })
        .execute();
  });
  return true;
}
