import { orderStates, verifications } from '../../contract/devices/order-states.ts';
import type { OrderView } from '../../contract/devices/orders.ts';
import type { NextContact } from '../../domain/link-state.ts';
import { classOf, contentOf, type OrderRow, parseValues, stateOf } from './row.ts';

/** What a view needs besides its row. */
export interface ViewFacts {
  readonly stationId: number;
  readonly sn: string;
  /** When an order would reach the node now. */
  readonly landing: NextContact | null;
  /** What has not ended of the node's queue, in its order. */
  readonly open: readonly Pick<OrderRow, 'id' | 'state'>[];
}

const trials = ['trying', 'committed', 'rolledBack'] as const;
const waits = (row: Pick<OrderRow, 'state'>) => row.state === 'queued' || row.state === 'retry';

/** An order as it is returned: secrets are null. */
export function viewOf(row: OrderRow, { stationId, sn, landing, open }: ViewFacts): OrderView {
  const state = stateOf(row);
  const before = open.filter(waits).findIndex(({ id }) => id === row.id);
  const isOpen = state === 'queued' || state === 'sending' || state === 'retry';
  // It is sent again in the node's next session, and nobody knows when this one ends.
  const isLost = state === 'retry' && classOf(row) === 'plainSet' && landing?.plusMinus === 0;
  const trial = trials.find((one) => one === row.trial) ?? null;
  return {
    id: row.id,
    stationId,
    sn,
    target: { rtuId: row.rtu_id, slot: row.slot },
    kind: row.kind,
    content: contentOf(row),
    state: orderStates.find((one) => one === state) ?? 'indeterminate',
    verification: verifications.find((one) => one === row.verification) ?? null,
    seen: Object.fromEntries(
      Object.entries(parseValues(row.seen)).map(([id, value]) => [
        id,
        typeof value === 'object' && value !== null ? [...value] : value,
      ]),
    ),
    ahead: waits(row) && before >= 0 ? before : null,
    attempts: row.attempts,
    createdAt: row.created_at,
    createdBy: row.account_name,
    reason: row.reason,
    surface: row.surface,
    expected: isOpen && state !== 'sending' && !isLost && landing !== null ? { ...landing } : null,
    notAfter: row.not_after,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    code: row.code,
    text: row.answer,
    trial,
    planId: row.plan_id,
    canCancel: waits(row),
    canDelete: state !== 'sending' && state !== 'retry' && row.hidden === 0,
  };
}
