/**
 * What of the server's work and storage one company may have, so that none takes it from the others. An account that
 * sees every company counts as one of its own. Each refusal states its bound; the README lists them.
 */
export const companyBounds = {
  /** At the same time. */
  rehearsals: 1,
  verifications: 1,
  /** Of a kind: the audit, the stations. */
  exports: 2,
  /** Files that are being taken. */
  uploadsAtOnce: 6,
  /** Runs of scripts that have not ended. */
  runs: 200,
  /** Plans that are neither approved nor cancelled. */
  drafts: 500,
  /** Remarks of all stations, those of retired ones too. */
  remarks: 50_000,
  /** Files, and what they take together. */
  uploads: 50_000,
  uploadGigabytes: 20,
  /** Outlines, routes and places that maps draw. */
  mapShapes: 300,
  /** Values that another company has, such as serial numbers, that are reported as not free in 24 hours. */
  foreignValues: 10,
  /** Rules of alarms that are in force. */
  alarmRules: 500,
  /** Policies, rotas, webhooks of a company, and addresses of a project: of each. */
  notifyParts: 100,
  /** Versions of all scripts. */
  scriptVersions: 5000,
} as const;

/**
 * Those that are changed while the server runs, on the page of the platform, with what they may be. What holds at once
 * (rehearsals, exports, files on their way) follows from the machine and stays as it is. Ranges assumed: from what a small
 * company uses in a day, to what the tables were measured with.
 */
export const adjustableBounds = {
  drafts: { min: 10, max: 5000 },
  runs: { min: 10, max: 2000 },
  remarks: { min: 1000, max: 1_000_000 },
  uploads: { min: 100, max: 1_000_000 },
  uploadGigabytes: { min: 1, max: 2000 },
  mapShapes: { min: 10, max: 1000 },
  alarmRules: { min: 10, max: 2000 },
  notifyParts: { min: 10, max: 500 },
  scriptVersions: { min: 100, max: 50_000 },
} as const satisfies Partial<
  Record<keyof typeof companyBounds, { readonly min: number; readonly max: number }>
>;
export type AdjustableBound = keyof typeof adjustableBounds;
export const adjustableBoundNames = Object.keys(adjustableBounds) as readonly AdjustableBound[];
/** The others. */
export const fixedBounds = [
  'rehearsals',
  'verifications',
  'exports',
  'uploadsAtOnce',
  'foreignValues',
] as const;

/** Versions of one script. */
export const mostVersions = 200;
