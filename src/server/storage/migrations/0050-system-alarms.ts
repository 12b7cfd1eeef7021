import type { Migration } from './migration.ts';

/**
 * Alarms of the alarm system itself belong to a company and to no station. They stand at instances that have a subject in
 * place of a target; the rule of these is one a company, of version -1, which judges nothing. A rota says when it is to be
 * looked at next, so that gaps need no table of their own.
 */
export const migration: Migration = {
  id: 50,
  statements: [
    'ALTER TABLE alarms ADD COLUMN company_id :int',
    'CREATE INDEX alarms_company ON alarms (company_id) WHERE company_id IS NOT NULL',
    'ALTER TABLE alarm_instances ADD COLUMN subject :text',
    `CREATE UNIQUE INDEX alarm_instances_subject ON alarm_instances (rule_id, subject) WHERE subject IS NOT NULL`,
    'CREATE UNIQUE INDEX alarm_rules_system ON alarm_rules (company_id) WHERE version < 0',
    'ALTER TABLE notify_rotas ADD COLUMN due_at :int DEFAULT 0',
    'CREATE INDEX notify_rotas_due ON notify_rotas (due_at) WHERE due_at IS NOT NULL',
    'DROP TABLE rota_gaps',
  ],
};
