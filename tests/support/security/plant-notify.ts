/** Policies, rotas, hooks, addresses, contacts and messages of both companies; what a call did to them is undone for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';

const operators = { 1: 2, 2: 3 } as const;

export const samplePolicy = {
  enabled: true,
  projects: [],
  ranks: [4],
  steps: [{ after: 0, to: [{ type: 'list' as const }], by: [] }],
  repeat: null,
  hours: { blue: null, yellow: null },
};
export const sampleRota = {
  timeZone: 'Asia/Shanghai',
  layers: [
    {
      ...{ name: 'A', people: [null], from: '2026-01-01', every: 'day' as const, weekday: 1, at: [480] },
      onHolidays: [],
    },
  ],
  overrides: [],
  holidays: [],
};
/** Its host is a name that never leads anywhere (RFC 6761). */
export const sampleHook = {
  preset: 'standard' as const,
  url: 'https://hook.invalid/send',
  secret: 'a-secret-that-nobody-is-notified',
  language: 'en' as const,
  enabled: true,
};
/** Of everything of a company, to one of its webhooks. */
export const sampleOutlet = (hookId: number) => ({
  ...{ hookId, enabled: true, readings: true, events: ['alarm' as const] },
  ...{ projectIds: [], stationIds: [], kinds: [] },
});
export const sampleBrowser = {
  endpoint: 'https://push.invalid/of-the-matrix',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
  label: 'a browser',
};

export async function plantNotify(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    for (const table of [
      ...([
        'notify_policies',
        'notify_rotas',
        'notify_hooks',
        'send_list',
        'contacts',
        'push_subscriptions',
      ] as const),
      ...(['outlets', 'outlet_batches'] as const),
      ...(['messages', 'answer_links', 'escalations', 'channel_states'] as const),
    ])
      await db.deleteFrom(table).execute();
    for (const id of [1, 2] as const) {
      const mark = marks[id];
      const part = { id, company_id: id, revision: 1, name: mark };
      await db
        .insertInto('notify_policies')
        .values({ ...part, body: toJson(samplePolicy) })
        .execute();
      await db
        .insertInto('notify_rotas')
        .values({ ...part, body: toJson(sampleRota) })
        .execute();
      await db
        .insertInto('notify_hooks')
        .values({ ...part, body: toJson(sampleHook) })
        .execute();
      await db
        .insertInto('outlets')
        .values({
          // Of no webhook, so that those of above may be deleted.
          ...{ id, company_id: id, hook_id: 0, revision: 1, name: mark, body: toJson(sampleOutlet(0)) },
          ...{ since_at: 1, entry_id: 0, plan_at: 1, stopped_at: 2, stop_answer: mark },
          ...{ sent_readings: 0, sent_events: 0, lost_events: 0 },
        })
        .execute();
      await db
        .insertInto('outlet_batches')
        .values({
          ...{
            id: `batch ${mark}`,
            outlet_id: id,
            message_id: id,
            is_test: 0,
            at: 1,
            readings: 1,
            events: 0,
          },
          ...{ from_t: 1, to_t: 1, body: mark },
        })
        .execute();
      const address = `${mark}@example.org`;
      await db
        .insertInto('send_list')
        .values({ id, project_id: id, address, name: mark, language: 'en', created_at: 1 })
        .execute();
      const code = { code_hash: null, code_until: null, tries: 0, sent_at: 0 };
      await db
        .insertInto('contacts')
        .values({ id, user_id: operators[id], address, confirmed_at: 1, ...code })
        .execute();
      await db
        .insertInto('push_subscriptions')
        .values({
          id,
          user_id: operators[id],
          ...sampleBrowser,
          endpoint: `https://push.invalid/${id}`,
          label: mark,
          created_at: 1,
        })
        .execute();
      await db
        .insertInto('messages')
        .values({
          ...{
            id,
            company_id: id,
            project_id: id,
            alarm_id: id,
            escalation_id: null,
            kind: 'raise',
            rank: 4,
          },
          ...{ recipient: `list:${id}`, user_id: null, name: mark, address, language: 'en', channel: 'mail' },
          ...{
            params: toJson({}),
            state: 'gaveUp',
            tries: 1,
            created_at: 1,
            due_at: null,
            expires_at: 2,
            done_at: 2,
          },
          ...{ delivery: null, title: mark, answer: 'no such mailbox' },
        })
        .execute();
    }
  });
}
