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

/** Versions of one script. */
export const mostVersions = 200;
