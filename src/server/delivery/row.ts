import type { Selectable } from 'kysely';
import { deviceActions, groups, kindByCode, rtu } from '../../catalogue/index.ts';
import type {
  DeviceActionDefinition,
  GroupDefinition,
  GroupId,
  ParameterField,
  ParameterValue,
} from '../../catalogue/model.ts';
import { type OrderState, orderStates } from '../../contract/devices/order-states.ts';
import type { OrderContent } from '../../contract/devices/orders.ts';
import { metrics } from '../../derive/metrics.ts';
import type { OrderTable } from '../storage/schema.ts';
import type { DeliveryClass, OrderStanding } from './transition.ts';

export type OrderRow = Selectable<OrderTable>;
/** Values by the id of a field or an argument. */
export type Values = Readonly<Record<string, ParameterValue>>;

/** Slot under which the RTU's own parameters are kept. */
export const rtuSlot = -1;

/** The slot that a device of a node names; null where its name is none (a third-party node's may be anything). */
export function slotOf(device: string | null): number | null {
  if (device === null) return rtuSlot;
  return /^\d{1,5}$/.test(device) ? Number(device) : null;
}

/** A JSON column that holds an object; an empty one where it holds anything else. */
export function parseValues(text: string): Values {
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Values) : {};
}

export function stateOf(row: Pick<OrderRow, 'state'>): OrderState {
  return orderStates.find((state) => state === row.state) ?? 'indeterminate';
}

export function groupOf(id: string): GroupDefinition | undefined {
  return Object.hasOwn(groups, id) ? groups[id as GroupId] : undefined;
}

export function definitionOf(action: string): DeviceActionDefinition | undefined {
  return deviceActions.find(({ id }) => id === action);
}

/** Whether an action makes a siren sound. */
export function soundsSiren(action: string): boolean {
  const definition = definitionOf(action);
  return definition?.siren === true && definition.jumpsQueue !== true;
}

/** What a target is by the catalogue: the RTU (kind null), or a sensor of a kind. */
export function ownerOf(kind: number | null) {
  return kind === null ? rtu : kindByCode(kind);
}

/** Parameter metrics of a target's group. */
export function groupMetrics(kind: number | null, group: string) {
  const owner = ownerOf(kind);
  return owner === undefined ? [] : metrics(owner).parameters.filter((metric) => metric.group === group);
}

/** Fields that a set edits and a device reports again. */
export function readableFields(row: Pick<OrderRow, 'name' | 'body'>): readonly ParameterField[] {
  const edits = parseValues(row.body);
  return groupOf(row.name)?.fields.filter(({ id, type }) => id in edits && type !== 'secret') ?? [];
}

/** A body without its secrets: what is kept of an ended order, and what is ever returned. */
export function withoutSecrets(row: Pick<OrderRow, 'type' | 'name' | 'body'>): Values {
  const values = parseValues(row.body);
  if (row.type !== 'set') return values;
  const secrets = groupOf(row.name)?.fields.filter(({ type }) => type === 'secret') ?? [];
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      secrets.some((field) => field.id === id) ? null : value,
    ]),
  );
}

const edited = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      typeof value === 'object' && value !== null ? [...value] : value,
    ]),
  );

/** What a row orders as it is returned: without secrets. */
export function contentOf(row: Pick<OrderRow, 'type' | 'name' | 'body' | 'base_version'>): OrderContent {
  const values = edited(withoutSecrets(row));
  return row.type === 'set'
    ? { type: 'set', group: row.name, edits: values, version: row.base_version ?? 0 }
    : { type: 'action', action: row.name, args: values };
}

/** How an order was sent: by its sequence number the tracked way; one that was not sent has no class of its own yet. */
export function classOf(row: Pick<OrderRow, 'type' | 'name' | 'body' | 'seq'>): DeliveryClass {
  if (row.seq !== null) return 'tracked';
  // A set of secrets alone can never be read back: sending it again would be guessing.
  return row.type === 'set' && readableFields(row).length > 0 ? 'plainSet' : 'plainAction';
}

export function standingOf(row: OrderRow, now: number): OrderStanding {
  return {
    state: stateOf(row),
    class: classOf(row),
    attempts: row.attempts,
    expired: now >= row.not_after,
  };
}
