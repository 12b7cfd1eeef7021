import { limits } from '../../../script/limits.ts';
import type { ScriptProblemId } from '../../../script/problem.ts';
import type { CallResult } from '../packed.ts';

/** A bound that a call reached: its script may catch it. */
export class CallProblem extends Error {
  constructor(
    readonly id: ScriptProblemId,
    readonly params: Readonly<Record<string, string | number>>,
    text: string,
  ) {
    super(text);
  }

  get result(): CallResult {
    return { problem: { id: this.id, params: this.params, text: this.message } };
  }
}

/** The answer of a call is longer than what a script can be given. */
export const tooLarge = (): CallProblem =>
  new CallProblem('size', { limit: limits.answer }, `the answer is more than ${limits.answer} characters`);
/** The journal of a run takes no more. */
export const journalFull = (): CallProblem =>
  new CallProblem(
    'journal',
    { limit: limits.journal },
    `the journal of the run is full: ${limits.journal} bytes`,
  );
