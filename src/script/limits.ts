/** Bounds of a script and its run (tests/server/security/README.md#scripts). One place: sandbox, server and typings speak of the same. */
export const limits = {
  /** Characters of a script. */
  text: 100_000,
  /** Scripts that a script may import, those that they import themselves among them, and their characters together. */
  modules: 20,
  moduleText: 200_000,
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
  /**
   * Comparisons of one call: conditions × devices of the stations that the rest of its filter takes. An idle machine
   * makes some millions a second.
   */
  comparisons: 5_000_000,
  /** Values that one call reads from history: readings × channels. */
  points: 20_000_000,
  /**
   * Work of all calls of a run, in values read: a comparison is one, a station that is listed, a newest row or what a
   * device last reported is 20. A machine of 2026 does about half a million a second.
   */
  work: 200_000_000,
  /** Stretches of time that statistics are given of. */
  statisticBins: 1000,
  /** Readings that a lens is given; of more it gets the means of so many stretches. */
  lensReadings: 10_000,
  /** Work of a lens over one sensor besides the values read: it is computed at one go, in some tenths of a second. */
  lensWork: { rate: 25_000, failure: 100_000, tangent: 75_000, temperature: 50_000 },
  /** Bytes that the journal of a run takes: its calls, and its answers as they are stored, deflated. */
  journal: 64 * 1024 * 1024,
  /** Sets and sends of a plan (contract/plans mostItems). */
  sets: 5000,
} as const;
