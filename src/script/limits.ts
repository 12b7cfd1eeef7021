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
  /**
   * Interrupts of the engine between two answers, in all of one execution, and to read a declaration: a measure of
   * work that does not depend on how busy the machine is. An idle one makes about 5000 a second.
   */
  turn: 25_000,
  compute: 250_000,
  declare: 10_000,
  /** ms that a turn may take by the clock, however little of it was work. */
  turnTime: 20_000,
  /** Sets and sends of a plan (contract/plans mostItems). */
  sets: 5000,
} as const;
