/** All that a company has declared of notification, as its people see it. */
import type { BodyOf } from '../../contract/call.ts';
import type * as contract from '../../contract/notify/notify.ts';
import { isActive, isPerson } from '../accounts/active.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { HookBody } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Notifier } from './notifier.ts';
import type { NotifyPart } from './notify-book.ts';

interface SetupSources {
  readonly storage: Storage;
  readonly board: Board;
  readonly notifier: Pick<Notifier, 'canMail'>;
}

/** Companies that a viewer sees. */
export const companiesOf = (board: Board, viewer: Viewer): number[] => [
  ...new Set(board.projects(viewer).map(({ companyId }) => companyId)),
];

export async function setupOf({ storage, board, notifier }: SetupSources, viewer: Viewer) {
  const companies = companiesOf(board, viewer);
  const { db } = storage;
  const ids = companies.length === 0 ? [-1] : companies;
  const rowsOf = (table: NotifyPart) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('company_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
  const [policies, rotas, hooks] = await Promise.all([
    rowsOf('notify_policies'),
    rowsOf('notify_rotas'),
    rowsOf('notify_hooks'),
  ]);
  const view = ({
    id,
    company_id,
    revision,
    name,
  }: (typeof policies)[number] | (typeof rotas)[number] | (typeof hooks)[number]) => ({
    id,
    companyId: company_id,
    revision,
    name,
  });
  const projects = board.projects(viewer).map(({ id }) => id);
  const list = await db
    .selectFrom('send_list')
    .selectAll()
    .where('project_id', 'in', projects.length === 0 ? [-1] : projects)
    .orderBy('id')
    .execute();
  return {
    policies: policies.map((row) => ({
      ...view(row),
      body: fromJson(row.body as never) as BodyOf<typeof contract.savePolicy>['body'],
    })),
    rotas: rotas.map((row) => ({
      ...view(row),
      body: fromJson(row.body as never) as BodyOf<typeof contract.saveRota>['body'],
    })),
    hooks: hooks.map((row) => {
      const { preset, url, language, enabled } = fromJson(row.body as never) as HookBody;
      return {
        ...view(row),
        preset: preset as 'standard',
        host: new URL(url).host,
        language: language as 'en',
        enabled,
      };
    }),
    list: list.map((row) => ({
      id: row.id,
      projectId: row.project_id,
      address: row.address,
      name: row.name,
      language: row.language as 'en',
    })),
    people: await peopleOf(storage, ids, viewer),
    channels: await channelsOf(
      storage,
      notifier.canMail,
      hooks.map(({ id }) => id),
    ),
  };
}

async function peopleOf(storage: Storage, companies: readonly number[], viewer: Viewer) {
  const { db } = storage;
  let people = db
    .selectFrom('users')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'users.role_id')
    .select(['users.id', 'users.account_name', 'users.role_id'])
    .where(isActive)
    .where(isPerson)
    .where('role_permissions.permission', '=', 'alarm:event:view')
    .orderBy('users.account_name');
  // Whoever sees every company is the platform's: its companies are not notified who that is.
  people =
    viewer.companyId === null
      ? people.where(({ eb, or }) =>
          or([eb('users.company_id', 'in', [...companies]), eb('users.company_id', 'is', null)]),
        )
      : people.where('users.company_id', '=', viewer.companyId);
  const rows = await people.execute();
  const answering = await db
    .selectFrom('role_permissions')
    .select('role_id')
    .where('permission', '=', 'alarm:event:answer')
    .execute();
  const count = async (table: 'contacts' | 'push_subscriptions') => {
    const found = await db.selectFrom(table).selectAll().execute();
    const counts = new Map<number, number>();
    for (const row of found)
      if (!('confirmed_at' in row) || row.confirmed_at !== null)
        counts.set(row.user_id, (counts.get(row.user_id) ?? 0) + 1);
    return counts;
  };
  const [mails, browsers] = [await count('contacts'), await count('push_subscriptions')];
  return rows.map((row) => ({
    userId: row.id,
    accountName: row.account_name,
    mails: mails.get(row.id) ?? 0,
    browsers: browsers.get(row.id) ?? 0,
    mayAnswer: answering.some(({ role_id }) => role_id === row.role_id),
  }));
}

async function channelsOf(storage: Storage, canMail: boolean, hookIds: readonly number[]) {
  const names = ['mail', 'push', ...hookIds.map((id) => `hook:${id}`)];
  const rows = await storage.db
    .selectFrom('channel_states')
    .selectAll()
    .where('channel', 'in', names)
    .execute();
  const states = new Map(rows.map((row) => [row.channel, row]));
  return names.map((channel) => {
    const row = states.get(channel);
    return {
      channel,
      isSetUp: channel !== 'mail' || canMail,
      failures: row?.failures ?? 0,
      failingSince: row?.failing_since ?? null,
      goodAt: row?.good_at ?? null,
      took: row?.took ?? null,
      // What a mail server said to another company is not notified here.
      answer: channel.startsWith('hook:') ? (row?.answer ?? '') : '',
    };
  });
}
