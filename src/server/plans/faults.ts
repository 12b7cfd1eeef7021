/** Named moments of a plan's way at which a test may end the process; `create:…` of delivery is an order made. */
const steps = [
  /** Devices begin. */
  'planBegin',
  /** An item is skipped by name. */
  'planSkip',
  /** What was not sent is taken back: the rest was cancelled, or a device's time is over. */
  'planTakeBack',
  /** A device has ended. */
  'planDevice',
  /** A device has ended, and with it the plan stops. */
  'planStop',
  /** All of it has ended. */
  'planFinish',
] as const;
export type PlanStep = (typeof steps)[number];
/** Devices of another batch than the first are about to begin: those of the batch before have ended. */
export const batchDone = 'planBatch:done';
/** `…:inside` = within the transaction, `…:committed` = after it, before anything else is done. */
export const planFaultPoints: readonly string[] = [
  ...steps.flatMap((step) => [`${step}:inside`, `${step}:committed`]),
  batchDone,
];
