/** States of a command as the queue keeps them (src/server/delivery/README.md#states), and what a read-back said. */
export const commandStates = [
  'queued',
  'sending',
  'retry',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'superseded',
  'indeterminate',
] as const;
export type CommandState = (typeof commandStates)[number];

/** States that end a command; *indeterminate* may still become succeeded or failed by a late answer. */
export const endStates = [
  'succeeded',
  'failed',
  'expired',
  'cancelled',
  'superseded',
  'indeterminate',
] as const satisfies readonly CommandState[];

export const isEnded = (state: CommandState): boolean => (endStates as readonly string[]).includes(state);

/** `unreadable`: a secret, answered but never returned. */
export const verifications = ['pending', 'verified', 'different', 'unreadable'] as const;
export type Verification = (typeof verifications)[number];
