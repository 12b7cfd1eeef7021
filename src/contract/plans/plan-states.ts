/** Where plans, their items and their devices stand. */
import { orderStates } from '../devices/order-states.ts';

/**
 * `applying`: approved, and not all of its devices have ended. `paused`: nothing more is begun until it is resumed.
 * `stopped`: by its stop rule, `cancelled`: the rest was cancelled; both may still have devices under way (`endedAt`
 * null), and begin no other.
 */
export const planStates = [
  'draft',
  'applying',
  'paused',
  'stopped',
  'cancelled',
  'applied',
  'discarded',
] as const;
export type PlanState = (typeof planStates)[number];
/** Approved once: devices have begun, or could have. */
export const begunStates: readonly PlanState[] = ['applying', 'paused', 'stopped', 'cancelled', 'applied'];

/**
 * Where an item stands: what it is before it has an order, then its order's state. `notStarted`: approved, and its
 * device has not begun; `waiting`: of a draft, or for the step before it; `timedOut`: taken back, or never ordered,
 * because the time of its device was over.
 */
export const itemStates = [
  'waiting',
  'notStarted',
  'excluded',
  'skipped',
  'timedOut',
  ...orderStates,
] as const;
export type ItemState = (typeof itemStates)[number];

/** `set`: fields of a group. `send`: an action of the catalogue. `skip`: nothing, and why. */
export const itemTypes = ['set', 'send', 'skip'] as const;
export type ItemType = (typeof itemTypes)[number];

/**
 * Out of which of a plan's devices another one is made. `failed`: also those whose time was over. `notStarted`: also
 * what was skipped by name or cancelled.
 */
export const deriveKinds = ['failed', 'notStarted', 'passed', 'rollback'] as const;
export type DeriveKind = (typeof deriveKinds)[number];

/**
 * How far a plan is with a device. `timedOut` and `failed` have failed; `skipped`: something of it did not go;
 * `cancelled`: something of it was taken back by a person, or with the rest of the plan.
 */
export const deviceStates = [
  'notStarted',
  'underWay',
  'passed',
  'failed',
  'timedOut',
  'skipped',
  'cancelled',
] as const;
export type DeviceState = (typeof deviceStates)[number];
