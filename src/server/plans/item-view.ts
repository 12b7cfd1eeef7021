import type { ParameterValue } from '../../catalogue/model.ts';
import type { OrderView } from '../../contract/devices/orders.ts';
import type { PlanItem, PlanObstacle } from '../../contract/plans/plans.ts';
import type { NextContact } from '../../domain/link-state.ts';
import { isStranding } from '../../domain/parameters/set-rules.ts';
import { groupOf, parseValues } from '../delivery/row.ts';
import type { PreviousValues } from '../storage/schema.ts';
import type { Prospect } from './facts.ts';
import { itemState } from './head.ts';
import { deviceState } from './rollout/progress.ts';
import {
  afterOf,
  type PlanDeviceRow,
  type PlanItemRow,
  type PlanRow,
  type PlanSkipRow,
  parseObstacle,
  secretsOf,
  shownEdits,
} from './row.ts';

/** Where a device is; the RTU is null where its station has none. */
export interface ItemPlace {
  readonly rtuId: number | null;
  readonly stationId: number;
  readonly sn: string;
  readonly code: string;
  readonly name: string;
}

/** What an item's view needs besides its row. */
export interface ItemFacts {
  readonly plan: PlanRow;
  readonly place: ItemPlace | undefined;
  readonly order: OrderView | undefined;
  readonly device: PlanDeviceRow | undefined;
  /** What its fields are, or were before. */
  readonly before: PreviousValues;
  readonly prospect: Prospect;
  /** Why it would go and not land in its time; of a draft alone. */
  readonly late: PlanObstacle | null;
  readonly landing: NextContact | null;
}

const plain = (value: ParameterValue) => (typeof value === 'object' && value !== null ? [...value] : value);
const ofPlace = (place: ItemPlace | undefined) => ({
  stationId: place?.stationId ?? null,
  stationCode: place?.code ?? '',
  stationName: place?.name ?? '',
  sn: place?.sn ?? '',
});

/** An item as it is returned: secrets are null. */
export function itemView(row: PlanItemRow, facts: ItemFacts): PlanItem {
  const { plan, place, order, device, before, prospect, late, landing } = facts;
  const isSet = row.type !== 'send';
  const group = isSet ? groupOf(row.group_id) : undefined;
  const fields = Object.keys(parseValues(row.edits));
  const begun = device !== undefined && device.started_at !== null && device.ended_at === null;
  const state = itemState(row, order?.state ?? null, {
    state: plan.state,
    begun,
    late: device?.outcome === 'timedOut',
  });
  return {
    position: row.position,
    ...ofPlace(place),
    type: isSet ? 'set' : 'send',
    target: { rtuId: row.rtu_id, slot: row.slot },
    kind: row.kind,
    group: row.group_id,
    edits: Object.fromEntries(Object.entries(shownEdits(row)).map(([id, value]) => [id, plain(value)])),
    after: afterOf(row),
    reason: row.reason,
    secrets: secretsOf(row),
    before: Object.fromEntries(
      (isSet ? fields : []).map((id) => [
        id,
        { value: plain(before[id]?.[0] ?? null), at: before[id]?.[1] ?? null },
      ]),
    ),
    version: row.base_version,
    problems: prospect.problems.map(({ field, reason, params }) => ({
      field,
      reason,
      params: { ...params },
    })),
    obstacle: prospect.obstacle,
    late,
    stranding: group !== undefined && isStranding(group, fields),
    expected: state === 'waiting' ? (landing === null ? null : { ...landing }) : (order?.expected ?? null),
    excluded: row.excluded !== 0,
    state,
    order:
      order === undefined
        ? null
        : {
            id: order.id,
            state: order.state,
            verification: order.verification,
            seen: order.seen,
            endedAt: order.endedAt,
            text: order.text,
          },
    skipped: parseObstacle(row.skipped),
    batch: device === undefined ? null : device.batch + 1,
    device: device === undefined ? null : deviceState(device),
    elapsed: order === undefined || order.endedAt === null ? null : order.endedAt - order.createdAt,
  };
}

/** What was left out by name. */
export function skipView(row: PlanSkipRow, place: ItemPlace | undefined): PlanItem {
  return {
    position: row.position,
    ...ofPlace(place),
    type: 'skip',
    target: { rtuId: place?.rtuId ?? null, slot: row.slot },
    kind: null,
    group: row.group_id,
    edits: {},
    after: null,
    reason: '',
    secrets: [],
    before: {},
    version: 0,
    problems: [],
    obstacle: null,
    late: null,
    stranding: false,
    expected: null,
    excluded: false,
    state: 'skipped',
    order: null,
    skipped: parseObstacle(row.why),
    batch: null,
    device: null,
    elapsed: null,
  };
}
