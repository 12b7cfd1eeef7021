/** States that end an order; *indeterminate* may still become succeeded or failed by a late answer. */
export const endStates = [
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'superseded',
  'indeterminate',
] as const;

/** States of an order as the queue keeps them (src/server/delivery/README.md#states), and what a read-back said. */
export const orderStates = ['queued', 'sending', 'retry', ...endStates] as const;
export type OrderState = (typeof orderStates)[number];

export const isEnded = (state: OrderState): boolean => (endStates as readonly string[]).includes(state);

/** `unreadable`: a secret, answered but never returned. */
export const verifications = ['pending', 'verified', 'different', 'unreadable'] as const;
export type Verification = (typeof verifications)[number];
