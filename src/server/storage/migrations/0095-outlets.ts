import type { Migration } from './migration.ts';

/** Readings and events that go out to webhooks: what is wanted, how far each series went, what waits, what was sent. */
export const migration: Migration = {
  id: 95,
  statements: [
    `CREATE TABLE outlets (
      id :id, company_id :int NOT NULL, hook_id :int NOT NULL, revision :int NOT NULL, name :text NOT NULL,
      body :text NOT NULL, since_at :int NOT NULL, deleted_at :int, entry_id :int NOT NULL, plan_at :int NOT NULL,
      batch_id :text, behind_at :int, stopped_at :int, stop_answer :text NOT NULL, sent_at :int,
      sent_readings :int NOT NULL, sent_events :int NOT NULL, lost_events :int NOT NULL, lost_until :int
    )`,
    `CREATE INDEX outlets_company ON outlets (company_id)`,
    `CREATE TABLE outlet_series (
      outlet_id :int NOT NULL, row_id :text NOT NULL, source_id :int NOT NULL, revision :int NOT NULL,
      t :int NOT NULL, received_at :int NOT NULL, head :text NOT NULL,
      PRIMARY KEY (outlet_id, row_id, source_id)
    )`,
    `CREATE TABLE outlet_links (
      outlet_id :int NOT NULL, rtu_id :int NOT NULL, silent_at :int, PRIMARY KEY (outlet_id, rtu_id)
    )`,
    `CREATE TABLE outlet_events (
      id :id, outlet_id :int NOT NULL, key :text NOT NULL, at :int NOT NULL, body :text NOT NULL, batch_id :text,
      UNIQUE (outlet_id, key)
    )`,
    `CREATE TABLE outlet_batches (
      id :text NOT NULL PRIMARY KEY, outlet_id :int NOT NULL, message_id :int NOT NULL, is_test :int NOT NULL,
      at :int NOT NULL, readings :int NOT NULL, events :int NOT NULL, from_t :int, to_t :int, body :text NOT NULL
    )`,
    `CREATE INDEX outlet_batches_outlet ON outlet_batches (outlet_id, at)`,
  ],
};
