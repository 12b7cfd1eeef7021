/** Thrown by a call that is refused, and by station.read where the device could not be read. */
export class ScriptError extends Error {
  declare readonly id: string;
  declare readonly params: Readonly<Record<string, string | number>>;
  constructor(problem: {
    readonly id: string;
    readonly params: Readonly<Record<string, string | number>>;
    readonly text: string;
  }) {
    super(problem.text);
    this.name = 'ScriptError';
    this.id = problem.id;
    this.params = problem.params;
  }
}
