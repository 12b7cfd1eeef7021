import type { Migration } from './migration.ts';

/**
 * Who is notified of alarms: policies, rotas and webhooks of companies, addresses of projects, contact points and
 * browsers of people; escalations under way, and the messages, each with what became of it.
 */
export const migration: Migration = {
  id: 26,
  statements: [
    ...['notify_policies', 'notify_rotas', 'notify_hooks'].map(
      (table) => `CREATE TABLE ${table} (
        id :id, company_id :int NOT NULL REFERENCES companies (id), revision :int NOT NULL, name :text NOT NULL,
        body :text NOT NULL, deleted_at :int
      )`,
    ),
    `CREATE TABLE send_list (
      id :id, project_id :int NOT NULL REFERENCES projects (id), address :text NOT NULL, name :text NOT NULL,
      language :text NOT NULL, created_at :int NOT NULL, UNIQUE (project_id, address)
    )`,
    `CREATE TABLE contacts (
      id :id, user_id :int NOT NULL REFERENCES users (id), address :text NOT NULL, confirmed_at :int,
      code_hash :text, code_until :int, tries :int NOT NULL, sent_at :int NOT NULL, UNIQUE (user_id, address)
    )`,
    `CREATE TABLE push_subscriptions (
      id :id, user_id :int NOT NULL REFERENCES users (id), endpoint :text NOT NULL, p256dh :text NOT NULL,
      auth :text NOT NULL, label :text NOT NULL, created_at :int NOT NULL, UNIQUE (endpoint)
    )`,
    `CREATE TABLE escalations (
      id :id, alarm_id :int NOT NULL REFERENCES alarms (id), policy_id :int NOT NULL, policy :text NOT NULL,
      began_at :int NOT NULL, position :int NOT NULL, due_at :int, stopped_at :int
    )`,
    `CREATE INDEX escalations_due ON escalations (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX escalations_of ON escalations (alarm_id)`,
    `CREATE TABLE messages (
      id :id, company_id :int NOT NULL, project_id :int, alarm_id :int, escalation_id :int, kind :text NOT NULL,
      rank :int NOT NULL, recipient :text NOT NULL, user_id :int, name :text NOT NULL, address :text NOT NULL,
      language :text NOT NULL, channel :text NOT NULL, params :text NOT NULL, state :text NOT NULL,
      tries :int NOT NULL, created_at :int NOT NULL, due_at :int, expires_at :int NOT NULL, done_at :int,
      delivery :text, title :text NOT NULL, answer :text NOT NULL
    )`,
    `CREATE INDEX messages_due ON messages (channel, due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX messages_of ON messages (alarm_id)`,
    `CREATE INDEX messages_created ON messages (company_id, created_at)`,
    `CREATE INDEX messages_recipient ON messages (recipient, channel, done_at)`,
    `CREATE TABLE answer_links (
      id :id, hash :text NOT NULL UNIQUE, user_id :int NOT NULL, alarms :text NOT NULL, created_at :int NOT NULL,
      expires_at :int NOT NULL, used_at :int
    )`,
    `CREATE TABLE channel_states (
      channel :text NOT NULL PRIMARY KEY, company_id :int, failures :int NOT NULL, failing_since :int, good_at :int,
      took :int, answer :text NOT NULL
    )`,
    `CREATE TABLE rota_gaps (
      company_id :int NOT NULL, rota_id :int NOT NULL, layer :int NOT NULL, from_t :int NOT NULL, to_t :int NOT NULL,
      PRIMARY KEY (rota_id, layer, from_t)
    ) :clustered`,
    `INSERT INTO role_permissions (role_id, permission)
      SELECT role_id, 'alarm:notify:edit' FROM role_permissions WHERE permission = 'alarm:rule:edit'`,
  ],
};
