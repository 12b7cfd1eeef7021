/** What somebody learns of work that they started; the words of each are `work.how.<how>`. */
export const workHows = [
  'planDone',
  /** It has ended, and devices of it failed. */
  'planFailing',
  /** By its stop rule. */
  'planStopped',
  /** By somebody else. */
  'planCancelled',
  /** Nothing of it has moved for long. */
  'planStill',
  'runDone',
  /** It has ended, and its plan waits for approval. */
  'runProposed',
  'runFailed',
  'runHalted',
  /** By somebody else. */
  'runCancelled',
  /** Devices differ from a standard set that somebody has assigned. */
  'standardDrift',
] as const;
export type WorkHow = (typeof workHows)[number];
