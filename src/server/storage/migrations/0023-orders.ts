import type { Migration } from './migration.ts';

/**
 * What a device is given is an order in every table; what it does besides a set is an action. The hashes of earlier
 * bodies, whose fields had other names, are forgotten: of those orders the key alone is compared.
 */
export const migration: Migration = {
  id: 23,
  statements: [
    `ALTER TABLE commands RENAME TO orders`,
    `ALTER TABLE command_attempts RENAME TO order_attempts`,
    `ALTER TABLE order_attempts RENAME COLUMN command_id TO order_id`,
    `ALTER TABLE plan_items RENAME COLUMN command_id TO order_id`,
    `ALTER TABLE baselines RENAME COLUMN command_id TO order_id`,
    `DROP INDEX commands_rtu`,
    `DROP INDEX commands_state`,
    `DROP INDEX commands_plan`,
    `CREATE INDEX orders_rtu ON orders(rtu_id, created_at)`,
    `CREATE INDEX orders_state ON orders(state)`,
    `CREATE INDEX orders_plan ON orders(plan_id)`,
    `UPDATE orders SET type = 'action' WHERE type = 'command'`,
    `UPDATE orders SET body_hash = ''`,
  ],
};
