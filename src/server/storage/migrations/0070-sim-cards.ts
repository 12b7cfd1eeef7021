import type { Migration } from './migration.ts';

/** SIM cards as people keep them: each row says all that was known of a card from then on; the newest that stands holds. */
export const migration: Migration = {
  id: 70,
  statements: [
    `CREATE TABLE sim_cards (
      id :id,
      company_id :int NOT NULL REFERENCES companies (id),
      iccid :text NOT NULL,
      imei :text,
      operator :text,
      expires_on :text,
      volume :real,
      station_id :int REFERENCES stations (id),
      in_use :int NOT NULL,
      at :int NOT NULL,
      account_name :text NOT NULL,
      withdrawn_at :int
    )`,
    `CREATE INDEX sim_cards_of_company ON sim_cards (company_id, iccid, id)`,
  ],
};
