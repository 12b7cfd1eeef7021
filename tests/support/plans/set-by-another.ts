/** A set of an RTU's own parameters by another user, after which the device has not reported its values. */
import type { Insertable } from 'kysely';
import type { ParameterValue } from '../../../src/catalogue/model.ts';
import type { OrderTable } from '../../../src/server/storage/schema.ts';

let count = 0;

export function setByAnother(
  rtuId: number,
  edits: Readonly<Record<string, ParameterValue>>,
  at: number,
): Insertable<OrderTable> {
  count += 1;
  const id = `ANOTHER${String(count).padStart(19, '0')}`;
  return {
    id,
    rtu_id: rtuId,
    slot: null,
    kind: null,
    type: 'set',
    name: 'rtu',
    body: JSON.stringify(edits),
    previous: '{}',
    seen: '{}',
    state: 'succeeded',
    verification: null,
    position: 0,
    seq: null,
    attempts: 1,
    session: null,
    base_version: 0,
    stranding: 0,
    trial: null,
    user_id: null,
    account_name: 'another',
    reason: '',
    surface: 'button',
    plan_id: null,
    idempotency_key: id,
    body_hash: '',
    not_after: at,
    created_at: at,
    sent_at: at,
    received_at: at,
    answered_at: at,
    ended_at: at,
    applied_at: null,
    verified_at: null,
    code: null,
    answer: '',
    hidden: 0,
  };
}
