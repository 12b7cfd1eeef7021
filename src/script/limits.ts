/** Bounds of a script and its run (SECURITY "Scripts"). One place: sandbox, server and typings speak of the same. */
export const limits = {
  /** Characters of a script. */
  text: 100_000,
  /** Host calls of a run, those that propose among them. */
  calls: 10_000,
  /** Characters of one message out of the sandbox, and into it. */
  request: 256 * 1024,
  answer: 8 * 1024 * 1024,
  /** Characters of all messages out of the sandbox. */
  requests: 32 * 1024 * 1024,
  /** Nesting of a message. */
  depth: 12,
  /** Lines of the log that are kept, those that follow are counted; characters of one and of all. */
  logLines: 5000,
  logLine: 2000,
  log: 2 * 1024 * 1024,
  tables: 50,
  tableRows: 1000,
  tableColumns: 30,
  tableCell: 200,
  arguments: 40,
  /** ms that a script may compute between two answers, and in all of one execution. */
  turn: 5000,
  compute: 60_000,
  /** ms to read a declaration. */
  declare: 2000,
  /** Sets of a plan (contract/plans mostItems). */
  sets: 1000,
} as const;
