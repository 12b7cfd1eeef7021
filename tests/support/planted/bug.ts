/** A fault that is written into the source on purpose, to see whether the tests notice it. */
export interface PlantedBug {
  /** Names it on the command line and in the report; unique. */
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Source text that stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files that have to fail with it, from the root of the repository. */
  readonly tests: readonly string[];
}
