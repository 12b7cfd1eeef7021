import type { Migration } from './migration.ts';

/**
 * Messages as they came and as they were read, for some days. The key of a message is its time in ms times 2048 and a
 * number within the millisecond, so that it also says when it was. The body comes last: lists do not touch it.
 */
export const migration: Migration = {
  id: 52,
  statements: [
    `CREATE TABLE device_messages (
      id :int NOT NULL PRIMARY KEY, company_id :int NOT NULL, rtu_id :int, source_id :int, sender :text NOT NULL,
      address :text NOT NULL, is_out :int NOT NULL, way :text NOT NULL, kind :text NOT NULL, topic :text NOT NULL,
      qos :int, bytes :int NOT NULL, kept :int NOT NULL, level :int NOT NULL, readings :int NOT NULL,
      is_secret :int NOT NULL, problems :text NOT NULL, words :text NOT NULL, decoded :text NOT NULL, body :blob
    )`,
    'CREATE INDEX device_messages_of_company ON device_messages (company_id, id)',
    'CREATE INDEX device_messages_of_rtu ON device_messages (rtu_id, id)',
    `CREATE TABLE message_totals (
      company_id :int NOT NULL PRIMARY KEY, messages :int NOT NULL, kept :int NOT NULL, dropped :int NOT NULL,
      dropped_from :int, dropped_to :int
    )`,
    `CREATE TABLE message_settings (
      company_id :int NOT NULL PRIMARY KEY, days :int NOT NULL, megabytes :int NOT NULL, updated_at :int NOT NULL,
      account_name :text NOT NULL
    )`,
  ],
};
